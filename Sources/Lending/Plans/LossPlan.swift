package import Deadwax

/// The price of a copy that its borrower lost. Nothing else decides whether and how much is charged.
package enum LossPlan {
  /// The prices that can be charged, in minor units.
  package static let prices = 1...10_000_000

  /// The reason against a price.
  package enum Refusal: Hashable, Sendable {
    case outOfRange
    case feesAreOff
  }
}

extension LendingPolicy {
  /// Returns the reason against the price of a lost copy; nil if it can be charged, or if none is to be charged.
  package func refusal(ofPrice price: Int?) -> LossPlan.Refusal? {
    guard let price else { return nil }
    guard LossPlan.prices.contains(price) else { return .outOfRange }
    return library.fees.isOn ? nil : .feesAreOff
  }

  /// Returns the effects when a copy on loan is recorded as lost: the loan ends, with its overdue fee up to now and the
  /// price of the copy.
  ///
  /// - Parameters:
  ///   - loan: an open loan.
  ///   - price: the price of the copy in minor units, which was not refused; nil if it is not charged.
  ///   - now: the time.
  /// - Returns: the effects.
  package func losing(_ loan: Loan, price: Int?, now: Timestamp) -> [LendingEffect] {
    [.lose(loan, fee: fee(for: loan, until: now), price: price ?? 0)]
  }
}
