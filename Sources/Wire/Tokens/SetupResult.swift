/// The first administrator's token.
package struct SetupResult: Codable, Sendable {
  /// The token, which is displayed only this once.
  package var token: String
  package var role: String

  package init(token: String, role: String) {
    self.token = token
    self.role = role
  }
}
