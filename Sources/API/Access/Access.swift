package import Deadwax
internal import HTTPServer
package import RequestRecords
internal import Secrets
internal import Threads
package import Wire

/// The authentication and authorisation of requests. Tokens are stored only as hashes, so that a copy of the database
/// reveals none.
package final class Access: Sendable {
  let records: TokenStore
  private let isOpenOnLoopback: Bool
  let known = Locked(CallerCache())

  /// The authenticated caller of a request.
  package struct Caller: Hashable, Sendable {
    package var role: Role
    /// The name of the token; nil for a caller without a token on this machine.
    package var name: String?
    /// The only station that the caller acts as; nil for any.
    package var station: Station.Name?
    /// The id of the token's record; nil for a caller without a token.
    package var token: TokenRecord.ID?
    /// The account that is signed in; nil for a token of a program.
    package var account: AccountRecord.ID?
    /// True for a locked screen, which shows the page Desk of its station only until staff unlock it.
    package var isLocked: Bool

    package init(
      role: Role, name: String?, station: Station.Name? = nil, token: TokenRecord.ID? = nil,
      account: AccountRecord.ID? = nil, isLocked: Bool = false
    ) {
      self.role = role
      self.name = name
      self.station = station
      self.token = token
      self.account = account
      self.isLocked = isLocked
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
  struct CallerCache {
    var callers: [[UInt8]: Caller] = [:]
    /// The number of revocations. A caller that was read before a revocation must not be cached after it.
    var revocations = 0
    /// The last use of each sign-in, and the time of the last write of it.
    var uses: [TokenRecord.ID: (at: Timestamp, written: Timestamp)] = [:]
    /// The hashes of the tokens that a newer cookie of the same browser has replaced, the last ones at the end.
    private(set) var replaced: [[UInt8]] = []

    private static let mostReplaced = 256

    /// Notes that the browser with a token has a newer cookie.
    mutating func noteReplaced(_ id: TokenRecord.ID) {
      replaced += callers.filter { $0.value.token == id }.keys
      replaced.removeFirst(max(0, replaced.count - Self.mostReplaced))
    }

    /// Removes all callers from memory. They are then read again.
    mutating func forget() {
      callers = [:]
      uses = [:]
    }
  }

  /// The limit of attempts with wrong passphrases.
  let attempts = AttemptLimit()

  /// The open event streams by the token that opened them.
  let streams = Locked<[TokenRecord.ID: [ObjectIdentifier: EventStream]]>([:])

  /// The set-up link of this start: its secret, the name of the token it creates, and the address of its page if other
  /// machines can reach it. Nil if there is none or it was used.
  let setup = Locked<(secret: SetupSecret, name: String, address: String?)?>(nil)

  private static let knownLimit = 1024

  /// - Parameters:
  ///   - records: the stored tokens.
  ///   - isOpenOnLoopback: true if callers on this machine have the role `station` without a token.
  package init(records: TokenStore, isOpenOnLoopback: Bool) {
    self.records = records
    self.isOpenOnLoopback = isOpenOnLoopback
  }

  /// Finds the caller of a request.
  ///
  /// - Returns: the caller; nil if a token is needed and the request has none.
  /// - Throws: `unauthorized` for an invalid token.
  func caller(of request: HTTPRequest) throws(Problem) -> Caller? {
    let text: String
    if let header = request.header("authorization") {
      guard header.lowercased().hasPrefix("bearer ") else {
        throw Problem(.unauthorized, "Only 'Authorization: Bearer …' is supported.")
      }
      text = String(header.dropFirst(7)).trimmed
    } else if let cookie = request.cookie(TokenCookie.name) {
      text = cookie
    } else {
      return isOpenOnLoopback && request.peerIsLoopback ? Caller(role: .station, name: nil) : nil
    }
    // A browser with the cookie of another database would be locked out, so the refusal removes the cookie.
    let isCookie = request.header("authorization") == nil
    if isCookie { try checkPage(of: request) }
    return try caller(of: text, headers: isCookie ? [TokenCookie.removal] : [])
  }

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
    if let remembered {
      try noteUse(of: remembered, since: nil, headers: headers)
      return remembered
    }
    guard let record = try? records.record(hash: hash), let role = Role(rawValue: record.role)
    else {
      // A request that the browser sent before its newer cookie must not remove that one.
      let isReplaced = known.withLock { $0.replaced.contains(hash) }
      throw Problem(.unauthorized, "The token is unknown or was revoked.", headers: isReplaced ? [] : headers)
    }
    let caller = Caller(
      role: role, name: record.name, station: record.station, token: record.id, account: record.account,
      isLocked: record.lock != nil)
    try noteUse(of: caller, since: record.seenAt, headers: headers)
    known.withLock { known in
      guard known.revocations == revocations else { return }
      if known.callers.count >= Self.knownLimit { known.forget() }
      known.callers[hash] = caller
    }
    return caller
  }
}
