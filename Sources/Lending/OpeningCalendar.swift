/// When the house is open, as far as due dates need to know.
package struct OpeningCalendar: Hashable, Sendable {
  /// ISO weekdays, 1 for Monday to 7 for Sunday.
  package var closedWeekdays: Set<Int> = []
  /// Days as `2026-12-25`, or `12-25` for every year.
  package var closedDays: Set<String> = []
  /// As POSIX writes it (IEEE 1003.1, TZ): `CET-1CEST,M3.5.0,M10.5.0/3`.
  package var timeZone = "UTC0"

  package init() {}
}
