package import Deadwax

extension LoanRules {
  /// What stands against a borrower before any record is held up, for the beginning of a session: blocked, expired,
  /// overdue, owing, or at the limit. The note of overdue loans that do not block is given here, and not again with
  /// every record.
  ///
  /// - Parameters:
  ///   - borrower: with the counts of this moment.
  ///   - now: the time.
  /// - Returns: blockers, and `overdue-note` for whoever has something overdue.
  package func standing(of borrower: Borrower, now: Timestamp) -> Assessment {
    Assessment(
      blockers: blockers(of: borrower, now: now), warnings: borrower.overdueLoans > 0 ? [.overdueNote] : [],
      versions: ["borrower:\(borrower.id)@\(borrower.version)"])
  }

  /// Everything that stands against a loan.
  ///
  /// What the borrower already has is a `renew-offer` and nothing else: a yes renews it, and `renewal` tells whether it
  /// can be. On a desk where borrowers serve themselves a hold or a loan of somebody else refuses; where staff stands
  /// by, it asks. A copy that was thought missing or lost is asked about everywhere; one that was withdrawn only staff
  /// can lend again.
  ///
  /// - Parameters:
  ///   - copy: as it is now, with its open loan.
  ///   - borrower: who wants it, with the counts of this moment.
  ///   - holds: the open holds that the copy could fulfil, in any order; others do no harm.
  ///   - isStaff: whether a member of staff asks for it, or has opened the desk with a card.
  ///   - isClockRight: whether the due date can be trusted.
  ///   - isAlone: whether it is no part of a session, so that nobody was told of the borrower's overdue loans before.
  ///   - now: the time.
  /// - Returns: `hold-fulfilled` among the warnings when the loan ends a hold of the borrower: `HoldQueue.claim` tells
  ///   which.
  package func checkout(
    _ copy: Copy, to borrower: Borrower, holds: [Hold] = [], isStaff: Bool = false, isClockRight: Bool = true,
    isAlone: Bool = false, now: Timestamp
  ) -> Assessment {
    let claim = HoldQueue.claim(on: copy, of: borrower.id, among: holds, now: now)
    let versions = Self.versions(
      copy: copy, borrower: borrower, holds: [claim.own, claim.other].compactMap(\.self))
    if let loan = copy.openLoan, loan.borrower == borrower.id {
      return Assessment(confirms: [.renewOffer], versions: versions)
    }
    let isAttended = isAttended(isStaff: isStaff)
    var blockers = blockers(of: borrower, now: now)
    var confirms: [Outcome.Code] = []
    var warnings: [Outcome.Code] = []
    if copy.openLoan != nil {
      if isAttended { confirms.append(.onLoanElsewhere) } else { blockers.append(.onLoanElsewhere) }
    }
    if claim.other != nil {
      if isAttended { confirms.append(.holdOther) } else { blockers.append(.holdOther) }
    }
    switch copy.status {
    case .available: break
    case .missing, .lost: confirms.append(.foundMissing)
    case .withdrawn:
      if isAttended { confirms.append(.foundMissing) } else { blockers.append(.withdrawn) }
    }
    if copy.isReference || isTooWorn(copy) { blockers.append(.notForLoan) }
    if claim.own != nil { warnings.append(.holdFulfilled) }
    if copy.partCount > 1 || copy.partsMissing > 0 { warnings.append(.parts) }
    if isAlone, borrower.overdueLoans > 0, !blockers.contains(.overdueBlock) { warnings.append(.overdueNote) }
    if !isClockRight { warnings.append(.clock) }
    return Assessment(blockers: blockers, confirms: confirms, warnings: warnings, versions: versions)
  }

  private func blockers(of borrower: Borrower, now: Timestamp) -> [Outcome.Code] {
    let limits = house.limits
    var blockers: [Outcome.Code] = []
    if borrower.block != nil { blockers.append(.cardBlocked) }
    if borrower.isExpired(at: now) { blockers.append(.cardExpired) }
    if limits.overdueLoans > 0, borrower.overdueLoans >= limits.overdueLoans { blockers.append(.overdueBlock) }
    if limits.feesDue > 0, borrower.feesDue >= limits.feesDue { blockers.append(.feesBlock) }
    if borrower.openLoans >= loanLimit(of: borrower) { blockers.append(.limit) }
    return blockers
  }

  /// Whether the medium is graded below what the house lends. What nobody has graded, or not by Discogs' grades, is
  /// lent.
  func isTooWorn(_ copy: Copy) -> Bool {
    guard let least = house.limits.leastCondition.flatMap({ Grade($0) }),
      let grade = copy.mediaCondition.flatMap({ Grade($0) })
    else { return false }
    return grade < least
  }
}

extension Borrower {
  /// Whether the card has ended. It ends with its moment.
  package func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
