package import Deadwax
internal import Secrets
package import Storage

/// The stored tokens of callers. A token itself is not stored, only its hash.
package struct TokenStore: Sendable {
  private let database: Database

  /// The result of a request to revoke a token.
  package enum Revocation: Sendable {
    case revoked
    /// There is no valid token with this id.
    case unknown
    /// The only token of an administrator is not revoked, because nothing could then be managed.
    case lastAdministrator
  }

  package init(database: Database) { self.database = database }

  /// All tokens, in the order of their creation.
  package func all() throws -> [TokenRecord] { try database.read { try $0.tokens() } }

  /// Returns true if an administrator has a valid token.
  package func hasAdministrator() throws -> Bool { try database.read { try !$0.administrators().isEmpty } }

  /// Finds the record of a token; nil if it is unknown or was revoked.
  package func record(hash: [UInt8]) throws -> TokenRecord? { try database.read { try $0.token(hash: hash) } }

  /// Returns true if a token exists and was not revoked.
  package func isLive(_ id: TokenRecord.ID) throws -> Bool { try database.read { try $0.isLive(id) } }

  /// Creates a random token and its record.
  ///
  /// - Parameters:
  ///   - name: the person or program that uses the token.
  ///   - role: the role of the token.
  ///   - station: the only station that it acts as; nil for any.
  /// - Returns: the token, which is available only now, and its record as stored.
  /// - Throws: a `StorageError`.
  package func make(
    name: String, role: String, station: Station.Name?
  ) throws -> (token: String, record: TokenRecord) {
    let token = Token.random()
    let record = try database.write { transaction in
      let record = TokenRecord(
        id: .new(at: transaction.now), name: name, role: role, station: station, createdAt: transaction.now)
      try transaction.insert(record, hash: Token.hash(of: token))
      return record
    }
    return (token, record)
  }

  /// Revokes a token, unless it is the only one of an administrator.
  package func revoke(_ id: TokenRecord.ID) throws -> Revocation {
    try database.write { transaction in
      guard try transaction.administrators().map(\.id) != [id] else { return .lastAdministrator }
      return try transaction.revoke(id) ? .revoked : .unknown
    }
  }
}
