/// A catalogue record: one published edition from Discogs, entered by hand, or known only by its barcode.
package struct Release: Hashable, Sendable {
  package typealias ID = Identifier<Release>

  package var id: ID
  package var status: Status
  package var medium: Medium
  package var title: String
  /// The artist as printed on the sleeve: all main artists with the words that join them.
  package var artist: String
  package var label: String?
  package var catalogNumber: String?
  package var year: Int?
  package var country: String?
  /// The barcode by which it was first found.
  package var barcode: GTIN?
  /// The number of changes to the row; the strong ETag of the record.
  package var version: Int
  /// True if the release is on the wish list.
  package var isWished: Bool
  /// True if the release is one of the favourites.
  package var isFavourite: Bool

  package init(
    id: ID, status: Status, medium: Medium, title: String, artist: String, label: String? = nil,
    catalogNumber: String? = nil, year: Int? = nil, country: String? = nil, barcode: GTIN? = nil, version: Int = 1,
    isWished: Bool = false, isFavourite: Bool = false
  ) {
    self.id = id
    self.status = status
    self.medium = medium
    self.title = title
    self.artist = artist
    self.label = label
    self.catalogNumber = catalogNumber
    self.year = year
    self.country = country
    self.barcode = barcode
    self.version = version
    self.isWished = isWished
    self.isFavourite = isFavourite
  }

  package enum Status: String, CaseIterable, Codable, Sendable {
    /// Known only by its barcode; a look-up is in progress.
    case unresolved
    /// Filled in from an online catalogue.
    case resolved
    /// Entered by a person.
    case manual
    /// Looked up, but no online catalogue has it.
    case notFound = "not-found"
  }
}
