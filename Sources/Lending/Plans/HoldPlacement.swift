package import Deadwax

/// The decision on whether a borrower can place a hold.
package enum HoldPlacement {
  /// Decides whether a hold can be placed.
  ///
  /// - Parameters:
  ///   - subject: the release or the copy that is wanted.
  ///   - copies: the copies that could fulfil the hold.
  ///   - borrower: the borrower.
  ///   - openHolds: the number of open holds of the borrower.
  ///   - holds: the open holds on the release and its copies.
  ///   - library: the library policy.
  ///   - now: the time.
  /// - Returns: the blockers, the most important first; empty if the hold can be placed.
  package static func blockers(
    on subject: Hold.Subject, _ copies: [Copy], for borrower: Borrower, openHolds: Int, holds: [Hold],
    library: LibraryPolicy, now: Timestamp
  ) -> [Outcome.Code] {
    var blockers: [Outcome.Code] = []
    if borrower.block != nil { blockers.append(.cardBlocked) }
    if borrower.isExpired(at: now) { blockers.append(.cardExpired) }
    if openHolds >= library.holds.perBorrower { blockers.append(.limit) }
    if !copies.contains(where: { !$0.isReference && $0.status != .withdrawn }) { blockers.append(.notForLoan) }
    if copies.contains(where: { $0.loan?.borrower == borrower.id }) { blockers.append(.alreadyYours) }
    if holds.contains(where: { $0.borrower == borrower.id && $0.subject == subject }) { blockers.append(.duplicate) }
    return blockers
  }
}
