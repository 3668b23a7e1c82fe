package import Deadwax

extension LendingPolicy {
  /// Returns the borrowers whose holds are skipped for now: those whose cards are blocked or have expired, if the
  /// library skips them. This is the only place that makes this decision.
  package func ineligible(_ borrowers: [Borrower], at now: Timestamp) -> Set<Borrower.ID> {
    guard library.holds.skipsBlocked else { return [] }
    return Set(borrowers.filter { $0.block != nil || $0.isExpired(at: now) }.map(\.id))
  }
}
