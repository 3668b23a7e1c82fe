import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DueDatesTests {
  private let now = Sample.now

  @Test func `a loan lasts until the end of a day`() {
    #expect(
      LendingPolicy().due(for: Sample.copy(), group: "standard", at: now).description == "2026-12-04T23:59:59.999Z")
  }

  @Test func `the end of a day is in the library's time zone, also across a change of the clocks`() {
    var library = LibraryPolicy()
    library.due.calendar.timeZone = Sample.zone("CET-1CEST,M3.5.0,M10.5.0/3")
    let due = { (text: String) in
      LendingPolicy(library: library).due(for: Sample.copy(), group: "standard", at: Sample.moment(text)).description
    }
    #expect(due("2026-11-20T10:00:00Z") == "2026-12-04T22:59:59.999Z")
    #expect(due("2026-11-20T22:59:59.999Z") == "2026-12-04T22:59:59.999Z")
    #expect(due("2026-11-20T23:00:00Z") == "2026-12-05T22:59:59.999Z")
    #expect(due("2026-03-20T10:00:00Z") == "2026-04-03T21:59:59.999Z")
    #expect(due("2026-10-20T10:00:00Z") == "2026-11-03T22:59:59.999Z")
  }

  @Test func `the more special length counts`() {
    var library = LibraryPolicy()
    library.due.daysByMedium = [.vinyl: 28]
    library.due.daysByGroup = ["students": 21]
    library.due.daysByGroupAndMedium = ["students": [.cd: 7]]
    let rules = LendingPolicy(library: library)
    #expect(rules.days(for: .cd, group: "standard") == 14)
    #expect(rules.days(for: .vinyl, group: "standard") == 28)
    #expect(rules.days(for: .vinyl, group: "students") == 21)
    #expect(rules.days(for: .cassette, group: "students") == 21)
    #expect(rules.days(for: .cd, group: "students") == 7)
    // A group that no list names has the days of the medium, otherwise those of the library.
    for other in ["student", "Students", ""] {
      #expect(rules.days(for: .vinyl, group: other) == 28 && rules.days(for: .cd, group: other) == 14)
    }
  }

  @Test func `nothing falls due before a closed door`() {
    // 4 December 2026 is a Friday.
    #expect(due { $0.calendar.closedWeekdays = [5, 6] } == "2026-12-06")
    #expect(due { $0.calendar.closedDays = ["2026-12-04", "12-05", "2025-12-06"] } == "2026-12-06")
    #expect(due { $0.calendar.closedWeekdays = Set(1...7) } == "2026-12-04")
    #expect(due { $0.days = 0 } == "2026-11-20")
    #expect(due { ($0.days, $0.calendar.closedWeekdays) = (0, [5]) } == "2026-11-21")
  }

  @Test func `no loan goes beyond the hard date, nor beyond the last open day before it`() {
    let friday = Sample.moment("2026-11-27T23:59:59.999Z")
    #expect(due { $0.hardDate = friday } == "2026-11-27")
    #expect(due { ($0.hardDate, $0.calendar.closedWeekdays) = (friday, [5]) } == "2026-11-26")
    #expect(due { ($0.hardDate, $0.days) = (friday, 3) } == "2026-11-23")
    // The day before the hard date is closed too, and so on.
    #expect(due { ($0.hardDate, $0.calendar.closedWeekdays) = (friday, [3, 4, 5]) } == "2026-11-24")
    // The calendar would move it beyond the hard date, so it is moved back.
    #expect(due { ($0.hardDate, $0.days, $0.calendar.closedWeekdays) = (friday, 6, [4, 5]) } == "2026-11-25")
  }

  @Test func `a hard date that is over ends a loan today, and not before it began`() {
    #expect(due { $0.hardDate = Sample.moment("2026-06-30T23:59:59.999Z") } == "2026-11-20")
    #expect(due { $0.hardDate = now } == "2026-11-20")
    let hour = Sample.moment("2026-11-27T15:00:00Z")
    var library = LibraryPolicy()
    library.due.hardDate = hour
    #expect(LendingPolicy(library: library).due(for: Sample.copy(), group: "standard", at: now) == hour)
  }

  @Test func `a renewal counts from today, or from the due date by setting`() {
    let copy = Sample.copy(loan: Sample.loan(dueAt: Sample.moment("2026-11-25T23:59:59.999Z")))
    #expect(renewed(copy) { _ in } == "2026-12-04")
    #expect(renewed(copy) { $0.renewal.countsFromDue = true } == "2026-12-09")
    // Counted from a due date long ago, it would be overdue again at once.
    let overdue = Sample.copy(loan: Sample.loan(dueAt: Sample.moment("2026-09-01T23:59:59.999Z")))
    #expect(renewed(overdue) { $0.renewal.countsFromDue = true } == "2026-12-04")
  }

  @Test func `a renewal takes nothing away, but for the hard date`() {
    let copy = Sample.copy(loan: Sample.loan(dueAt: Sample.moment("2027-01-15T23:59:59.999Z")))
    #expect(renewed(copy) { _ in } == "2027-01-15")
    #expect(renewed(copy) { $0.due.hardDate = Sample.moment("2026-12-18T23:59:59.999Z") } == "2026-12-18")
    #expect(renewed(Sample.copy()) { _ in } == "2026-12-04")
  }

  @Test func `the pick-up shelf is cleared on an open day`() {
    var library = LibraryPolicy()
    #expect(LendingPolicy(library: library).pickUpBy(at: now).description == "2026-11-27T23:59:59.999Z")
    library.due.calendar.closedWeekdays = [5, 6, 7]
    #expect(LendingPolicy(library: library).pickUpBy(at: now).description == "2026-11-30T23:59:59.999Z")
  }

  @Test func `the book drop is dated back to the last open day before today`() {
    var library = LibraryPolicy()
    #expect(LendingPolicy(library: library).dropDate(at: now).description == "2026-11-19T23:59:59.999Z")
    library.due.calendar.closedWeekdays = [6, 7]
    let monday = Sample.moment("2026-11-23T08:00:00Z")
    #expect(LendingPolicy(library: library).dropDate(at: monday).description == "2026-11-20T23:59:59.999Z")
    library.due.calendar.closedWeekdays = Set(1...7)
    #expect(LendingPolicy(library: library).dropDate(at: monday).description == "2026-11-22T23:59:59.999Z")
  }

  @Test func `a copy dropped on closed days is not overdue because of them`() {
    var library = LibraryPolicy()
    library.due.calendar.closedWeekdays = [6, 7]
    let rules = LendingPolicy(library: library)
    let monday = Sample.moment("2026-11-23T08:00:00Z")
    let loan = Sample.loan()
    #expect(rules.overdueDays(loan, at: monday) == 1)
    #expect(rules.overdueDays(loan, at: rules.dropDate(at: monday)) == 0)
  }

  @Test func `a loan is due soon within the days of the setting`() {
    let due = { (text: String) in Sample.loan(dueAt: Sample.moment(text)) }
    let rules = LendingPolicy()
    #expect(rules.isDueSoon(due("2026-11-20T23:59:59.999Z"), at: now))
    #expect(rules.isDueSoon(due("2026-11-22T23:59:59.999Z"), at: now))
    #expect(!rules.isDueSoon(due("2026-11-23T23:59:59.999Z"), at: now))
    #expect(!rules.isDueSoon(due("2026-11-19T23:59:59.999Z"), at: now))
    #expect(!rules.isDueSoon(Sample.loan(returnedAt: now), at: now))
    var library = LibraryPolicy()
    library.reminders.dueSoonDays = nil
    #expect(!LendingPolicy(library: library).isDueSoon(due("2026-11-20T23:59:59.999Z"), at: now))
  }

  private func due(_ change: (inout LibraryPolicy.DueRules) -> Void) -> String {
    var library = LibraryPolicy()
    change(&library.due)
    let rules = LendingPolicy(library: library)
    let due = rules.due(for: Sample.copy(), group: "standard", at: now)
    #expect(due == rules.zone.endOfDay(rules.zone.day(at: due)))
    return rules.zone.day(at: due).description
  }

  private func renewed(_ copy: Copy, _ change: (inout LibraryPolicy) -> Void) -> String {
    var library = LibraryPolicy()
    change(&library)
    let rules = LendingPolicy(library: library)
    return rules.zone.day(at: rules.renewedDue(for: copy, group: "standard", at: now)).description
  }
}
