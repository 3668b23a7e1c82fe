import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RenewalPlanTests {
  private static let now = Sample.now
  private static let yesterday = now + .seconds(-86_400)

  static let rows: [Row] = [
    Row("fine") { renewal(Sample.loan()) },
    Row("not on loan", blockers: [.notOnLoan]) { renewal(nil) },
    Row("given back already", blockers: [.notOnLoan]) { renewal(Sample.loan(returnedAt: yesterday)) },
    Row("on loan to another borrower", blockers: [.onLoanElsewhere]) { renewal(Sample.loan(of: 2)) },
    Row("renewed as often as may be", blockers: [.renewLimit]) { renewal(Sample.loan(renewals: 3)) },
    Row("renewed once less") { renewal(Sample.loan(renewals: 2)) },
    Row("another borrower waits for it", blockers: [.holdWaiting]) {
      renewal(Sample.loan(), holds: [Sample.hold(1, of: 2)])
    },
    Row("another borrower waits for another release") {
      renewal(Sample.loan(), holds: [Sample.hold(1, of: 2, on: .release(Sample.id(2)))])
    },
    Row("a copy is ready for the borrower who waited") {
      renewal(Sample.loan(), holds: [Sample.hold(1, of: 2, state: .ready, copy: 2)])
    },
    Row("overdue", blockers: [.overdueBlockItem]) { renewal(Sample.loan(dueAt: yesterday)) },
    Row("overdue, which does not matter here") { renewal(Sample.loan(dueAt: yesterday), overdue: .allowed) },
    Row("another loan is overdue") { renewal(Sample.loan(), borrower: Sample.borrower(overdue: 1)) },
    Row("another loan is overdue, which keeps all", blockers: [.overdueBlockAll]) {
      renewal(Sample.loan(), borrower: Sample.borrower(overdue: 1), overdue: .all)
    },
    Row("it is overdue itself, which keeps all", blockers: [.overdueBlockAll]) {
      renewal(Sample.loan(dueAt: yesterday), overdue: .all)
    },
    Row("four days before it is due, where three are allowed", blockers: [.tooEarly]) {
      renewal(Sample.loan(dueAt: Sample.moment("2026-11-24T23:59:59.999Z")), opensDaysBefore: 3)
    },
    Row("three days before it is due, where three are allowed") {
      renewal(Sample.loan(dueAt: Sample.moment("2026-11-23T23:59:59.999Z")), opensDaysBefore: 3)
    },
    Row("blocked", blockers: [.cardBlocked]) {
      renewal(Sample.loan(), borrower: Sample.borrower(isBlocked: true))
    },
    Row("expired", blockers: [.cardExpired]) { renewal(Sample.loan(), borrower: Sample.borrower(expiresAt: now)) },
    Row(
      "everything at once",
      blockers: [.cardBlocked, .cardExpired, .overdueBlockItem, .holdWaiting, .renewLimit]
    ) {
      renewal(
        Sample.loan(dueAt: yesterday, renewals: 3), borrower: Sample.borrower(expiresAt: now, isBlocked: true),
        holds: [Sample.hold(1, of: 2)])
    },
  ]

  @Test(arguments: rows)
  func `a renewal finds all reasons against it`(row: Row) {
    #expect(row.foundReasons == row.expected)
  }

  @Test func `the clock is a note`() {
    let assessment = LendingPolicy().renewal(
      of: Sample.copy(loan: Sample.loan()), by: Sample.borrower(), isClockRight: false, now: Self.now)
    #expect(assessment.isClear)
    #expect(assessment.warnings == [.clock])
  }

  private static func renewal(
    _ loan: Loan?, borrower: Borrower = Sample.borrower(), holds: [Hold] = [],
    overdue: LibraryPolicy.Renewal.Overdue = .item, opensDaysBefore: Int? = nil
  ) -> Assessment {
    var library = LibraryPolicy()
    library.renewal.overdue = overdue
    library.renewal.opensDaysBefore = opensDaysBefore
    return LendingPolicy(library: library).renewal(of: Sample.copy(loan: loan), by: borrower, holds: holds, now: now)
  }
}
