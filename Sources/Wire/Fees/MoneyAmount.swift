/// An amount in one currency.
package struct MoneyAmount: Codable, Sendable {
  /// An amount in minor units of the currency.
  package var amount: Int
  /// The ISO 4217 code of the currency.
  package var currency: String

  package init(amount: Int, currency: String) {
    self.amount = amount
    self.currency = currency
  }
}
