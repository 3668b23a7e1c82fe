/// The fee for a lost copy.
package struct LostRequest: Codable, Sendable {
  /// The amount in minor units; by default none.
  package var fee: Int?

  package init(fee: Int? = nil) {
    self.fee = fee
  }
}
