package import Deadwax

/// A fee with the records that it concerns.
package struct FeeView: Hashable, Sendable {
  package var fee: Fee
  package var borrower: Borrower?
  package var loan: Loan?
  package var release: Release?
}
