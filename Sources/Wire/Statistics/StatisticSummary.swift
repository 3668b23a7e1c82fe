package import Deadwax

/// A statistic that the hub has.
package struct StatisticSummary: Codable, Sendable {
  /// The name, by which it is read.
  package var name: String
  /// The records that it counts.
  package var unit: String
  /// The order of its groups.
  package var order: String

  package init(_ statistic: Statistic) {
    name = statistic.rawValue
    unit = statistic.unit.rawValue
    order = statistic.order.rawValue
  }
}
