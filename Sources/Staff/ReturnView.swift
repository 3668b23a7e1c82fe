package import Deadwax

/// The result of a check-in, and the place where the copy goes now.
package struct ReturnView: Hashable, Sendable {
  /// `returned` or `returned-overdue`, or `not-on-loan` and `in-house` for a copy that was not on loan.
  package var code: Outcome.Code
  package var notes: [Outcome.Code]
  package var copy: Copy
  package var release: Release
  package var loan: LoanView?
  /// The hold that the copy is ready for now.
  package var hold: HoldView?
  package var fee: Fee?
  /// The number of overdue days, the fee, and the number of returned parts.
  package var facts: Outcome.Facts
  /// The pick-up shelf, if the copy is ready for pick-up and the library has such a place; otherwise the copy goes back
  /// to its own place.
  package var pickUpShelf: Location?

  package init(
    code: Outcome.Code, notes: [Outcome.Code] = [], copy: Copy, release: Release, loan: LoanView? = nil,
    hold: HoldView? = nil, fee: Fee? = nil, facts: Outcome.Facts
  ) {
    self.code = code
    self.notes = notes
    self.copy = copy
    self.release = release
    self.loan = loan
    self.hold = hold
    self.fee = fee
    self.facts = facts
  }
}
