package import Deadwax

/// A card, identified by its code or by the scan in which it was presented: exactly one.
package struct CardRequest: Codable, Sendable {
  /// The scan in which the card was presented. The API never reveals the code of a library card.
  package var scan: Reading.ID?
  /// The code of the card, as scanned.
  package var card: String?

  package init(scan: Reading.ID? = nil, card: String? = nil) {
    self.scan = scan
    self.card = card
  }
}
