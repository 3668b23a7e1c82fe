package import Deadwax

/// A change of the records that a plan requests. All effects of a plan are applied in order, or none is.
package enum LendingEffect: Hashable, Sendable {
  /// Opens a loan that begins at `at`, and fulfils these holds.
  case lend(Copy, to: Borrower.ID, dueAt: Timestamp, fulfils: [Hold.ID], at: Timestamp)
  /// Ends a loan at `at`, and charges its overdue fee. A nil `partsBack` means all parts.
  case checkIn(Loan, at: Timestamp, partsBack: Int?, fee: Int)
  /// Records the number of returned parts of a loan, which stays open for the others.
  case notePartsBack(Loan, Int)
  /// Renews a loan at `at`, and charges the overdue fee up to that time.
  case renew(Loan, dueAt: Timestamp, fee: Int, at: Timestamp)
  /// Ends a loan whose copy is lost, and charges its overdue fee up to now and the price of the copy; 0 is none.
  case lose(Loan, fee: Int, price: Int)
  /// Traps a copy for a waiting hold.
  case trap(Copy, for: Hold.ID, until: Timestamp)
  /// Returns a ready hold to the queue, at its old position.
  case waitAgain(Hold)
  /// Ends an open hold; `next` is the hold for which its copy is trapped then.
  case end(Hold, as: Hold.State, next: Hold.ID?)
  /// Makes a missing or lost copy available.
  case find(Copy)
  /// Waives a fee that was not paid.
  case cancel(Fee)
  /// Records a refund of the fee that the borrower paid for a copy that was found.
  case refund(Fee)
  case countInHouse(Copy)
}
