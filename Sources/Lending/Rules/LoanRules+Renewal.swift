package import Deadwax

extension LoanRules {
  /// Everything that stands against a renewal. All of it refuses; a member of staff may set it aside with a reason,
  /// except that a loan has to be there.
  ///
  /// - Parameters:
  ///   - copy: as it is now, with its open loan.
  ///   - borrower: who asks. A loan of somebody else is `on-loan-elsewhere`.
  ///   - holds: the open holds that the copy could fulfil, in any order. The borrower's own do not stand in the way.
  ///   - isClockRight: whether the due date can be trusted.
  ///   - now: the time.
  /// - Returns: what stands against it; confirms has nothing.
  package func renewal(
    of copy: Copy, by borrower: Borrower, holds: [Hold] = [], isClockRight: Bool = true, now: Timestamp
  ) -> Assessment {
    let renewal = house.renewal
    let claim = HoldQueue.claim(on: copy, of: borrower.id, among: holds, now: now)
    let versions = Self.versions(copy: copy, borrower: borrower, holds: [claim.other].compactMap(\.self))
    guard let loan = copy.openLoan else { return Assessment(blockers: [.notOnLoan], versions: versions) }
    guard loan.borrower == borrower.id else {
      return Assessment(blockers: [.onLoanElsewhere], versions: versions)
    }
    var blockers: [Outcome.Code] = []
    if borrower.block != nil { blockers.append(.cardBlocked) }
    if borrower.isExpired(at: now) { blockers.append(.cardExpired) }
    switch renewal.overdue {
    case .allowed: break
    case .item: if loan.isOverdue(at: now) { blockers.append(.overdueBlockItem) }
    case .all: if borrower.overdueLoans > 0 || loan.isOverdue(at: now) { blockers.append(.overdueBlockAll) }
    }
    if claim.other != nil { blockers.append(.holdWaiting) }
    if loan.renewals >= renewal.limit { blockers.append(.renewLimit) }
    if let days = renewal.opensDaysBefore,
      zone.day(at: now).daysSince1970 < zone.day(at: loan.dueAt).daysSince1970 - days
    {
      blockers.append(.tooEarly)
    }
    return Assessment(blockers: blockers, warnings: isClockRight ? [] : [.clock], versions: versions)
  }
}
