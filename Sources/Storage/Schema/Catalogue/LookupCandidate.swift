/// A hit that was not used, stored so that staff can choose it without another query.
package struct LookupCandidate: Hashable, Sendable {
  package var sourceID: String
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// The formats, such as "CD, Album, Reissue".
  package var formats: String
  /// The names of the rules that put it in its place, in order of weight; empty for a row of an earlier version.
  package var reasons: [String]

  package init(
    sourceID: String, title: String, country: String? = nil, year: Int? = nil, catalogNumber: String? = nil,
    formats: String, reasons: [String]
  ) {
    self.sourceID = sourceID
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.formats = formats
    self.reasons = reasons
  }
}
