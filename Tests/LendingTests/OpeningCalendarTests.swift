import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OpeningCalendarTests {
  @Test func `a house is closed on weekdays, on days, and on days of every year`() {
    let calendar = calendar(weekdays: [7], days: ["2026-12-24", "12-25", "02-29"])
    #expect(!calendar.isOpen(Sample.day("2026-11-22")))
    #expect(calendar.isOpen(Sample.day("2026-11-23")))
    #expect(!calendar.isOpen(Sample.day("2026-12-24")))
    #expect(calendar.isOpen(Sample.day("2027-12-24")))
    #expect(!calendar.isOpen(Sample.day("2027-12-25")))
    #expect(!calendar.isOpen(Sample.day("2028-02-29")))
  }

  @Test func `the next open day is found, and the last one`() {
    let calendar = calendar(weekdays: [6, 7], days: ["12-25", "2026-12-28"])
    #expect(calendar.openDay(from: Sample.day("2026-12-24"))?.description == "2026-12-24")
    #expect(calendar.openDay(from: Sample.day("2026-12-25"))?.description == "2026-12-29")
    #expect(calendar.openDay(before: Sample.day("2026-12-29"))?.description == "2026-12-24")
    #expect(calendar.openDay(before: Sample.day("2026-12-24"))?.description == "2026-12-23")
  }

  @Test func `a house that is never open has no open day`() {
    #expect(calendar(weekdays: Set(1...7)).openDay(from: Sample.day("2026-01-01")) == nil)
    #expect(calendar(weekdays: Set(1...7)).openDay(before: Sample.day("2026-01-01")) == nil)
    let everyDay = Set((0..<366).map { String(Sample.day("2028-01-01").advanced(by: $0).description.suffix(5)) })
    #expect(everyDay.count == 366)
    #expect(calendar(days: everyDay).openDay(from: Sample.day("2026-01-01")) == nil)
    #expect(calendar(days: everyDay).openDay(before: Sample.day("2026-01-01")) == nil)
    // Closed on all days but the leap day: it is two years away, and found.
    let allButOne = calendar(days: everyDay.subtracting(["02-29"]))
    #expect(allButOne.openDay(from: Sample.day("2026-01-01"))?.description == "2028-02-29")
  }

  @Test(arguments: [
    ("1970-01-01", 4), ("2000-02-29", 2), ("2026-11-20", 5), ("2026-11-22", 7), ("2026-11-23", 1), ("1969-12-31", 3),
    ("1900-01-01", 1), ("0001-01-01", 1),
  ])
  func `a day has its weekday`(day: String, weekday: Int) {
    #expect(Sample.day(day).weekday == weekday)
  }

  @Test(arguments: ["", "2026-2-01", "2026-02-30", "26-02-01", "2026-02-01T", "2026-02", "+026-02-01", "2026-02-0１"])
  func `an invalid day is nil`(text: String) {
    #expect(CivilDate(iso: text) == nil)
  }

  @Test func `days end by the rule of the time zone, whatever its name`() {
    var calendar = OpeningCalendar()
    #expect(calendar.zone == .utc)
    calendar.timeZone = Sample.zone("Europe/Berlin=CET-1")
    #expect(calendar.zone.description == "CET-1")
  }

  private func calendar(weekdays: Set<Int> = [], days: Set<String> = []) -> OpeningCalendar {
    var calendar = OpeningCalendar()
    calendar.closedWeekdays = weekdays
    calendar.closedDays = days
    return calendar
  }
}
