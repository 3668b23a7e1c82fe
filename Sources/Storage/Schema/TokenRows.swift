package import Deadwax

extension Queryable {
  /// Returns the token with a hash, unless it was revoked.
  package func token(hash: [UInt8]) throws -> TokenRecord? {
    try first(
      "\(tokenSelect) WHERE t.hash = ?1 AND t.revoked_at IS NULL AND a.disabled_at IS NULL", hash, as: token(from:))
  }

  /// Returns the tokens of programs, also those that were revoked.
  package func tokens() throws -> [TokenRecord] {
    try all("\(tokenSelect) WHERE t.account_id IS NULL ORDER BY t.created_at, t.id", as: token(from:))
  }

  /// Returns a token or a sign-in by its id; nil if there is none.
  package func token(_ id: TokenRecord.ID) throws -> TokenRecord? {
    try first("\(tokenSelect) WHERE t.id = ?1", id, as: token(from:))
  }

  /// Returns the open sign-ins, the oldest first.
  ///
  /// - Parameter account: the account of the sign-ins; nil for all.
  /// - Returns: the sign-ins.
  /// - Throws: a `StorageError`.
  package func signIns(of account: AccountRecord.ID?) throws -> [TokenRecord] {
    try all(
      """
      \(tokenSelect) WHERE t.account_id IS NOT NULL AND (?1 IS NULL OR t.account_id = ?1) ORDER BY t.created_at, t.id
      """, account?.text, as: token(from:))
  }

  /// Returns the valid tokens of programs with the role of an administrator.
  package func administrators() throws -> [TokenRecord] {
    try all(
      """
      \(tokenSelect) WHERE t.role = 'admin' AND t.revoked_at IS NULL AND t.account_id IS NULL
      ORDER BY t.created_at, t.id
      """, as: token(from:))
  }

  /// Returns true if a token exists and was not revoked.
  package func isLive(_ token: TokenRecord.ID) throws -> Bool {
    try first("SELECT 1 FROM token WHERE id = ?1 AND revoked_at IS NULL", token, as: { try $0.integer(0) }) != nil
  }

  private func token(from row: Row) throws -> TokenRecord {
    TokenRecord(
      id: try row.id("id"), name: try row.text("name"), role: try row.text("role"), station: try station(from: row),
      createdAt: try row.time("created_at"), revokedAt: try row.optionalTime("revoked_at"),
      account: try row.optionalID("account_id"), seenAt: try row.optionalTime("seen_at"),
      lock: try lock(from: row))
  }

  /// Reads the token's lock. An unknown one must not turn into a free screen, so it throws.
  private func lock(from row: Row) throws -> TokenRecord.Lock? {
    guard let text = try row.optionalText("locked") else { return nil }
    guard let lock = TokenRecord.Lock(rawValue: text) else {
      throw StorageError(.mismatch, call: "token", message: "a token has an unknown lock")
    }
    return lock
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

/// A sign-in has the name and the role of its account.
private let tokenSelect = """
  SELECT t.id, coalesce(a.name, t.name) AS name, coalesce(a.role, t.role) AS role, t.created_at, t.revoked_at, t.station,
    t.account_id, t.seen_at, t.locked
  FROM token t LEFT JOIN account a ON a.id = t.account_id
  """

extension WriteTransaction {
  package func insert(_ token: TokenRecord, hash: [UInt8]) throws {
    try run(
      """
      INSERT INTO token (id, name, role, hash, created_at, station, account_id, seen_at, locked)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, token.id, token.name, token.role, hash, token.createdAt, token.station?.text, token.account?.text,
      token.seenAt, token.lock?.rawValue)
  }

  /// Revokes a program's token. Returns false if there is no such token or it was revoked before.
  package func revoke(_ token: TokenRecord.ID) throws -> Bool {
    try run(
      "UPDATE token SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL AND account_id IS NULL", token, now) == 1
  }

  /// Removes the token that locking a screen made. Returns false if there is none.
  package func endScreenLock(_ id: TokenRecord.ID) throws -> Bool {
    try run("DELETE FROM token WHERE id = ?1 AND locked = 'screen'", id) == 1
  }

  /// Removes a sign-in. Returns false if there is none.
  package func endSignIn(_ id: TokenRecord.ID) throws -> Bool {
    try run("DELETE FROM token WHERE id = ?1 AND account_id IS NOT NULL", id) == 1
  }

  /// Records the use of a sign-in.
  package func noteUse(of id: TokenRecord.ID) throws {
    try run("UPDATE token SET seen_at = ?2 WHERE id = ?1 AND account_id IS NOT NULL", id, now)
  }

  /// Removes the sign-ins that were not used since a time. Those of stations stay.
  package func endSignIns(unusedSince time: Timestamp) throws {
    try run(
      """
      DELETE FROM token WHERE seen_at < ?1 AND account_id IN (SELECT id FROM account WHERE role <> 'station')
      """, time)
  }
}
