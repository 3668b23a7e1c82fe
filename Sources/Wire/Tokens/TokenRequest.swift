package import Deadwax

/// The token to create.
package struct TokenRequest: Codable, Sendable {
  /// The person or program that uses the token, 1 to 80 bytes.
  package var name: String
  package var role: Role
  /// The only station that the token acts as, for the role `station`; omitted for any.
  package var station: Station.Name?
  /// True for a screen that shows the page Desk of the station only.
  package var isLocked: Bool?

  package init(name: String, role: Role, station: Station.Name? = nil, isLocked: Bool? = nil) {
    self.name = name
    self.role = role
    self.station = station
    self.isLocked = isLocked
  }
}
