import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CheckoutPlanTests {
  private static let staffed = LendingPolicy()
  private static let alone = LendingPolicy(station: StationPolicy(isSelfService: true))
  private static let now = Sample.now

  static let rows: [Row] = [
    Row("fine") { staffed.checkout(Sample.copy(), to: Sample.borrower(), now: now) },
    Row("fine where borrowers serve themselves") { alone.checkout(Sample.copy(), to: Sample.borrower(), now: now) },
    Row("on loan to this borrower, who has every reason to be refused", confirms: [.renewOffer]) {
      alone.checkout(
        Sample.copy(loan: Sample.loan(of: 1)), to: Sample.borrower(isBlocked: true, open: 10, overdue: 1), now: now)
    },
    Row("on loan to another borrower, self-service", blockers: [.onLoanElsewhere]) {
      alone.checkout(Sample.copy(loan: Sample.loan(of: 2)), to: Sample.borrower(), now: now)
    },
    Row("on loan to another borrower, staff", confirms: [.onLoanElsewhere]) {
      staffed.checkout(Sample.copy(loan: Sample.loan(of: 2)), to: Sample.borrower(), now: now)
    },
    Row("on loan to another borrower, self-service with the card of staff", confirms: [.onLoanElsewhere]) {
      alone.checkout(Sample.copy(loan: Sample.loan(of: 2)), to: Sample.borrower(), isStaff: true, now: now)
    },
    Row("a loan that is over is no loan") {
      alone.checkout(Sample.copy(loan: Sample.loan(of: 2, returnedAt: now)), to: Sample.borrower(), now: now)
    },
    Row("missing", confirms: [.foundMissing]) {
      alone.checkout(Sample.copy(status: .missing), to: Sample.borrower(), now: now)
    },
    Row("lost", confirms: [.foundMissing]) {
      staffed.checkout(Sample.copy(status: .lost), to: Sample.borrower(), now: now)
    },
    Row("withdrawn, staff", confirms: [.withdrawn]) {
      staffed.checkout(Sample.copy(status: .withdrawn), to: Sample.borrower(), now: now)
    },
    Row("withdrawn, self-service", blockers: [.withdrawn]) {
      alone.checkout(Sample.copy(status: .withdrawn), to: Sample.borrower(), now: now)
    },
    Row("reference only", blockers: [.notForLoan]) {
      staffed.checkout(Sample.copy(isReference: true), to: Sample.borrower(), now: now)
    },
    Row("worn below what is lent", blockers: [.notForLoan]) {
      lendingFrom("VG").checkout(Sample.copy(condition: "Good Plus (G+)"), to: Sample.borrower(), now: now)
    },
    Row("just good enough") {
      lendingFrom("VG").checkout(Sample.copy(condition: "VG"), to: Sample.borrower(), now: now)
    },
    Row("never graded") { lendingFrom("VG").checkout(Sample.copy(), to: Sample.borrower(), now: now) },
    Row("held for another, self-service", blockers: [.holdOther]) {
      alone.checkout(Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(1, of: 2)], now: now)
    },
    Row("held for another, staff", confirms: [.holdOther]) {
      staffed.checkout(Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(1, of: 2)], now: now)
    },
    Row("ready for another borrower", blockers: [.holdOther]) {
      alone.checkout(
        Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(1, of: 2, state: .ready, copy: 1)], now: now)
    },
    Row("another copy is ready for another borrower") {
      alone.checkout(
        Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(1, of: 2, state: .ready, copy: 2)], now: now)
    },
    Row("own hold, first in the queue", warnings: [.holdFulfilled]) {
      alone.checkout(
        Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(2, of: 2), Sample.hold(1, of: 1)], now: now)
    },
    Row("own hold, second in the queue", confirms: [.holdOther], warnings: [.holdFulfilled]) {
      staffed.checkout(
        Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(2, of: 1), Sample.hold(1, of: 2)], now: now)
    },
    Row("at the limit", blockers: [.limit]) {
      staffed.checkout(Sample.copy(), to: Sample.borrower(open: 10), now: now)
    },
    Row("one below the limit") { staffed.checkout(Sample.copy(), to: Sample.borrower(open: 9), now: now) },
    Row("something is overdue", blockers: [.overdueBlock]) {
      staffed.checkout(Sample.copy(), to: Sample.borrower(overdue: 1), now: now)
    },
    Row("blocked", blockers: [.cardBlocked]) {
      staffed.checkout(Sample.copy(), to: Sample.borrower(isBlocked: true), now: now)
    },
    Row("expired a moment ago", blockers: [.cardExpired]) {
      staffed.checkout(Sample.copy(), to: Sample.borrower(expiresAt: now), now: now)
    },
    Row("expires in a moment") {
      staffed.checkout(Sample.copy(), to: Sample.borrower(expiresAt: now + .milliseconds(1)), now: now)
    },
    Row("owes as much as may be owed", blockers: [.feesBlock]) {
      var library = LibraryPolicy()
      library.limits.feesDue = 500
      return LendingPolicy(library: library).checkout(Sample.copy(), to: Sample.borrower(fees: 500), now: now)
    },
    Row("something of it is missing", warnings: [.parts]) {
      staffed.checkout(Sample.copy(parts: 2, missing: 1), to: Sample.borrower(), now: now)
    },
    Row("held for another, who gets nothing for now") {
      alone.checkout(
        Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(1, of: 2)], skipping: [Sample.id(2)], now: now)
    },
    Row("ready for another borrower, who is ineligible") {
      alone.checkout(
        Sample.copy(), to: Sample.borrower(), holds: [Sample.hold(1, of: 2, state: .ready, copy: 1)],
        skipping: [Sample.id(2)], now: now)
    },
    Row("several parts", warnings: [.parts]) {
      staffed.checkout(Sample.copy(parts: 4), to: Sample.borrower(), now: now)
    },
    Row("nothing of it is here", blockers: [.partsMissing], warnings: [.parts]) {
      staffed.checkout(Sample.copy(missing: 1), to: Sample.borrower(), now: now)
    },
    Row("the clock may be wrong", warnings: [.clock]) {
      staffed.checkout(Sample.copy(), to: Sample.borrower(), isClockRight: false, now: now)
    },
    Row(
      "everything at once, self-service",
      blockers: [
        .cardBlocked, .cardExpired, .overdueBlock, .feesBlock, .limit, .withdrawn, .notForLoan, .onLoanElsewhere,
        .holdOther,
      ], warnings: [.parts, .clock]
    ) {
      var library = LibraryPolicy()
      library.limits.feesDue = 1
      return LendingPolicy(library: library, station: StationPolicy(isSelfService: true)).checkout(
        Sample.copy(loan: Sample.loan(of: 2), status: .withdrawn, isReference: true, parts: 2),
        to: Sample.borrower(expiresAt: now, isBlocked: true, open: 11, overdue: 1, fees: 1),
        holds: [Sample.hold(1, of: 3)], isClockRight: false, isAlone: true, now: now)
    },
  ]

  @Test(arguments: rows)
  func `a check-out finds all reasons against it`(row: Row) {
    #expect(row.foundReasons == row.expected)
  }

  @Test func `an overdue loan that does not block is reported at the beginning of a session, and without a session`() {
    var library = LibraryPolicy()
    library.limits.overdueLoans = 3
    let rules = LendingPolicy(library: library)
    let borrower = Sample.borrower(overdue: 2)
    #expect(rules.standing(of: borrower, now: Self.now).warnings == [.overdueNote])
    #expect(rules.standing(of: borrower, now: Self.now).isClear)
    #expect(rules.checkout(Sample.copy(), to: borrower, now: Self.now).warnings.isEmpty)
    #expect(rules.checkout(Sample.copy(), to: borrower, isAlone: true, now: Self.now).warnings == [.overdueNote])
    // 0 means never.
    library.limits.overdueLoans = 0
    #expect(LendingPolicy(library: library).standing(of: Sample.borrower(overdue: 99), now: Self.now).isClear)
  }

  @Test func `a session begins with all reasons against its borrower`() {
    let standing = Self.alone.standing(
      of: Sample.borrower(expiresAt: Self.now, isBlocked: true, open: 10, overdue: 1), now: Self.now)
    #expect(standing.blockers == [.cardBlocked, .cardExpired, .overdueBlock, .limit])
    #expect(standing.versions == ["borrower:\(Sample.borrower().id)@1"])
    #expect(Self.alone.standing(of: Sample.borrower(), now: Self.now).isClear)
  }

  @Test func `the limit is the borrower's own, otherwise the group's, otherwise the library's`() {
    var library = LibraryPolicy()
    library.limits.loansByGroup = ["students": 4]
    let rules = LendingPolicy(library: library)
    #expect(rules.loanLimit(of: Sample.borrower()) == 10)
    #expect(rules.loanLimit(of: Sample.borrower(group: "students")) == 4)
    #expect(rules.loanLimit(of: Sample.borrower(group: "students", loanLimit: 0)) == 0)
    // A group is any text: one that the list does not have is no group.
    for other in ["student", "Students", "students ", ""] {
      #expect(rules.loanLimit(of: Sample.borrower(group: other)) == 10)
    }
  }

  @Test func `it rests on the versions of every row it looked at`() {
    let assessment = Self.staffed.checkout(
      Sample.copy(loan: Sample.loan(of: 2), version: 7), to: Sample.borrower(version: 3),
      holds: [Sample.hold(9, of: 1), Sample.hold(8, of: 2)], now: Self.now)
    #expect(
      assessment.versions == [
        "copy:\(Sample.copy().id)@7", "loan:\(Sample.loan().id)@1", "borrower:\(Sample.borrower().id)@3",
        "hold:\(Sample.hold(8, of: 2).id)@1", "hold:\(Sample.hold(9, of: 1).id)@1",
      ])
  }

  private static func lendingFrom(_ grade: String) -> LendingPolicy {
    var library = LibraryPolicy()
    library.limits.leastCondition = grade
    return LendingPolicy(library: library)
  }
}
