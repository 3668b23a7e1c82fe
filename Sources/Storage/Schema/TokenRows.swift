package import Deadwax

extension Queryable {
  /// Returns the token with a hash, unless it was revoked.
  package func token(hash: [UInt8]) throws -> TokenRecord? {
    try first("\(tokenSelect) WHERE hash = ?1 AND revoked_at IS NULL", hash, as: token(from:))
  }

  package func tokens() throws -> [TokenRecord] {
    try all("\(tokenSelect) ORDER BY created_at, id", as: token(from:))
  }

  /// Returns the valid tokens of administrators.
  package func administrators() throws -> [TokenRecord] {
    try all("\(tokenSelect) WHERE role = 'admin' AND revoked_at IS NULL ORDER BY created_at, id", as: token(from:))
  }

  /// Returns true if a token exists and was not revoked.
  package func isLive(_ token: TokenRecord.ID) throws -> Bool {
    try first("SELECT 1 FROM token WHERE id = ?1 AND revoked_at IS NULL", token, as: { try $0.integer(0) }) != nil
  }

  private func token(from row: Row) throws -> TokenRecord {
    TokenRecord(
      id: try row.id("id"), name: try row.text("name"), role: try row.text("role"), station: try station(from: row),
      createdAt: try row.time("created_at"), revokedAt: try row.optionalTime("revoked_at"))
  }

  /// Reads the token's station. An invalid name must not turn into permission for any station, so it throws.
  private func station(from row: Row) throws -> Station.Name? {
    guard let text = try row.optionalText("station") else { return nil }
    guard let name = Station.Name(text) else {
      throw StorageError(.mismatch, call: "token", message: "a token is bound to an invalid name of a station")
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

  /// Revokes a token. Returns false if there is no such token or it was revoked before.
  package func revoke(_ token: TokenRecord.ID) throws -> Bool {
    try run("UPDATE token SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL", token, now) == 1
  }
}
