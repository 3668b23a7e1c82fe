package import Deadwax

extension LoanRules {
  /// Returns the effects when a copy on loan is recorded as lost: the loan ends, with its overdue fee up to now.
  ///
  /// - Parameters:
  ///   - loan: an open loan.
  ///   - price: the price of the copy in minor units; nil if it is not charged.
  ///   - now: the time.
  /// - Returns: the effects.
  package func losing(_ loan: Loan, price: Int?, now: Timestamp) -> [LendingEffect] {
    [.lose(loan, fee: fee(for: loan, until: now), price: price)]
  }
}
