package import Deadwax
internal import FoundationEssentials

/// The demo's little library: real releases, and records, borrowers and places that exist only there.
///
/// Read from `demo/library.json`, whose shape `demo/README.md` describes. A value of this type has been checked: every
/// barcode, code, tag number and reference in it is valid, and none stands twice.
package struct DemoLibrary: Hashable, Sendable {
  /// Parents before what lies in them.
  package let places: [DemoPlace]
  package let borrowers: [DemoBorrower]
  package let releases: [DemoRelease]

  /// What is wrong with the file.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter json: the content of the file.
  /// - Throws: the first thing that is wrong with it.
  package init(json: [UInt8]) throws(Fault) {
    let file: DemoFile
    do {
      file = try JSONDecoder().decode(DemoFile.self, from: Data(json))
    } catch {
      throw Fault(description: "the demo library cannot be read: \(error)")
    }
    guard file.version == 1 else {
      throw Fault(description: "the demo library has version \(file.version); this program knows version 1")
    }
    var check = DemoCheck()
    places = try check.places(file.places)
    borrowers = try check.borrowers(file.borrowers)
    releases = try check.releases(file.releases)
  }

  /// - Parameter path: of the file.
  /// - Throws: that it is not there, or the first thing that is wrong with it.
  package init(path: String) throws(Fault) {
    let content: Data
    do {
      content = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Fault(description: "there is no demo library at \(path)")
    }
    try self.init(json: Array(content))
  }

  /// Every record, with the release it is one of.
  package var records: [(release: DemoRelease, record: DemoRecord)] {
    releases.flatMap { release in release.records.map { (release, $0) } }
  }
}

/// A place of the demo, and its slots.
package struct DemoPlace: Hashable, Sendable {
  /// The word by which the file refers to it.
  package let key: String
  package let kind: Place.Kind
  package let name: String
  /// The key of the place that it lies in.
  package let parent: String?
  package let code: OwnCode
  /// In the order of their numbers.
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

/// A real release, with what is publicly known of it.
package struct DemoRelease: Hashable, Sendable {
  /// Its record number at Discogs.
  package let discogs: Int64
  package let title: String
  package let artist: String
  package let label: String
  package let catalogNumber: String
  /// Nil for records made before barcodes, and for those that never had one.
  package let barcode: GTIN?
  /// With the blanks that Discogs' users copied from the sleeve; nil when there were none.
  package let barcodeAsWritten: String?
  package let country: String?
  package let year: Int?
  package let medium: Medium
  package let formats: [Format]
  package let genres: [String]
  package let tracks: [DemoTrack]
  /// The records of this release that lie on the demo's table; at least one.
  package let records: [DemoRecord]
  /// Where the facts come from.
  package let source: String
}

package struct DemoTrack: Hashable, Sendable {
  package let kind: Track.Kind
  /// Empty for headings and works.
  package let position: String
  package let title: String
  /// Where it is not that of the release.
  package let artist: String?
  /// As printed, "4:33"; nil when unknown.
  package let duration: String?
  /// The tracks of a work.
  package let parts: [DemoTrack]
}

/// One physical record on the demo's table, with a tag in its sleeve.
package struct DemoRecord: Hashable, Sendable {
  package let tag: TagUID
  /// What the library knows of it at the start; nil when it has never seen it, and its tag is blank.
  package let copy: DemoCopy?
}

package struct DemoCopy: Hashable, Sendable {
  package let code: OwnCode
  /// Whether the code stands on the tag; otherwise the library knows the tag by its number alone.
  package let isWritten: Bool
  /// The key of the place where it belongs.
  package let place: String?
  package let slot: Int?
}
