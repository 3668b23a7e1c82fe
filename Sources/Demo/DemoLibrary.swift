package import Deadwax
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

/// A place of the demo with its slots.
package struct DemoPlace: Hashable, Sendable {
  /// The name by which the file refers to the place.
  package let key: String
  package let kind: Place.Kind
  package let name: String
  /// The key of the place that contains it.
  package let parent: String?
  package let code: OwnCode
  /// The slots in the order of their numbers.
  package let slots: [DemoSlot]
}

package struct DemoSlot: Hashable, Sendable {
  package let number: Int
  package let code: OwnCode
}

package struct DemoBorrower: Hashable, Sendable {
  package let name: String
  package let shortName: String
  package let card: OwnCode
  package let group: String
  package let isStaff: Bool
}

/// A real release with public data about it.
package struct DemoRelease: Hashable, Sendable {
  /// The record number at Discogs.
  package let discogs: Int64
  package let title: String
  package let artist: String
  package let label: String
  package let catalogNumber: String
  /// The barcode. Nil for records made before barcodes, and for those that never had one.
  package let barcode: GTIN?
  /// The barcode with the spaces that Discogs' users copied from the sleeve, nil if there were none.
  package let barcodeAsWritten: String?
  package let country: String?
  package let year: Int?
  package let medium: Medium
  package let formats: [Format]
  package let genres: [String]
  package let tracks: [DemoTrack]
  /// The records of this release on the demo's table, at least one.
  package let records: [DemoRecord]
  /// The source of the facts.
  package let source: String
}

package struct DemoTrack: Hashable, Sendable {
  package let kind: Track.Kind
  /// The position, empty for headings and works.
  package let position: String
  package let title: String
  /// The artist, if it differs from that of the release.
  package let artist: String?
  /// The printed duration, such as "4:33". Nil if unknown.
  package let duration: String?
  /// The tracks of a work.
  package let parts: [DemoTrack]
}

/// A physical record on the demo's table, with a tag in its sleeve.
package struct DemoRecord: Hashable, Sendable {
  package let tag: TagUID
  /// The library's data about the record at the start. Nil if it is unknown to the library and its tag is blank.
  package let copy: DemoCopy?
}

package struct DemoCopy: Hashable, Sendable {
  package let code: OwnCode
  /// True if the code is written on the tag. Otherwise the library knows the tag only by its UID.
  package let isWritten: Bool
  /// The key of the place to which the copy belongs.
  package let place: String?
  package let slot: Int?
}
