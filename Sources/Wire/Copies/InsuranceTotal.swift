package import Deadwax

/// The sums of the library's own valuations.
package struct InsuranceTotal: Codable, Sendable {
  /// One sum for each currency.
  package var sums: [Sum]

  /// The sum of one currency.
  package struct Sum: Codable, Sendable {
    /// The sum in minor units.
    package var amount: Int
    /// The ISO 4217 code.
    package var currency: String
    /// The number of copies.
    package var copies: Int
  }

  package init(_ sums: [(sum: Money, copies: Int)]) {
    self.sums = sums.map { Sum(amount: $0.sum.amount, currency: $0.sum.currency, copies: $0.copies) }
  }
}
