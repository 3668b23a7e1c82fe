package import Deadwax
package import HTTPServer
internal import Secrets
package import Storage
internal import Threads

/// The authentication and authorisation of requests. Tokens are stored only as hashes, so that a copy of the database
/// reveals none.
package final class Access: Sendable {
  private let database: Database
  private let isOpenOnLoopback: Bool
  private let known = Locked(CallerCache())

  /// The authenticated caller of a request.
  package struct Caller: Hashable, Sendable {
    package var role: Role
    /// The name of the token; nil for a caller without a token on this machine.
    package var name: String?
    /// The only station that the caller acts as; nil for any.
    package var station: Station.Name?
    /// The id of the token's record; nil for a caller without a token.
    package var token: TokenRecord.ID?

    package init(role: Role, name: String?, station: Station.Name? = nil, token: TokenRecord.ID? = nil) {
      self.role = role
      self.name = name
      self.station = station
      self.token = token
    }

    /// Refuses an action as another station than the one the token is bound to.
    ///
    /// - Throws: `forbidden`.
    package func check(actsAs other: Station.Name) throws(Problem) {
      guard let station, station != other else { return }
      throw Problem(.forbidden, "This token acts only as the station \(station).")
    }
  }

  /// The callers by the hash of their token, so that frequent requests need no query. Emptied when a token is revoked.
  private struct CallerCache {
    var callers: [[UInt8]: Caller] = [:]
    /// The number of revocations. A caller that was read before a revocation must not be cached after it.
    var revocations = 0
  }

  /// The open event streams by the token that opened them.
  private let streams = Locked<[TokenRecord.ID: [ObjectIdentifier: EventStream]]>([:])

  /// The secret of the set-up link of this start, and the name of the token it creates; nil if there is none or it was
  /// used.
  private let setup = Locked<(secret: SetupSecret, name: String)?>(nil)

  private static let knownLimit = 1024
  /// The path prefix of the resources of one station.
  private static let stations = "/api/v1/stations/"

  /// - Parameters:
  ///   - database: the database with the tokens.
  ///   - isOpenOnLoopback: true if callers on this machine have the role `station` without a token.
  package init(database: Database, isOpenOnLoopback: Bool) {
    self.database = database
    self.isOpenOnLoopback = isOpenOnLoopback
  }

  /// Authorises a request or refuses it. A token that is bound to a station has no access below the path of another
  /// station.
  ///
  /// - Throws: `unauthorized` for an invalid token, or if a token is needed; `forbidden` if the role is too low, or if
  ///   a page of another origin sent the request.
  @discardableResult
  package func check(_ request: HTTPRequest, needs role: Role) throws(Problem) -> Caller {
    try checkOrigin(of: request)
    guard let given = try caller(of: request) else {
      throw Problem(.unauthorized, "Send a token as 'Authorization: Bearer …'.")
    }
    guard given.role >= role else {
      throw Problem(.forbidden, "This requires the role \(role.rawValue); the caller has \(given.role.rawValue).")
    }
    if given.station != nil, request.path.hasPrefix(Self.stations), let name = request.parameters["name"],
      let station = Station.Name(name)
    {
      try given.check(actsAs: station)
    }
    return given
  }

  /// Refuses a change that a page of another origin requests.
  ///
  /// - Throws: `forbidden`.
  package func checkOrigin(of request: HTTPRequest) throws(Problem) {
    if request.method != .get, request.method != .head, let origin = request.header("origin") {
      let host = request.header("host") ?? ""
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        throw Problem(.forbidden, "A page of another origin sent the request.")
      }
    }
  }

  private func caller(of request: HTTPRequest) throws(Problem) -> Caller? {
    let text: String
    if let header = request.header("authorization") {
      guard header.lowercased().hasPrefix("bearer ") else {
        throw Problem(.unauthorized, "Only 'Authorization: Bearer …' is supported.")
      }
      text = String(header.dropFirst(7)).trimmed
    } else if let cookie = request.cookie("deadwax") {
      text = cookie
    } else {
      return isOpenOnLoopback && request.peerIsLoopback ? Caller(role: .station, name: nil) : nil
    }
    // A browser with the cookie of another database would be locked out, so the refusal removes the cookie.
    let isCookie = request.header("authorization") == nil
    return try caller(of: text, headers: isCookie ? [Self.noCookie] : [])
  }

  /// The header field that removes the token cookie of a browser.
  static let noCookie = ("set-cookie", "deadwax=; Path=/; Max-Age=0")

  /// Finds the caller that a token belongs to.
  ///
  /// - Parameters:
  ///   - token: the token as displayed when it was created.
  ///   - headers: the header fields of the refusal.
  /// - Returns: the caller with role and name.
  /// - Throws: `unauthorized` if there is no such token.
  package func caller(of token: String, headers: [(String, String)] = []) throws(Problem) -> Caller {
    let hash = Token.hash(of: token)
    let (remembered, revocations) = known.withLock { ($0.callers[hash], $0.revocations) }
    if let remembered { return remembered }
    guard let record = try? database.read({ try $0.token(hash: hash) }), let role = Role(rawValue: record.role)
    else { throw Problem(.unauthorized, "The token is unknown or was revoked.", headers: headers) }
    let caller = Caller(role: role, name: record.name, station: record.station, token: record.id)
    known.withLock { known in
      guard known.revocations == revocations else { return }
      if known.callers.count >= Self.knownLimit { known.callers = [:] }
      known.callers[hash] = caller
    }
    return caller
  }

  // MARK: - Tokens

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

  // MARK: - Streams

  /// Ends a stream when the token that opened it is revoked.
  ///
  /// - Parameters:
  ///   - stream: the stream that was just opened.
  ///   - caller: the caller that opened it. A stream without a token is not affected.
  /// - Throws: a `StorageError`.
  package func bind(_ stream: EventStream, to caller: Caller) throws {
    guard let token = caller.token else { return }
    let key = ObjectIdentifier(stream)
    streams.withLock { $0[token, default: [:]][key] = stream }
    stream.onClose { [self] in
      streams.withLock { streams in
        streams[token]?[key] = nil
        if streams[token]?.isEmpty == true { streams[token] = nil }
      }
    }
    // A revocation between the check of the request and the registration above has not ended this stream.
    if try !database.read({ try $0.isLive(token) }) { stream.close() }
  }

  // MARK: - Set-up

  /// Creates the secret of the one-time set-up link. Each start creates a new one, because the previous one may have
  /// been seen. It is printed only on the console, which only an owner of the machine can read.
  ///
  /// - Parameter another: true to add an administrator, for example for an owner without a valid token. Existing
  ///   administrators stay.
  /// - Returns: the secret; nil if an administrator's token is valid and `another` is false.
  /// - Throws: a `StorageError`.
  package func beginSetup(another: Bool) throws -> String? {
    let isFirst = try database.read({ try $0.administrators() }).isEmpty
    guard isFirst || another else { return nil }
    let secret = SetupSecret()
    setup.withLock { $0 = (secret, isFirst ? "set-up" : "set-up with --new-administrator") }
    return secret.text
  }

  /// Exchanges the set-up secret for an admin token, once.
  ///
  /// - Parameter secret: the secret from the link.
  /// - Returns: the token, which is available only now, and the name under which it is listed.
  /// - Throws: `conflict` if the link was used before, `unauthorized` for a wrong secret.
  package func finishSetup(secret: String) throws -> (token: String, name: String) {
    try setup.withLock { setup in
      guard let stored = setup else {
        throw Problem(.conflict, "The set-up link was already used, or there is none.")
      }
      guard stored.secret.matches(secret) else {
        throw Problem(.unauthorized, "The secret is not that of the latest set-up link.")
      }
      let token = try makeToken(name: stored.name, role: .admin).token
      setup = nil
      return (token, stored.name)
    }
  }
}
