import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HoldPlacementTests {
  private func blockers(
    of borrower: Borrower = Sample.borrower(), _ copies: [Copy] = [Sample.copy()], open: Int = 0, holds: [Hold] = []
  ) -> [Outcome.Code] {
    var library = LibraryPolicy()
    library.holds.perBorrower = 2
    return HoldPlacement.blockers(
      on: .release(Sample.id(1)), copies, for: borrower, openHolds: open, holds: holds, library: library,
      now: Sample.now)
  }

  @Test func `a hold on a copy that can be lent is placed`() {
    #expect(blockers().isEmpty)
    #expect(blockers([Sample.copy(status: .missing)], open: 1, holds: [Sample.hold(1, of: 2)]).isEmpty)
    #expect(blockers([Sample.copy(isReference: true), Sample.copy(2)]).isEmpty)
  }

  @Test func `each reason against a hold refuses it`() {
    #expect(blockers(of: Sample.borrower(isBlocked: true)) == [.cardBlocked])
    #expect(blockers(of: Sample.borrower(expiresAt: Sample.now)) == [.cardExpired])
    #expect(blockers(open: 2) == [.limit])
    #expect(blockers([]) == [.notForLoan])
    #expect(blockers([Sample.copy(isReference: true), Sample.copy(status: .withdrawn)]) == [.notForLoan])
    #expect(blockers([Sample.copy(loan: Sample.loan())]) == [.alreadyYours])
    #expect(blockers(holds: [Sample.hold(1, of: 1)]) == [.duplicate])
    #expect(blockers(holds: [Sample.hold(1, of: 1, on: .copy(Sample.id(1)))]).isEmpty)
  }

  @Test func `all reasons are listed at once, those of the borrower first`() {
    let person = Sample.borrower(expiresAt: Sample.now, isBlocked: true)
    #expect(
      blockers(of: person, [], open: 5, holds: [Sample.hold(1, of: 1)])
        == [.cardBlocked, .cardExpired, .limit, .notForLoan, .duplicate])
  }
}
