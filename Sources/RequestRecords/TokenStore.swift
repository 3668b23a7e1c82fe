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
    /// The caller's own token is not revoked: a program that works through a list of tokens would lock itself out.
    case own
  }

  package init(database: Database) { self.database = database }

  /// All tokens, in the order of their creation.
  package func all() throws -> [TokenRecord] { try database.read { try $0.tokens() } }

  /// The accounts of people in the same database.
  package var accounts: AccountStore { AccountStore(database: database) }

  /// The links to the pages of borrowers in the same database.
  package var links: BorrowerLinkStore { BorrowerLinkStore(database: database) }

  /// Returns true if an administrator has a valid token or an account that can sign in.
  package func hasAdministrator() throws -> Bool {
    try database.read { try !$0.administrators().isEmpty || !$0.administratorAccounts().isEmpty }
  }

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
  ///   - isLocked: true for a screen that shows the page Desk of the station only.
  ///   - author: the author for the history.
  /// - Returns: the token, which is available only now, and its record as stored.
  /// - Throws: a `StorageError`.
  package func make(
    name: String, role: String, station: Station.Name?, isLocked: Bool, by author: AccessAuthor
  ) throws -> (token: String, record: TokenRecord) {
    let token = Token.random()
    let record = try database.write { transaction in
      let record = TokenRecord(
        id: .new(at: transaction.now), name: name, role: role, station: station, createdAt: transaction.now,
        lock: isLocked ? .token : nil)
      try transaction.insert(record, hash: Token.hash(of: token))
      try transaction.note(.tokenCreated, of: name, detail: role, by: author)
      return record
    }
    return (token, record)
  }

  /// Adds the use of a set-up link to the history.
  package func noteSetUp(by author: AccessAuthor) throws {
    try database.write { try $0.note(.setUp, by: author) }
  }

  /// Locks a screen: makes a token that acts as its station only, and ends the sign-in of the browser.
  ///
  /// - Parameters:
  ///   - station: the station of the screen.
  ///   - name: the name under which the token is listed.
  ///   - role: the role of a station.
  ///   - signIn: the sign-in of the browser; nil if it has the token of a program.
  ///   - author: the author for the history.
  /// - Returns: the token, which is available only now, and its record as stored.
  /// - Throws: a `StorageError`.
  package func lockScreen(
    of station: Station.Name, name: String, role: String, ending signIn: TokenRecord.ID?, by author: AccessAuthor
  ) throws -> (token: String, record: TokenRecord) {
    let token = Token.random()
    let record = try database.write { transaction in
      let record = TokenRecord(
        id: .new(at: transaction.now), name: name, role: role, station: station, createdAt: transaction.now,
        lock: .screen)
      try transaction.insert(record, hash: Token.hash(of: token))
      if let signIn { _ = try transaction.endSignIn(signIn) }
      var author = author
      author.station = station
      try transaction.note(.screenLocked, by: author)
      return record
    }
    return (token, record)
  }

  /// Revokes a token, unless it is the only one of an administrator and no administrator has an account.
  ///
  /// - Parameters:
  ///   - id: the id of the token's record.
  ///   - own: the token of the caller; nil for the console.
  ///   - author: the author for the history.
  /// - Returns: the outcome, and the reason if the token stays valid.
  /// - Throws: a `StorageError`.
  package func revoke(
    _ id: TokenRecord.ID, by own: TokenRecord.ID?, _ author: AccessAuthor
  ) throws -> Revocation {
    try database.write { transaction in
      let isLast = try transaction.administrators().map(\.id) == [id]
      guard try !isLast || !transaction.administratorAccounts().isEmpty else { return .lastAdministrator }
      guard id != own else { return .own }
      let record = try transaction.token(id)
      guard try transaction.revoke(id) else { return .unknown }
      try transaction.note(.tokenRevoked, of: record?.name, by: author)
      return .revoked
    }
  }
}
