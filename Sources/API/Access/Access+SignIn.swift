package import Deadwax
internal import HTTPServer
package import RequestRecords
internal import Threads
internal import Wire

extension Access {
  /// The accounts of people.
  package var accounts: AccountStore { records.accounts }

  /// The time without a request after which a sign-in ends. A sign-in of the role station stays, because a station's
  /// screen is open for days.
  static let idleLimit = Duration.seconds(12 * 3600)

  /// Signs an account in. The sign-in always has a new random token: the one that the browser sent is never used again.
  ///
  /// - Parameters:
  ///   - name: the name of the account.
  ///   - passphrase: its passphrase.
  ///   - network: the network of the client, by which wrong attempts are counted.
  ///   - replaced: the sign-in that the same browser had before; it ends.
  /// - Returns: the token of the sign-in, and its record.
  /// - Throws: `unauthorized` for a wrong name or passphrase, without saying which; `tooMany` after too many of them.
  package func signIn(
    name: String, passphrase: String, from network: UInt64, replacing replaced: TokenRecord.ID?
  ) throws -> (token: String, record: TokenRecord) {
    try attempts.take(name, from: network, at: .now())
    guard let account = try accounts.verified(name, passphrase) else {
      throw Problem(.unauthorized, "The name or the passphrase is wrong.")
    }
    attempts.restore(name, from: network)
    let made = try accounts.signIn(account, replacing: replaced, idleLimit: Self.idleLimit)
    forget([replaced].compactMap(\.self))
    return made
  }

  /// Ends a sign-in at once, and the streams that were opened with it.
  ///
  /// - Returns: false if there is none.
  package func endSignIn(_ id: TokenRecord.ID) throws -> Bool {
    let isEnded = try accounts.end(id)
    forget([id])
    return isEnded
  }

  /// Records the use of a sign-in, and refuses one that was not used for too long.
  ///
  /// - Parameters:
  ///   - caller: the caller.
  ///   - stored: the last use as stored; nil if the caller was remembered.
  ///   - headers: the header fields of the refusal.
  /// - Throws: `unauthorized`.
  func noteUse(
    of caller: Caller, since stored: Timestamp?, headers: [(String, String)]
  ) throws(Problem) {
    guard caller.account != nil, let id = caller.token else { return }
    let now = Timestamp.now()
    let (isOver, isDue) = known.withLock { known in
      let last = known.uses[id] ?? (stored ?? now, stored ?? now)
      let isOver = caller.role != .station && now - last.at > Self.idleLimit
      let isDue = now - last.written > .seconds(60)
      known.uses[id] = (now, isDue ? now : last.written)
      return (isOver, isDue)
    }
    if isOver {
      _ = try? endSignIn(id)
      throw Problem(.unauthorized, "The sign-in has ended because it was not used for 12 hours.", headers: headers)
    }
    if isDue { accounts.noteUse(of: id) }
  }
}
