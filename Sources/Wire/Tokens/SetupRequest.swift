/// The secret of the set-up link. With a name and a passphrase, an account is created; otherwise a token.
package struct SetupRequest: Codable, Sendable {
  /// The part of the set-up link after the `#`.
  package var secret: String
  /// The name of the administrator's account.
  package var name: String?
  /// The passphrase of that account.
  package var passphrase: String?
}
