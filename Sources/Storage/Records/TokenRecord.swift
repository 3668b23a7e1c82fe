package import Deadwax

/// A token as the database keeps it: never the token itself.
package struct TokenRecord: Hashable, Sendable {
  package typealias ID = Identifier<TokenRecord>

  package var id: ID
  package var name: String
  package var role: String
  /// The only desk that it acts as; nil for any.
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

extension Queryable {
  /// The token with this hash, unless it was revoked.
  package func token(hash: [UInt8]) throws -> TokenRecord? {
    try first("\(tokenSelect) WHERE hash = ?1 AND revoked_at IS NULL", hash, as: token(from:))
  }

  package func tokens() throws -> [TokenRecord] {
    try all("\(tokenSelect) ORDER BY created_at, id", as: token(from:))
  }

  private func token(from row: Row) throws -> TokenRecord {
    TokenRecord(
      id: try row.id(0), name: try row.text(1), role: try row.text(2), station: try station(from: row),
      createdAt: try row.time(3), revokedAt: try row.optionalTime(4))
  }

  /// A desk that cannot be read must not become any desk.
  private func station(from row: Row) throws -> Station.Name? {
    guard let text = try row.optionalText(5) else { return nil }
    guard let name = Station.Name(text) else {
      throw StorageError(code: .mismatch, call: "token", message: "a token is tied to what is no name of a station")
    }
    return name
  }
}

private let tokenSelect = "SELECT id, name, role, created_at, revoked_at, station FROM token"

extension WriteTransaction {
  package func insert(_ token: TokenRecord, hash: [UInt8]) throws {
    try run(
      "INSERT INTO token (id, name, role, hash, created_at, station) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", token.id,
      token.name, token.role, hash, token.createdAt, token.station?.text)
  }

  /// Revokes a token; false when there is no such token or it was revoked before.
  package func revoke(_ token: TokenRecord.ID) throws -> Bool {
    try run("UPDATE token SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL", token, now) == 1
  }
}
