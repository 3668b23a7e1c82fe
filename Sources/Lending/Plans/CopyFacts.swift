package import Deadwax

/// The facts about a copy that a plan needs.
package struct CopyFacts: Hashable, Sendable {
  /// The current copy. Its loan is the open one; for an earlier event, the loan that was open then.
  package var copy: Copy
  /// The open holds that the copy could fulfil, in any order; other holds have no effect.
  package var holds: [Hold]
  /// The borrowers whose holds are skipped for now, from `LendingPolicy.ineligible`.
  package var ineligible: Set<Borrower.ID>
  /// The fees for the loss of this copy that are not settled, and those that were paid and have no refund.
  package var lostFees: [Fee]

  package init(copy: Copy, holds: [Hold], ineligible: Set<Borrower.ID>, lostFees: [Fee]) {
    self.copy = copy
    self.holds = holds
    self.ineligible = ineligible
    self.lostFees = lostFees
  }
}
