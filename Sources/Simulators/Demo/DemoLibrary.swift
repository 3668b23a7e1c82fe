internal import FoundationEssentials

/// The library of the demo: real releases, with fictional records, borrowers and places.
///
/// It is read from `demo/library.json`, whose format `demo/README.md` describes. A value of this type is valid: every
/// barcode, code, tag UID and reference in it was checked, and codes, tags and short names are unique.
package struct DemoLibrary: Hashable, Sendable {
  /// The places, parents before their children.
  package let places: [DemoPlace]
  package let borrowers: [DemoBorrower]
  package let releases: [DemoRelease]

  /// An error in the file.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Parses and validates the library.
  ///
  /// - Parameter json: the content of the file.
  /// - Throws: the first error in it.
  package init(json: [UInt8]) throws(Fault) {
    let file: DemoFile
    do {
      file = try JSONDecoder().decode(DemoFile.self, from: Data(json))
    } catch {
      throw Fault(description: "cannot read the demo library: \(error)")
    }
    guard file.version == 1 else {
      throw Fault(description: "the demo library has version \(file.version); this program supports version 1")
    }
    var check = DemoCheck()
    places = try check.places(file.places)
    borrowers = try check.borrowers(file.borrowers)
    releases = try check.releases(file.releases)
  }

  /// Reads the library from a file.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: a `Fault` if the file cannot be read, or the first error in it.
  package init(path: String) throws(Fault) {
    let content: Data
    do {
      content = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Fault(description: "there is no demo library at \(path)")
    }
    try self.init(json: Array(content))
  }

  /// All records, each with its release.
  package var records: [(release: DemoRelease, record: DemoRecord)] {
    releases.flatMap { release in release.records.map { (release, $0) } }
  }
}
