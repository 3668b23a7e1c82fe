/// The first administrator's token, or account.
package struct SetupResult: Codable, Sendable {
  /// The token, which is displayed only this once; omitted for an account.
  package var token: String?
  package var role: String

  package init(token: String?, role: String) {
    self.token = token
    self.role = role
  }
}
