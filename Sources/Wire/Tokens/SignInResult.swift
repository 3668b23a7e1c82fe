package import Deadwax

/// The caller that the token authenticates.
package struct SignInResult: Codable, Sendable {
  package var role: Role
  /// The name of the token.
  package var name: String?
  /// The only station that the token acts as, for the role `station`; omitted for any.
  package var station: Station.Name?

  package init(role: Role, name: String? = nil, station: Station.Name? = nil) {
    self.role = role
    self.name = name
    self.station = station
  }
}
