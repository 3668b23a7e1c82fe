package import Deadwax

/// A release that a search at Discogs found.
package struct DiscogsHitResource: Codable, Hashable, Sendable {
  /// The record number at Discogs.
  package var number: Int64
  /// "Artist - Title", as Discogs writes it.
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// The medium under which the library would store it.
  package var medium: Medium
  /// The formats, such as "CD, Album, Reissue".
  package var formats: String
  /// The address of the record's page.
  package var url: String

  package init(
    number: Int64, title: String, country: String?, year: Int?, catalogNumber: String?, medium: Medium, formats: String
  ) {
    self.number = number
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.medium = medium
    self.formats = formats
    url = "https://www.discogs.com/release/\(number)"
  }
}
