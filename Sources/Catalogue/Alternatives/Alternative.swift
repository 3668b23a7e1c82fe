package import Storage

/// A record of the external catalogue that carries the barcode of a release, as the last look-up described it.
package struct Alternative: Hashable, Sendable {
  /// The record number in the catalogue.
  package var id: String
  /// "Artist - Title", as the catalogue's search writes it.
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// The formats, such as "CD, Album, Reissue".
  package var formats: String
  /// The colour and other remarks, such as "Blue Marbled".
  package var note: String?
  /// The numbers in the run-out of a record, or on the hub of a CD.
  package var matrix: [String]
  /// The criterion by which it comes behind the one before it; nil for the first.
  package var reason: String?
  /// True if the release was filled in from it.
  package var isCurrent: Bool

  package init(_ stored: LookupCandidate, isCurrent: Bool) {
    id = stored.sourceID
    title = stored.title
    country = stored.country
    year = stored.year
    catalogNumber = stored.catalogNumber
    formats = stored.formats
    note = stored.note
    matrix = stored.matrix
    reason = stored.reason
    self.isCurrent = isCurrent
  }
}
