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

  /// Signs an account in with its passphrase.
  ///
  /// - Parameters:
  ///   - name: the name of the account.
  ///   - passphrase: its passphrase.
  ///   - network: the network of the client, by which wrong attempts are counted.
  ///   - browser: the caller that the same browser was before.
  ///   - author: the place of the request, for the history.
  /// - Returns: the token of the sign-in, and its record.
  /// - Throws: `unauthorized` for a wrong name or passphrase, without saying which; `tooMany` after too many of them; as
  ///   `begin`.
  package func signIn(
    name: String, passphrase: String, from network: UInt64, in browser: Caller?, by author: AccessAuthor
  ) throws -> (token: String, record: TokenRecord) {
    try attempts.take(name, from: network, at: .now())
    guard let account = try accounts.verified(name, passphrase) else {
      try accounts.countFailure(of: name, by: author)
      throw Problem(.unauthorized, "The name or the passphrase is wrong.")
    }
    attempts.restore(name, from: network)
    return try begin(account, by: .passphrase, in: browser, author)
  }

  /// Begins the sign-in of an account whose proof is right. It always has a new random token: the one that the browser
  /// sent is never used again, and ends if it was a sign-in or the lock of a screen.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - proof: the proof that was given.
  ///   - browser: the caller that the same browser was before.
  ///   - author: the place of the request, for the history.
  /// - Returns: the token of the sign-in, and its record.
  /// - Throws: `screenLocked` if the browser's screen is locked and the account is not one of staff.
  func begin(
    _ account: AccountRecord, by proof: AccountStore.Proof, in browser: Caller?, _ author: AccessAuthor
  ) throws -> (token: String, record: TokenRecord) {
    if Role(rawValue: account.role) ?? .readerOnly < .staff { try checkUnlocked(browser) }
    let replaced = browser?.account != nil || browser?.isLocked == true ? browser?.token : nil
    let made = try accounts.signIn(
      account, by: proof, from: author, replacing: replaced, idleLimit: Self.idleLimit)
    replace(replaced)
    return made
  }

  /// Ends a sign-in at once, and the streams that were opened with it.
  ///
  /// - Parameters:
  ///   - id: the sign-in.
  ///   - author: the author for the history; nil if it ends because it was not used.
  ///   - isOwn: true if the person signs out.
  /// - Returns: false if there is none.
  /// - Throws: a `StorageError`.
  package func endSignIn(_ id: TokenRecord.ID, by author: AccessAuthor?, isOwn: Bool) throws -> Bool {
    let isEnded = try accounts.end(id, by: author, isOwn: isOwn)
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
      _ = try? endSignIn(id, by: nil, isOwn: true)
      throw Problem(.unauthorized, "The sign-in has ended because it was not used for 12 hours.", headers: headers)
    }
    if isDue { accounts.noteUse(of: id) }
  }
}
