package import Deadwax

/// When the house is open, as far as due dates need to know.
package struct OpeningCalendar: Hashable, Sendable {
  /// ISO weekdays, 1 for Monday to 7 for Sunday.
  package var closedWeekdays: Set<Int> = []
  /// Days as `2026-12-25`, or `12-25` for every year.
  package var closedDays: Set<String> = []
  /// As POSIX writes it (IEEE 1003.1, TZ): `CET-1CEST,M3.5.0,M10.5.0/3`.
  package var timeZone = "UTC0"

  /// How many days are looked through for an open one. A house that is closed for longer has no next open day.
  package static let mostDays = 1200

  package init() {}

  /// The time zone; UTC where its text cannot be read.
  package var zone: POSIXTimeZone { (try? POSIXTimeZone(timeZone)) ?? .utc }

  package func isOpen(_ day: CivilDate) -> Bool {
    guard !closedWeekdays.contains(day.weekday) else { return false }
    guard !closedDays.isEmpty else { return true }
    let text = day.description
    return !closedDays.contains(text) && !closedDays.contains(String(text.suffix(5)))
  }

  /// The first open day, this one or a later one. Nil when there is none within `mostDays`.
  package func openDay(from day: CivilDate) -> CivilDate? { openDay(from: day, step: 1) }

  /// The last open day before this one. Nil when there is none within `mostDays`.
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
  /// As ISO 8601 counts: 1 for Monday to 7 for Sunday.
  package var weekday: Int {
    // The first day of 1970 was a Thursday.
    let shifted = (daysSince1970 + 3) % 7
    return (shifted < 0 ? shifted + 7 : shifted) + 1
  }

  /// The day so many days later, or earlier.
  package func advanced(by days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

  /// Reads `2026-12-25`, exactly so. Nil for what is no day.
  package init?(iso text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
