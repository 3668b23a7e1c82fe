/// The proof of a caller: a token, or a name with its passphrase.
package struct SignInRequest: Codable, Sendable {
  /// The token, as displayed when it was created.
  package var token: String?
  /// The name of the account.
  package var name: String?
  /// The passphrase of the account.
  package var passphrase: String?
  /// True for a program: the response has the token of the sign-in, and sets no cookie.
  package var returnsToken: Bool?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout SignInRequest) -> Void) { set(&self) }
}
