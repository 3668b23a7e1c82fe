import Deadwax
import Lending
import OfflineMerge
import OfflineStation
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the times that apply to offline actions.
@Suite(.timeLimit(.minutes(10)))
struct MergeTimeTests {
  let shelf: CasesLibrary
  var bus: SimulatedOfflineStation

  init() throws {
    shelf = try CasesLibrary()
    bus = try SimulatedOfflineStation(shelf)
  }

  private func expect(
    _ verdict: MergeResult, _ state: MergeResult.State, _ code: Outcome.Code, _ reasons: [Outcome.Code] = [],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(verdict.state == state && verdict.code == code && verdict.reasons == reasons, sourceLocation: location)
  }

  @Test mutating func `a loan is renewed twice in one journal, each time at its own time`() throws {
    try shelf.lend(0, to: 0)
    shelf.advance(.seconds(3 * 86_400))
    bus.note(.renew, shelf.code(0), card: 0, ago: .seconds(7200))
    let second = bus.note(.renew, shelf.code(0), card: 0, ago: .seconds(3600))
    for verdict in try bus.report().verdicts { expect(verdict, .applied, .renewed) }
    let loan = try #require(try shelf.loans(0).first)
    #expect(loan.renewals == 2 && loan.renewedAt == second.at)
  }

  @Test mutating func `a copy that returns and leaves at one time is lent again, through any number of borrowers`()
    throws
  {
    try shelf.lend(0, to: 0)
    shelf.advance(.seconds(7200))
    bus.note(.checkIn, shelf.code(0), ago: .seconds(1800))
    // By its clock each was earlier than the previous one; none counts from before that one.
    bus.note(.checkOut, shelf.code(0), card: 0, ago: .seconds(3600))
    bus.note(.checkOut, shelf.code(0), card: 1, ago: .seconds(3000))
    bus.note(.checkOut, shelf.code(0), card: 0, ago: .seconds(2400))
    let verdicts = try bus.report().verdicts
    #expect(verdicts.map(\.code) == [.returned, .checkedOut, .checkedOut, .checkedOut])
    #expect(verdicts.map(\.reasons) == [[], [], [.onLoanElsewhere], [.onLoanElsewhere]])
    let loans = try shelf.loans(0)
    #expect(loans.count == 4 && loans.filter(\.isOpen).map(\.borrower) == [shelf.places.borrowers[0].id])
  }

  @Test mutating func `a loan that was not overdue at the time does not block`() throws {
    try shelf.set("limits.overdue-loans", "1")
    try shelf.set("renewal.overdue", "all")
    try shelf.lend(0, to: 0)
    let due = try #require(try shelf.loans(0).first).dueAt
    try shelf.lend(1, to: 1)
    shelf.clock.withLock { $0 = due + .seconds(3600) }
    bus.note(.checkOut, shelf.code(2), card: 0, ago: .seconds(7200))
    bus.note(.renew, shelf.code(0), card: 0, ago: .seconds(7100))
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .checkedOut)
    expect(verdicts[1], .applied, .renewed)
    bus.note(.checkOut, shelf.code(CasesLibrary.alone), card: 1)
    expect(try bus.last(), .appliedWithException, .checkedOut, [.overdueBlock])
  }
}
