package import Deadwax

/// The library's opening days, as far as due dates depend on them.
package struct OpeningCalendar: Hashable, Sendable {
  /// ISO weekdays, 1 for Monday to 7 for Sunday.
  package var closedWeekdays: Set<Int> = []
  /// Days in the form `2026-12-25`, or `12-25` for every year.
  package var closedDays: Set<String> = []
  package var timeZone = LibraryTimeZone.utc

  /// The number of days searched for an open one. A library that is closed for longer has no next open day.
  package static let mostDays = 1200

  package init() {}

  /// The rule of the time zone, in which days begin and end.
  package var zone: POSIXTimeZone { timeZone.rule }

  package func isOpen(_ day: CivilDate) -> Bool {
    guard !closedWeekdays.contains(day.weekday) else { return false }
    guard !closedDays.isEmpty else { return true }
    let text = day.description
    return !closedDays.contains(text) && !closedDays.contains(String(text.suffix(5)))
  }

  /// Returns the number of open days in a range of days since 1970.
  package func openDays(in days: ClosedRange<Int>) -> Int {
    let weeks = days.count / 7
    let rest = days.dropFirst(weeks * 7)
    let isOpenWeekday = { (day: Int) in !closedWeekdays.contains(CivilDate(daysSince1970: day).weekday) }
    let open = weeks * (7 - closedWeekdays.intersection(1...7).count) + rest.count(where: isOpenWeekday)
    guard !closedDays.isEmpty, open > 0 else { return open }
    var closed: Set<Int> = []
    let years = CivilDate(daysSince1970: days.lowerBound).year...CivilDate(daysSince1970: days.upperBound).year
    for text in closedDays {
      let dates = text.utf8.count == 5 ? years.map { Self.text(of: $0) + "-" + text } : [text]
      closed.formUnion(dates.compactMap { CivilDate(iso: $0)?.daysSince1970 })
    }
    return open - closed.count { days.contains($0) && isOpenWeekday($0) }
  }

  private static func text(of year: Int) -> String {
    let text = String(year)
    return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
  }

  /// Returns the first open day from this one on; nil if there is none within `mostDays`.
  package func openDay(from day: CivilDate) -> CivilDate? { openDay(from: day, step: 1) }

  /// Returns the last open day before this one; nil if there is none within `mostDays`.
  package func openDay(before day: CivilDate) -> CivilDate? { openDay(from: day.advanced(by: -1), step: -1) }

  private func openDay(from day: CivilDate, step: Int) -> CivilDate? {
    guard closedWeekdays.count < 7 else { return nil }
    var day = day
    for _ in 0..<Self.mostDays {
      if isOpen(day) { return day }
      day = day.advanced(by: step)
    }
    return nil
  }
}

extension CivilDate {
  /// The ISO 8601 weekday: 1 for Monday to 7 for Sunday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    let shifted = (daysSince1970 + 3) % 7
    return (shifted < 0 ? shifted + 7 : shifted) + 1
  }

  /// Returns the day that is the given number of days later, or earlier if negative.
  package func advanced(by days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }
}
