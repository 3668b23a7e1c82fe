internal import Deadwax

/// The last days, weeks, months or years, today included.
package struct QuerySpan: Hashable, Sendable {
  package enum Unit: String, CaseIterable, Sendable {
    case days = "d"
    case weeks = "w"
    case months = "m"
    case years = "y"
  }

  /// The number of units, from 1 to 9,999.
  package let count: Int
  package let unit: Unit

  package init?(_ count: Int, _ unit: Unit) {
    guard (1...9999).contains(count) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// Returns the first day of the span.
  ///
  /// - Parameter today: the last day, as a number of days since 1970.
  /// - Returns: the first day, as such a number.
  package func firstDay(until today: Int) -> Int {
    switch unit {
    case .days: today - count + 1
    case .weeks: today - 7 * count + 1
    case .months: day(today, monthsBefore: count) + 1
    case .years: day(today, monthsBefore: 12 * count) + 1
    }
  }

  /// The first day of the year 0.
  private static let firstOfCalendar = -719_528

  /// Returns the same day of an earlier month, or the last day of that month if it is shorter.
  private func day(_ today: Int, monthsBefore months: Int) -> Int {
    let date = CivilDate(daysSince1970: today)
    let month = date.year * 12 + date.month - 1 - months
    // The calendar begins with the year 0.
    guard month >= 0 else { return Self.firstOfCalendar - 1 }
    let day = (date.day - 3...date.day).reversed().lazy.compactMap {
      CivilDate(year: month / 12, month: month % 12 + 1, day: $0)
    }.first
    return day?.daysSince1970 ?? today
  }
}

extension QuerySpan: CustomStringConvertible {
  package var description: String { "\(count)\(unit.rawValue)" }
}
