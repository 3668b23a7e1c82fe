/// A loan that was not renewed.
package struct UnrenewedLoan: Codable, Sendable {
  package var loan: LoanResource
  /// All reasons.
  package var reasons: [ProblemReason]

  package init(loan: LoanResource, reasons: [ProblemReason]) {
    self.loan = loan
    self.reasons = reasons
  }
}
