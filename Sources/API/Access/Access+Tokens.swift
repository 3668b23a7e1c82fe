package import Deadwax
internal import HTTPServer
internal import RequestRecords
internal import Threads
package import Wire

extension Access {
  package func tokens() throws -> [TokenRecord] { try records.all() }

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
    try records.make(name: name, role: role.rawValue, station: station)
  }

  /// Revokes a token immediately, and ends the streams that were opened with it.
  ///
  /// - Returns: false if there is no token with this id.
  /// - Throws: `lastAdministrator` if no administrator would be left, because nothing could then be managed.
  package func revoke(_ id: TokenRecord.ID) throws -> Bool {
    let revocation = try records.revoke(id)
    if revocation == .lastAdministrator {
      throw Problem(
        .lastAdministrator, "This is the only administrator's token. Create another token with the role admin first.")
    }
    let isRevoked = revocation == .revoked
    known.withLock { known in
      known.callers = [:]
      known.revocations += 1
    }
    if isRevoked { for stream in streams.withLock({ $0[id] ?? [:] }).values { stream.close() } }
    return isRevoked
  }
}
