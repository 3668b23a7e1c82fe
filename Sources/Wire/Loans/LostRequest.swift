/// The fee for a lost copy. At most one of the members is given.
package struct LostRequest: Codable, Sendable {
  /// The amount in minor units; by default none.
  package var fee: Int?
  /// True to charge the replacement cost of the copy.
  package var chargesReplacement: Bool?

  package init(fee: Int? = nil, chargesReplacement: Bool? = nil) {
    self.fee = fee
    self.chargesReplacement = chargesReplacement
  }
}
