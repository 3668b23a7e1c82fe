/// The state of the set-up.
package struct SetupState: Codable, Sendable {
  /// True if a set-up link waits to be used. The hub prints it on its console, with the secret.
  package var isOpen: Bool
  /// The address of the page for the set-up, without the secret; omitted if other machines cannot reach it.
  package var address: String?
  /// A QR code with this address: its rows of modules, `1` for a dark one, without the quiet zone.
  package var symbol: [String]?

  package init(isOpen: Bool, address: String?, symbol: [String]?) {
    self.isOpen = isOpen
    self.address = address
    self.symbol = symbol
  }
}
