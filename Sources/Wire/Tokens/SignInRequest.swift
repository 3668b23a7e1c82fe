/// A token for a browser.
package struct SignInRequest: Codable, Sendable {
  /// The token, as displayed when it was created.
  package var token: String

  package init(token: String) {
    self.token = token
  }
}
