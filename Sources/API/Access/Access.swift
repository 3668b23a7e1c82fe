package import Deadwax
package import HTTPServer
internal import Lanes
internal import Secrets
package import Storage

/// Decides who is asking. Tokens are kept as hashes only, so that the database gives none away.
package final class Access: Sendable {
  private let database: Database
  private let isOpenOnLoopback: Bool
  private let known = Guarded(Known())

  /// Who is asking.
  package struct Caller: Hashable, Sendable {
    package var role: Role
    /// Of the token; nil for who has none, on this machine.
    package var name: String?
    /// The only desk that it acts as; nil for any.
    package var station: Station.Name?

    package init(role: Role, name: String?, station: Station.Name? = nil) {
      self.role = role
      self.name = name
      self.station = station
    }

    /// Refuses what is done as another desk than that to which the token is tied.
    ///
    /// - Throws: `forbidden`.
    package func check(actsAs other: Station.Name) throws(Problem) {
      guard let station, station != other else { return }
      throw Problem(.forbidden, "This token acts as the station \(station) and as no other.")
    }
  }

  /// Callers by the hash of a token, so that a hot client costs no query; emptied when a token is revoked.
  private struct Known {
    var callers: [[UInt8]: Caller] = [:]
    /// Counts the revocations: what was read before one must not be remembered after it.
    var revocations = 0
  }

  /// The secret of the set-up link of this start; nil when there is none or it was used.
  private let setup = Guarded<SetupSecret?>(nil)

  private static let knownLimit = 1024
  /// What lies below it is one desk's.
  private static let stations = "/api/v1/stations/"

  /// - Parameters:
  ///   - database: where tokens are kept.
  ///   - isOpenOnLoopback: whether callers on this machine may work without a token, as a station does.
  package init(database: Database, isOpenOnLoopback: Bool) {
    self.database = database
    self.isOpenOnLoopback = isOpenOnLoopback
  }

  /// Lets a request pass, or tells why not. A token that is tied to a desk gets nothing below the address of another.
  ///
  /// - Throws: `unauthorized` for a wrong token, or where one is needed; `forbidden` when the role is too low, or when
  ///   a page of another origin sent it.
  @discardableResult
  package func check(_ request: HTTPRequest, needs role: Role) throws(Problem) -> Caller {
    try checkOrigin(of: request)
    guard let given = try caller(of: request) else {
      throw Problem(.unauthorized, "Send a token as 'Authorization: Bearer …'.")
    }
    guard given.role >= role else {
      throw Problem(.forbidden, "This needs the role \(role.rawValue); the caller has \(given.role.rawValue).")
    }
    if given.station != nil, request.path.hasPrefix(Self.stations), let name = request.parameters["name"],
      let station = Station.Name(name)
    {
      try given.check(actsAs: station)
    }
    return given
  }

  /// Refuses what a page of another origin wants to change.
  ///
  /// - Throws: `forbidden`.
  package func checkOrigin(of request: HTTPRequest) throws(Problem) {
    if request.method != .get, request.method != .head, let origin = request.header("origin") {
      let host = request.header("host") ?? ""
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        throw Problem(.forbidden, "The request comes from a page of another origin.")
      }
    }
  }

  private func caller(of request: HTTPRequest) throws(Problem) -> Caller? {
    let text: String
    if let header = request.header("authorization") {
      guard header.lowercased().hasPrefix("bearer ") else {
        throw Problem(.unauthorized, "Only 'Authorization: Bearer …' is understood.")
      }
      text = String(header.dropFirst(7)).trimmed
    } else if let cookie = request.cookie("deadwax") {
      text = cookie
    } else {
      return isOpenOnLoopback && request.peerIsLoopback ? Caller(role: .station, name: nil) : nil
    }
    // A browser that keeps the cookie of another database could never get in again: the refusal takes it away.
    let isCookie = request.header("authorization") == nil
    return try caller(of: text, headers: isCookie ? [Self.noCookie] : [])
  }

  /// Takes the token of a browser away.
  static let noCookie = ("set-cookie", "deadwax=; Path=/; Max-Age=0")

  /// Whose token it is.
  ///
  /// - Parameters:
  ///   - token: as it was shown when it was made.
  ///   - headers: of the refusal.
  /// - Returns: role and name.
  /// - Throws: `unauthorized` when there is none like it.
  package func caller(of token: String, headers: [(String, String)] = []) throws(Problem) -> Caller {
    let hash = Token.hash(of: token)
    let (remembered, revocations) = known.withLock { ($0.callers[hash], $0.revocations) }
    if let remembered { return remembered }
    guard let record = try? database.read({ try $0.token(hash: hash) }), let role = Role(rawValue: record.role)
    else { throw Problem(.unauthorized, "This token is not known, or it was revoked.", headers: headers) }
    let caller = Caller(role: role, name: record.name, station: record.station)
    known.withLock { known in
      guard known.revocations == revocations else { return }
      if known.callers.count >= Self.knownLimit { known.callers = [:] }
      known.callers[hash] = caller
    }
    return caller
  }

  // MARK: tokens

  package func tokens() throws -> [TokenRecord] { try database.read { try $0.tokens() } }

  /// Makes a token and returns it with its record: the only time that it can be seen.
  ///
  /// - Parameters:
  ///   - name: for whom or what.
  ///   - role: what it may.
  ///   - station: the only desk that it acts as, for the role `station`; nil for any.
  /// - Returns: the token itself, and what is kept of it.
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

  /// Revokes a token at once; false when there is none with this id.
  package func revoke(_ id: TokenRecord.ID) throws -> Bool {
    let isRevoked = try database.write { try $0.revoke(id) }
    known.withLock { known in
      known.callers = [:]
      known.revocations += 1
    }
    return isRevoked
  }

  // MARK: set-up

  /// The secret of the one-time set-up link; nil once an admin token was made. Each start makes a new one, for the one
  /// before may have been seen.
  package func beginSetup() throws -> String? {
    let hasAdmin = try tokens().contains { $0.role == Role.admin.rawValue }
    guard !hasAdmin else { return nil }
    let secret = SetupSecret()
    setup.withLock { $0 = secret }
    return secret.text
  }

  /// Exchanges the set-up secret for the first admin token, once.
  ///
  /// - Parameter secret: as it stood in the link.
  /// - Returns: the token, which can be seen only now.
  /// - Throws: `conflict` when the link was used before, `unauthorized` for a wrong secret.
  package func finishSetup(secret: String) throws -> String {
    try setup.withLock { setup in
      guard let kept = setup else {
        throw Problem(.conflict, "The set-up link was used already, or there is none.")
      }
      guard kept.matches(secret) else {
        throw Problem(.unauthorized, "This is not the secret of the set-up link of the last start.")
      }
      let token = try makeToken(name: "set-up", role: .admin).token
      setup = nil
      return token
    }
  }
}
