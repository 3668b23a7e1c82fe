package import Deadwax

extension LoanRules {
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

  /// Returns true if the medium is graded below the minimum that the library lends. A copy without a grade, or with a
  /// grade that is not on Discogs' scale, is lent.
  func isTooWorn(_ copy: Copy) -> Bool {
    guard let least = library.limits.leastCondition.flatMap({ Grade($0) }),
      let grade = copy.mediaCondition.flatMap({ Grade($0) })
    else { return false }
    return grade < least
  }
}

extension Borrower {
  /// Returns true if the card has expired. It expires at the exact time of `expiresAt`.
  package func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
