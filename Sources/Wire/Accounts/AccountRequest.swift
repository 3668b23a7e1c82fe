/// The account to create.
package struct AccountRequest: Codable, Sendable {
  /// The name for signing in, 1 to 80 characters.
  package var name: String
  package var role: Role
  /// The passphrase, 10 to 200 characters.
  package var passphrase: String

  package init(name: String, role: Role, passphrase: String) {
    self.name = name
    self.role = role
    self.passphrase = passphrase
  }
}
