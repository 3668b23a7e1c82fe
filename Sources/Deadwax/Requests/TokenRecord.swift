/// A token in the database, which never contains the secret itself.
package struct TokenRecord: Hashable, Sendable {
  package typealias ID = Identifier<TokenRecord>

  package var id: ID
  package var name: String
  package var role: String
  /// The only station that the token may act for, nil for any.
  package var station: Station.Name?
  package var createdAt: Timestamp
  package var revokedAt: Timestamp?

  package init(
    id: ID, name: String, role: String, station: Station.Name? = nil, createdAt: Timestamp,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.station = station
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
