package import Deadwax

/// A statistic of the library: numbers of records, in groups.
package struct StatisticResource: Codable, Sendable {
  package var name: String
  /// The records that it counts.
  package var unit: String
  /// The order of the groups.
  package var order: String
  /// The groups in their order: the first ones, or the newest ones in the order of time.
  package var groups: [Group]
  /// The number of all groups.
  package var groupCount: Int
  /// The sum of the counts of all groups.
  package var sum: Int
  /// The number of records that were looked at.
  package var total: Int
  /// The number of these that are in no group.
  package var without: Int
  /// The time of the count.
  package var countedAt: RFC3339Time
  /// False if the records have changed since then. A new count has begun, which takes a moment in a large library.
  package var isCurrent: Bool

  /// The records that have one thing in common.
  package struct Group: Codable, Sendable {
    /// The value that the records have, for programs.
    package var key: String
    /// The value as the records write it.
    package var name: String
    package var count: Int
    /// The number of copies, without the lost and the withdrawn ones.
    package var copies: Int?
    /// The number of releases that the query finds, for a group that counts copies or loans.
    package var releases: Int?
    /// The query of the library that finds exactly these releases.
    package var query: String?
    /// The release that the group is about.
    package var release: Release.ID?

    package init(_ group: StatisticGroup) {
      (key, name, count) = (group.key, group.name, group.count)
      (copies, releases) = (group.copies, group.releases)
      (query, release) = (group.query, group.release)
    }
  }

  package init(_ counted: CountedStatistic) {
    let table = counted.table
    (countedAt, isCurrent) = (RFC3339Time(counted.countedAt), counted.isCurrent)
    name = table.statistic.rawValue
    unit = table.statistic.unit.rawValue
    order = table.statistic.order.rawValue
    groups = table.groups.map { Group($0) }
    (groupCount, sum, total, without) = (table.groupCount, table.sum, table.total, table.without)
  }
}
