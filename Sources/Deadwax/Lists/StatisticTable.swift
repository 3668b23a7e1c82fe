/// A statistic with its groups.
package struct StatisticTable: Hashable, Sendable {
  package var statistic: Statistic
  /// The groups in their order; not all of them if there are many.
  package var groups: [StatisticGroup]
  /// The number of all groups.
  package var groupCount: Int
  /// The sum of the counts of all groups. It is more than `total` if a record is in several groups.
  package var sum: Int
  /// The number of records that were looked at.
  package var total: Int
  /// The number of these that are in no group.
  package var without: Int

  package init(
    _ statistic: Statistic, groups: [StatisticGroup], groupCount: Int, sum: Int, total: Int, without: Int
  ) {
    (self.statistic, self.groups, self.groupCount) = (statistic, groups, groupCount)
    (self.sum, self.total, self.without) = (sum, total, without)
  }

  /// Returns the table with at most a number of groups: the first ones, or the newest ones of a statistic in the order
  /// of time.
  package func limited(to most: Int) -> StatisticTable {
    var table = self
    table.groups = Array(statistic.order == .time ? groups.suffix(most) : groups.prefix(most))
    return table
  }
}
