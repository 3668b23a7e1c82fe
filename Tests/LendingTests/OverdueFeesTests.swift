import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OverdueFeesTests {
  /// A loan that is due on Friday, 20 November 2026.
  private let loan = Sample.loan()

  @Test(arguments: [
    ("2026-11-20T23:59:59.999Z", 0), ("2026-11-21T00:00:00Z", 1), ("2026-11-22T12:00:00Z", 2),
    ("2026-12-20T12:00:00Z", 30), ("2036-11-20T12:00:00Z", 3653),
  ])
  func `a day that has begun is a day overdue`(returnedAt: String, days: Int) {
    #expect(LendingPolicy().overdueDays(loan, at: Sample.moment(returnedAt)) == days)
  }

  @Test func `days are in the library's time zone, not in UTC`() {
    var library = LibraryPolicy()
    library.due.calendar.timeZone = Sample.zone("CET-1CEST,M3.5.0,M10.5.0/3")
    let rules = LendingPolicy(library: library)
    let loan = Sample.loan(dueAt: Sample.moment("2026-11-20T22:59:59.999Z"))
    #expect(rules.overdueDays(loan, at: Sample.moment("2026-11-20T23:00:00Z")) == 1)
    #expect(rules.overdueDays(loan, at: Sample.moment("2026-11-21T22:59:00Z")) == 1)
    #expect(rules.overdueDays(loan, at: Sample.moment("2026-11-21T23:00:00Z")) == 2)
  }

  @Test func `closed days are not overdue days, unless they are charged`() {
    let monday = Sample.moment("2026-11-23T12:00:00Z")
    #expect(rules(closed: [6, 7]) { _ in }.overdueDays(loan, at: monday) == 1)
    #expect(rules(closed: [6, 7]) { $0.closedDaysCount = true }.overdueDays(loan, at: monday) == 3)
    // Overdue on closed days only: no day counts.
    #expect(rules(closed: [6, 7]) { _ in }.overdueDays(loan, at: Sample.moment("2026-11-22T12:00:00Z")) == 0)
  }

  @Test func `earlier charges of a loan count towards the maximum`() {
    var loan = loan
    loan.overdueCharged = 950
    #expect(rules { _ in }.fee(for: loan, until: Sample.moment("2026-11-27T12:00:00Z")) == 50)
    loan.overdueCharged = 2000
    #expect(rules { _ in }.fee(for: loan, until: Sample.moment("2026-11-27T12:00:00Z")) == 0)
  }

  @Test func `a loan that is over is no longer overdue by more`() {
    let loan = Sample.loan(returnedAt: Sample.moment("2026-11-22T12:00:00Z"))
    #expect(LendingPolicy().overdueDays(loan, at: Sample.moment("2027-01-01T00:00:00Z")) == 2)
    #expect(LendingPolicy().overdueDays(Sample.loan(returnedAt: Sample.now), at: Sample.now + .seconds(864_000)) == 0)
  }

  @Test func `a loan due in the middle of a day is a day overdue that evening`() {
    let loan = Sample.loan(dueAt: Sample.moment("2026-11-20T15:00:00Z"))
    #expect(LendingPolicy().overdueDays(loan, at: Sample.moment("2026-11-20T20:00:00Z")) == 1)
    #expect(rules { _ in }.fee(for: loan, until: Sample.moment("2026-11-20T20:00:00Z")) == 20)
  }

  @Test func `nothing is charged until it is switched on`() {
    #expect(LendingPolicy().fee(for: loan, until: Sample.moment("2027-11-20T12:00:00Z")) == 0)
  }

  @Test func `so much a day, up to the most`() {
    let week = Sample.moment("2026-11-27T12:00:00Z")
    let year = Sample.moment("2027-11-27T12:00:00Z")
    #expect(rules { _ in }.fee(for: loan, until: week) == 7 * 20)
    #expect(rules { _ in }.fee(for: loan, until: year) == 1000)
    #expect(rules { $0.most = 0 }.fee(for: loan, until: year) == 372 * 20)
    #expect(rules { $0.most = 130 }.fee(for: loan, until: week) == 130)
    #expect(rules { $0.perDay = 0 }.fee(for: loan, until: year) == 0)
    #expect(rules { ($0.perDay, $0.most) = (.max, 0) }.fee(for: loan, until: week) == .max)
    #expect(rules { _ in }.fee(for: loan, until: Sample.moment("2026-11-20T12:00:00Z")) == 0)
  }

  @Test func `days of grace cost nothing, now or later`() {
    #expect(rules { $0.graceDays = 3 }.fee(for: loan, until: Sample.moment("2026-11-23T12:00:00Z")) == 0)
    #expect(rules { $0.graceDays = 3 }.fee(for: loan, until: Sample.moment("2026-11-25T12:00:00Z")) == 2 * 20)
  }

  @Test func `closed days are free of charge, unless the setting charges them`() {
    let monday = Sample.moment("2026-11-23T12:00:00Z")
    #expect(rules(closed: [6, 7]) { _ in }.fee(for: loan, until: monday) == 20)
    #expect(rules(closed: [6, 7]) { $0.closedDaysCount = true }.fee(for: loan, until: monday) == 60)
    // A library that is never open cannot charge either.
    #expect(rules(closed: Set(1...7)) { _ in }.fee(for: loan, until: Sample.moment("2030-01-01T00:00:00Z")) == 0)
  }

  private func rules(closed: Set<Int> = [], _ change: (inout LibraryPolicy.Fees) -> Void) -> LendingPolicy {
    var library = LibraryPolicy()
    library.fees.isOn = true
    library.due.calendar.closedWeekdays = closed
    change(&library.fees)
    return LendingPolicy(library: library)
  }
}
