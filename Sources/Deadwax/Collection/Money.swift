/// An amount in whole minor units of a currency.
package struct Money: Hashable, Codable, Sendable {
  package var amount: Int
  /// The ISO 4217 code.
  package var currency: String

  package init(amount: Int, currency: String) {
    self.amount = amount
    self.currency = currency
  }
}
