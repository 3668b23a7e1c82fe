package import Deadwax

extension LendingPolicy {
  /// Assesses a borrower at the start of a session, before any record is scanned: blocked, expired, overdue, owing
  /// fees, or at the limit. The note about overdue loans that do not block is given here, and not again with every
  /// record.
  ///
  /// - Parameters:
  ///   - borrower: the borrower, with current counts.
  ///   - now: the time.
  /// - Returns: the blockers, and `overdue-note` for a borrower with overdue loans.
  package func standing(of borrower: Borrower, now: Timestamp) -> Assessment {
    Assessment(
      blockers: blockers(of: borrower, now: now), confirms: [],
      warnings: borrower.overdueLoans > 0 ? [.overdueNote] : [],
      versions: ["borrower:\(borrower.id)@\(borrower.version)"])
  }

  /// Returns the blockers of a borrower, whatever the copy: they refuse every check-out.
  func blockers(of borrower: Borrower, now: Timestamp) -> [Outcome.Code] {
    let limits = library.limits
    var blockers: [Outcome.Code] = []
    if borrower.block != nil { blockers.append(.cardBlocked) }
    if borrower.isExpired(at: now) { blockers.append(.cardExpired) }
    if limits.overdueLoans > 0, borrower.overdueLoans >= limits.overdueLoans { blockers.append(.overdueBlock) }
    if limits.feesDue > 0, borrower.feesDue[library.fees.currency] ?? 0 >= limits.feesDue {
      blockers.append(.feesBlock)
    }
    if borrower.openLoans >= loanLimit(of: borrower) { blockers.append(.limit) }
    return blockers
  }

  /// Returns the maximum number of open loans of a borrower: the borrower's own limit, else the group's, else the
  /// library's.
  package func loanLimit(of borrower: Borrower) -> Int {
    borrower.loanLimit ?? library.limits.loansByGroup[borrower.group] ?? library.limits.loans
  }
}

extension Borrower {
  /// Returns true if the card has expired. It expires at the exact time of `expiresAt`.
  package func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
