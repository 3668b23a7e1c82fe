/// The records of a statistic that have one thing in common.
package struct StatisticGroup: Hashable, Sendable {
  /// The value that its records have, as programs compare it: such as `1970` for a decade and `2026-11` for a month.
  package var key: String
  /// The value as the records write it.
  package var name: String
  /// The number of records.
  package var count: Int
  /// The number of copies, without the lost and the withdrawn ones; nil for a statistic without it.
  package var copies: Int?
  /// The number of releases that the query finds, for a group that counts copies or loans; nil for one that counts the
  /// releases themselves.
  package var releases: Int?
  /// The query of the library that finds exactly these releases; nil if the language has none.
  package var query: String?
  /// The release that the group is about; nil for a group of several.
  package var release: Release.ID?

  package init(
    key: String, name: String, count: Int, copies: Int? = nil, releases: Int? = nil, query: String? = nil,
    release: Release.ID? = nil
  ) {
    (self.key, self.name, self.count) = (key, name, count)
    (self.copies, self.releases) = (copies, releases)
    (self.query, self.release) = (query, release)
  }
}
