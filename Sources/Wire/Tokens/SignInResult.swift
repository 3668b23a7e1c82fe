package import Deadwax

/// The caller that a token or a sign-in authenticates.
package struct SignInResult: Codable, Sendable {
  package var role: Role
  /// The name of the token or the account.
  package var name: String?
  /// The only station that the token acts as, for the role `station`; omitted for any.
  package var station: Station.Name?
  /// The account; omitted for a token of a program.
  package var account: AccountRecord.ID?
  /// True if the screen is locked: it shows the page Desk of its station only. Omitted otherwise.
  package var isLocked: Bool?
  /// The token of the sign-in, if the request wanted it.
  package var token: String?

  package init(
    role: Role, name: String? = nil, station: Station.Name? = nil, account: AccountRecord.ID? = nil,
    isLocked: Bool? = nil, token: String? = nil
  ) {
    self.role = role
    self.name = name
    self.station = station
    self.account = account
    self.isLocked = isLocked
    self.token = token
  }
}
