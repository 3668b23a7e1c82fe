/// A statistic of the library: numbers of records, in groups.
package enum Statistic: String, CaseIterable, Sendable {
  case artist, label, genre, style, decade, country, tag, medium, condition, place, growth, loans
  case mostLent = "most-lent"
  case mostPlayed = "most-played"
  case mostWanted = "most-wanted"
  case neverLent = "never-lent"

  /// The records that a statistic counts.
  package enum Unit: String, CaseIterable, Sendable {
    case releases, copies, loans, plays
    /// Open holds, and the marks of the wish list.
    case wishes
  }

  package var unit: Unit {
    switch self {
    case .artist, .label, .genre, .style, .decade, .country, .tag, .medium, .condition, .place, .growth: .releases
    case .neverLent: .copies
    case .loans, .mostLent: .loans
    case .mostPlayed: .plays
    case .mostWanted: .wishes
    }
  }

  /// The order of the groups of a statistic.
  package enum Order: String, CaseIterable, Sendable {
    /// The largest first.
    case size
    /// The earliest first. The newest groups are the first to be shown.
    case time
    /// The order of a scale.
    case scale
  }

  package var order: Order {
    switch self {
    case .decade, .growth, .loans, .neverLent: .time
    case .condition: .scale
    default: .size
    }
  }
}
