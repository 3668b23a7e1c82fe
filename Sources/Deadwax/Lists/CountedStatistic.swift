/// A statistic with the time of its count.
package struct CountedStatistic: Sendable {
  /// The statistic.
  package var table: StatisticTable
  /// The time of the count.
  package var countedAt: Timestamp
  /// False if the records have changed since then.
  package var isCurrent: Bool

  package init(_ table: StatisticTable, countedAt: Timestamp, isCurrent: Bool) {
    (self.table, self.countedAt, self.isCurrent) = (table, countedAt, isCurrent)
  }
}
