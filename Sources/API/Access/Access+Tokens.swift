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
  ///   - isLocked: true for a screen that shows the page Desk of the station only.
  ///   - author: the author for the history.
  /// - Returns: the token, and its record as stored.
  /// - Throws: a `StorageError`.
  package func makeToken(
    name: String, role: Role, station: Station.Name? = nil, isLocked: Bool = false,
    by author: AccessAuthor = .console
  ) throws -> (token: String, record: TokenRecord) {
    try records.make(name: name, role: role.rawValue, station: station, isLocked: isLocked, by: author)
  }

  /// Revokes a token immediately, and ends the streams that were opened with it.
  ///
  /// - Parameters:
  ///   - id: the id of the token's record.
  ///   - caller: the caller; nil for the console.
  ///   - author: the author for the history.
  /// - Returns: false if there is no token with this id.
  /// - Throws: `lastAdministrator` if no administrator would be left, because nothing could then be managed; `ownToken`
  ///   if it is the caller's own token. A program that works through a list of tokens would lock itself out.
  package func revoke(
    _ id: TokenRecord.ID, by caller: Caller?, _ author: AccessAuthor = .console
  ) throws -> Bool {
    let revocation = try records.revoke(id, by: caller?.token, author)
    switch revocation {
    case .lastAdministrator: throw Self.lastAdministrator
    case .own: throw Self.ownToken
    case .revoked, .unknown: break
    }
    let isRevoked = revocation == .revoked
    forget(isRevoked ? [id] : [])
    return isRevoked
  }

  /// Makes a token invalid at once whose browser has got a newer cookie, and ends its streams.
  func replace(_ token: TokenRecord.ID?) {
    if let token { known.withLock { $0.noteReplaced(token) } }
    forget([token].compactMap(\.self))
  }

  /// Makes tokens and sign-ins that were revoked invalid at once, and ends their streams.
  func forget(_ revoked: [TokenRecord.ID]) {
    known.withLock { known in
      known.forget()
      known.revocations += 1
    }
    for id in revoked { for stream in streams.withLock({ $0[id] ?? [:] }).values { stream.close() } }
  }

  private static let lastAdministrator = Problem(
    .lastAdministrator, "This is the only administrator's token. Create another token with the role admin first.")

  private static let ownToken = Problem(
    .ownToken, "The request is sent with this token. Revoke it with the token of another administrator.")
}
