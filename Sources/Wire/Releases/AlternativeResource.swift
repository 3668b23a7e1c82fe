/// A record of the external catalogue that carries the barcode of a release.
package struct AlternativeResource: Codable, Hashable, Sendable {
  /// The record number in the catalogue.
  package var id: String
  /// "Artist - Title", as the catalogue's search writes it.
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// The formats, such as "CD, Album, Reissue".
  package var formats: String
  /// The colour and other remarks.
  package var note: String?
  /// The numbers in the run-out of a record, or on the hub of a CD.
  package var matrix: [String]
  /// The criterion by which it comes behind the one before it; nil for the first.
  package var behindBy: Reason?
  /// True if the release was filled in from it.
  package var isCurrent: Bool
  /// The address of the record's page.
  package var url: String

  package init(
    id: String, title: String, country: String?, year: Int?, catalogNumber: String?, formats: String, note: String?,
    matrix: [String], behindBy: Reason?, isCurrent: Bool
  ) {
    self.id = id
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.formats = formats
    self.note = note
    self.matrix = matrix
    self.behindBy = behindBy
    self.isCurrent = isCurrent
    url = "https://www.discogs.com/release/\(id)"
  }

  /// The criterion by which an alternative comes behind the one before it.
  package enum Reason: String, CaseIterable, Codable, Sendable {
    case barcode
    case scanTarget = "scan-target"
    case medium, irregular
    case catalogNumber = "catalog-number"
    case country
    case clubEdition = "club-edition"
    case farFewerOwners = "far-fewer-owners"
    case owners, year, number
  }
}
