package import Deadwax

/// The loans that a borrower renews on the borrower's own page.
package struct OwnRenewalRequest: Codable, Sendable {
  /// The only loan to renew; by default all.
  package var loan: Loan.ID?

  package init(loan: Loan.ID?) { self.loan = loan }
}
