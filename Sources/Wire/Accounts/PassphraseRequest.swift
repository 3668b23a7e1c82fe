/// Another passphrase of an account.
package struct PassphraseRequest: Codable, Sendable {
  /// The new passphrase, 10 to 200 characters.
  package var passphrase: String
  /// The present passphrase. An administrator who changes another account omits it.
  package var current: String?

  package init(passphrase: String, current: String? = nil) {
    self.passphrase = passphrase
    self.current = current
  }
}
