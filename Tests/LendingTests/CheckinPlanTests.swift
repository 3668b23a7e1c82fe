import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CheckinPlanTests {
  private static let now = Sample.now
  private static let staffed = LendingPolicy()
  private static let alone = LendingPolicy(station: StationPolicy(isSelfService: true))
  private static let yesterday = now + .seconds(-86_400)

  static let rows: [Row] = [
    Row("fine") { staffed.checkIn(Sample.copy(loan: Sample.loan()), now: now) },
    Row("overdue", warnings: [.returnedOverdue]) {
      staffed.checkIn(Sample.copy(loan: Sample.loan(dueAt: yesterday)), now: now)
    },
    Row("overdue, but dropped in time") {
      staffed.checkIn(
        Sample.copy(loan: Sample.loan(dueAt: yesterday)), droppedAt: yesterday + .seconds(-60), now: now)
    },
    Row("overdue, and it costs", warnings: [.returnedOverdue, .feeDue]) {
      var library = LibraryPolicy()
      library.fees.isOn = true
      return LendingPolicy(library: library).checkIn(Sample.copy(loan: Sample.loan(dueAt: yesterday)), now: now)
    },
    Row("not on loan", warnings: [.notOnLoan]) { staffed.checkIn(Sample.copy(), now: now) },
    Row("in-house use", warnings: [.notOnLoan, .inHouse]) {
      returning { $0.countsInHouse = true }.checkIn(Sample.copy(), now: now)
    },
    Row("several parts, staff", confirms: [.partsCheck]) {
      staffed.checkIn(Sample.copy(loan: Sample.loan(parts: 2), parts: 2), now: now)
    },
    Row("several parts, self-service", blockers: [.partsCheck]) {
      alone.checkIn(Sample.copy(loan: Sample.loan(parts: 2), parts: 2), now: now)
    },
    Row("several parts, which are not counted here") {
      returning { $0.asksParts = false }.checkIn(Sample.copy(loan: Sample.loan(parts: 2), parts: 2), now: now)
    },
    Row("all parts are back") {
      alone.checkIn(Sample.copy(loan: Sample.loan(parts: 2), parts: 2), partsBack: 2, now: now)
    },
    Row("1 of 2 parts", warnings: [.partsMissing]) {
      staffed.checkIn(Sample.copy(loan: Sample.loan(parts: 2), parts: 2), partsBack: 1, now: now)
    },
    Row("one part went out of several") {
      alone.checkIn(Sample.copy(loan: Sample.loan(parts: 1), parts: 2), now: now)
    },
    Row("withdrawn, self-service", blockers: [.withdrawn], warnings: [.notOnLoan]) {
      alone.checkIn(Sample.copy(status: .withdrawn), now: now)
    },
    Row("withdrawn, staff", confirms: [.withdrawn]) {
      staffed.checkIn(Sample.copy(loan: Sample.loan(), status: .withdrawn), now: now)
    },
    Row("withdrawn, which does not matter here", warnings: [.withdrawn, .notOnLoan]) {
      returning { $0.blocksWithdrawn = false }.checkIn(Sample.copy(status: .withdrawn), now: now)
    },
    Row("it was thought lost", warnings: [.foundMissing, .notOnLoan]) {
      alone.checkIn(Sample.copy(status: .lost), now: now)
    },
    Row("a borrower waits for it", warnings: [.holdWaiting]) {
      alone.checkIn(Sample.copy(loan: Sample.loan()), holds: [Sample.hold(1, of: 2)], now: now)
    },
    Row("it is ready for a borrower", warnings: [.notOnLoan, .holdWaiting]) {
      alone.checkIn(
        Sample.copy(), holds: [Sample.hold(1, of: 2), Sample.hold(2, of: 3, state: .ready, copy: 1)], now: now)
    },
    Row("a borrower waits, but this copy is reference only") {
      alone.checkIn(Sample.copy(loan: Sample.loan(), isReference: true), holds: [Sample.hold(1, of: 2)], now: now)
    },
    Row("a borrower waits, but this copy is too worn to be lent") {
      var library = LibraryPolicy()
      library.limits.leastCondition = "VG"
      return LendingPolicy(library: library).checkIn(
        Sample.copy(loan: Sample.loan(), condition: "P"), holds: [Sample.hold(1, of: 2)], now: now)
    },
    Row("the clock may be wrong", warnings: [.clock]) {
      alone.checkIn(Sample.copy(loan: Sample.loan()), isClockRight: false, now: now)
    },
  ]

  @Test(arguments: rows)
  func `a check-in finds all reasons against it`(row: Row) {
    #expect(row.foundReasons == row.expected)
  }

  @Test func `a return is never before its loan, nor later than now`() {
    let loan = Sample.loan()
    let copy = Sample.copy(loan: loan)
    for (reported, at) in [
      (nil, Self.now), (Self.yesterday, Self.yesterday), (loan.openedAt + .seconds(-1), loan.openedAt),
      (Self.now + .seconds(1), Self.now),
    ] {
      #expect(
        Self.staffed.checkin(copy, droppedAt: reported, now: Self.now).effects == [
          .checkIn(loan, at: at, partsBack: nil, fee: 0)
        ])
    }
  }

  private static func returning(_ change: (inout LibraryPolicy.Returns) -> Void) -> LendingPolicy {
    var library = LibraryPolicy()
    change(&library.returns)
    return LendingPolicy(library: library)
  }
}
