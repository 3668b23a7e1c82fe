package import Deadwax
internal import HTTPServer
internal import Secrets
package import Storage
internal import Threads
package import Wire

extension Access {
  package func tokens() throws -> [TokenRecord] { try database.read { try $0.tokens() } }

  /// Creates a token and returns it with its record. The token is available only at this time.
  ///
  /// - Parameters:
  ///   - name: the person or program that uses the token.
  ///   - role: the role of the token.
  ///   - station: the only station that it acts as, for the role `station`; nil for any.
  /// - Returns: the token, and its record as stored.
  /// - Throws: a `StorageError`.
  package func makeToken(
    name: String, role: Role, station: Station.Name? = nil
  ) throws -> (token: String, record: TokenRecord) {
    let token = Token.random()
    let record = try database.write { transaction in
      let record = TokenRecord(
        id: .new(at: transaction.now), name: name, role: role.rawValue, station: station, createdAt: transaction.now)
      try transaction.insert(record, hash: Token.hash(of: token))
      return record
    }
    return (token, record)
  }

  /// Revokes a token immediately, and ends the streams that were opened with it.
  ///
  /// - Returns: false if there is no token with this id.
  /// - Throws: `lastAdministrator` if no administrator would be left, because nothing could then be managed.
  package func revoke(_ id: TokenRecord.ID) throws -> Bool {
    let isRevoked = try database.write { transaction -> Bool in
      let administrators = try transaction.administrators()
      guard administrators.map(\.id) != [id] else {
        throw Problem(
          .lastAdministrator,
          "This is the only administrator's token. Create another token with the role admin first.")
      }
      return try transaction.revoke(id)
    }
    known.withLock { known in
      known.callers = [:]
      known.revocations += 1
    }
    if isRevoked { for stream in streams.withLock({ $0[id] ?? [:] }).values { stream.close() } }
    return isRevoked
  }
}
