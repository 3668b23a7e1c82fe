/// A hit of a look-up, stored so that staff can choose it without another query.
package struct LookupCandidate: Hashable, Sendable {
  package var sourceID: String
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// The formats, such as "CD, Album, Reissue".
  package var formats: String
  /// The remarks of the formats beside their kinds, such as "Blue Marbled": the colour, the sleeve, the edition.
  package var note: String?
  /// The numbers in the run-out and on the hub, without those that are barcodes.
  package var matrix: [String]
  /// The criterion by which it comes behind the candidate before it (`MatchReason`); nil for the first.
  package var reason: String?

  package init(
    sourceID: String, title: String, country: String?, year: Int?, catalogNumber: String?, formats: String,
    note: String?, matrix: [String], reason: String?
  ) {
    self.sourceID = sourceID
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.formats = formats
    self.note = note
    self.matrix = matrix
    self.reason = reason
  }
}
