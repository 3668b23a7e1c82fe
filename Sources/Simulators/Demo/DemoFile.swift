/// The decoded demo file before validation.
struct DemoFile: Decodable {
  let version: Int
  let places: [Place]
  let borrowers: [Borrower]
  let releases: [Release]

  struct Place: Decodable {
    let key: String
    let kind: String
    let name: String
    let parent: String?
    let code: UInt64
    let slots: [Slot]?
  }

  struct Slot: Decodable {
    let number: Int
    let code: UInt64
  }

  struct Borrower: Decodable {
    let name: String
    let shortName: String
    let card: UInt64
    let group: String?
    let isStaff: Bool?
  }

  struct Release: Decodable {
    let discogs: Int64
    let title: String
    let artist: String
    let label: String
    let catalogNumber: String
    let barcode: String?
    let barcodeAsWritten: String?
    let country: String?
    let year: Int?
    let medium: String
    let formats: [Format]
    let genres: [String]
    let tracks: [Track]
    let records: [Record]
    let source: String
  }

  struct Format: Decodable {
    let name: String
    let quantity: Int
    let text: String?
    let descriptions: [String]
  }

  /// A track, a heading or a work, depending on which of the properties `title`, `heading` and `work` is set.
  struct Track: Decodable {
    let position: String?
    let title: String?
    let artist: String?
    let duration: String?
    let heading: String?
    let work: String?
    let parts: [Track]?
  }

  struct Record: Decodable {
    let tag: String
    let copy: Copy?
  }

  struct Copy: Decodable {
    let code: UInt64
    let isWritten: Bool
    let place: String?
    let slot: Int?
  }
}
