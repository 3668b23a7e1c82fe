/// The renewed loans and the others.
package struct RenewalResult: Codable, Sendable {
  /// The renewed loans, with their new due times.
  package var renewed: [LoanResource]
  /// The loans that were not renewed, with all reasons.
  package var unrenewed: [UnrenewedLoan]

  package init(renewed: [LoanResource], unrenewed: [UnrenewedLoan]) {
    self.renewed = renewed
    self.unrenewed = unrenewed
  }
}
