/// A presented card.
package struct CardSearchRequest: Codable, Sendable {
  /// The code, as scanned. It is in the body, so that it is in no path.
  package var card: String

  package init(card: String) {
    self.card = card
  }
}
