package import Deadwax

/// The proof of a caller: a token, a name with its passphrase, or the PIN of the staff card that waits for it at a
/// station.
package struct SignInRequest: Codable, Sendable {
  /// The token, as displayed when it was created.
  package var token: String?
  /// The name of the account.
  package var name: String?
  /// The passphrase of the account.
  package var passphrase: String?
  /// The station at which a staff card waits for its PIN.
  package var station: Station.Name?
  /// The PIN of that card.
  package var pin: String?
  /// True for a program: the response has the token of the sign-in, and sets no cookie.
  package var returnsToken: Bool?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout SignInRequest) -> Void) { set(&self) }
}
