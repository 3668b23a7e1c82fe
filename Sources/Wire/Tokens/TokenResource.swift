package import Deadwax

/// A token, without its secret.
package struct TokenResource: Codable, Sendable {
  package var id: String
  package var name: String
  package var role: Role
  /// The only station that the token acts as, for the role `station`; omitted for any.
  package var station: Station.Name?
  /// True if the screen that has the token is locked. Omitted otherwise.
  package var isLocked: Bool?
  /// The creation time.
  package var createdAt: RFC3339Time?
  /// The time of revocation; omitted while the token is valid.
  package var revokedAt: RFC3339Time?
  /// The secret; only in the response to its creation.
  package var token: String?

  package init(
    id: String, name: String, role: Role, station: Station.Name? = nil, isLocked: Bool? = nil,
    createdAt: RFC3339Time? = nil, revokedAt: RFC3339Time? = nil, token: String? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.station = station
    self.isLocked = isLocked
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.token = token
  }
}
