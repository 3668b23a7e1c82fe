/// A range of numbers with at least one end.
package struct QueryRange: Hashable, Sendable {
  /// The smallest number; nil for no limit.
  package let lower: Int?
  /// The largest number; nil for no limit.
  package let upper: Int?

  /// Creates a range; nil for one that is empty or has no end.
  package init?(_ lower: Int?, _ upper: Int?) {
    if lower == nil, upper == nil { return nil }
    if let lower, let upper, lower > upper { return nil }
    self.lower = lower
    self.upper = upper
  }

  /// Returns true if the range has a number.
  package func contains(_ number: Int) -> Bool { (lower ?? number) <= number && number <= (upper ?? number) }

  /// Returns the range as it stands in a query; `format` writes one of its ends.
  func text(_ format: (Int) -> String) -> String {
    if let lower, lower == upper { return format(lower) }
    return "\(lower.map(format) ?? "")..\(upper.map(format) ?? "")"
  }

  /// Returns a year as it stands in a query.
  static func year(_ year: Int) -> String { String(year) }
}
