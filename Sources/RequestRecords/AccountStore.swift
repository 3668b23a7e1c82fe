package import Deadwax
internal import Secrets
package import Storage

/// The stored accounts of people, and their sign-ins. A passphrase is not stored, only its Argon2id hash.
package struct AccountStore: Sendable {
  private let database: Database

  /// The reason a change of an account is refused.
  package enum Refusal: Error, Sendable {
    case noSuchAccount
    /// Another account has this name.
    case nameTaken
    /// No account of an administrator would be left that can sign in.
    case lastAdministrator
    /// The card signs another account in.
    case cardTaken
    /// The account has another version than the caller has seen.
    case staleVersion(Int)
  }

  package init(database: Database) { self.database = database }

  /// All accounts by name.
  package func all() throws -> [AccountRecord] { try database.read { try $0.accounts() } }

  package func account(_ id: AccountRecord.ID) throws -> AccountRecord? { try database.read { try $0.account(id) } }

  /// Creates an account. Takes about 50 ms for the hash.
  ///
  /// - Parameters:
  ///   - id: the id of the new account; a new one if nil. An existing account with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - name: the name, unique without regard to case.
  ///   - role: the role of its sign-ins.
  ///   - passphrase: the passphrase.
  ///   - author: the author for the history.
  /// - Returns: the account.
  /// - Throws: `Refusal.nameTaken`; a `SecretsError` for an unusable passphrase.
  package func make(
    id: AccountRecord.ID?, name: String, role: String, passphrase: String, by author: AccessAuthor = .console
  ) throws -> AccountRecord {
    let hash = try Passphrase.hash(passphrase)
    return try database.write { transaction in
      // An earlier attempt of the same request made it.
      if let id, let account = try transaction.account(id) { return account }
      guard try transaction.account(named: name.lowercased()) == nil else { throw Refusal.nameTaken }
      let account = AccountRecord(
        id: id ?? .new(at: transaction.now), version: 1, name: name, role: role, createdAt: transaction.now)
      try transaction.insert(account, signInName: name.lowercased(), passphrase: hash)
      try transaction.note(.accountAdded, of: name, detail: role, by: author)
      return account
    }
  }

  /// Changes an account. Its sign-ins end, unless only the name changes. The history has each part of the change.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - version: the version that the caller has seen; nil for any.
  ///   - author: the author for the history.
  ///   - edit: sets the new name, role, state and card.
  /// - Returns: the changed account, and the sign-ins that ended.
  /// - Throws: `Refusal`.
  package func change(
    _ id: AccountRecord.ID, ifVersion version: Int?, by author: AccessAuthor,
    _ edit: @escaping @Sendable (_ account: inout AccountRecord, _ now: Timestamp) -> Void
  ) throws -> (account: AccountRecord, ended: [TokenRecord.ID]) {
    try database.write { transaction in
      guard let before = try transaction.account(id) else { throw Refusal.noSuchAccount }
      guard version == nil || version == before.version else { throw Refusal.staleVersion(before.version) }
      var after = before
      edit(&after, transaction.now)
      let signInName = after.name.lowercased()
      if let other = try transaction.account(named: signInName), other.account.id != id { throw Refusal.nameTaken }
      if let borrower = after.borrower, let other = try transaction.account(of: borrower), other.id != id {
        throw Refusal.cardTaken
      }
      try transaction.update(after, signInName: signInName)
      try transaction.note(from: before, to: after, by: author)
      let isAdministrator = before.role == "admin" && before.disabledAt == nil
      if isAdministrator, try transaction.administratorAccounts().isEmpty { throw Refusal.lastAdministrator }
      let isSame =
        before.role == after.role && before.disabledAt == after.disabledAt && before.borrower == after.borrower
      return (try transaction.account(id) ?? after, isSame ? [] : try transaction.endSignIns(of: id, except: nil))
    }
  }

  /// Sets a passphrase. The other sign-ins of the account end.
  ///
  /// - Parameters:
  ///   - passphrase: the new passphrase.
  ///   - id: the account.
  ///   - current: the present passphrase, if it must be right; nil for an administrator.
  ///   - version: the version that the caller has seen; nil for any.
  ///   - signIn: the caller's sign-in, which stays.
  ///   - author: the author for the history.
  /// - Returns: the changed account and the sign-ins that ended; nil if `current` is wrong.
  /// - Throws: `Refusal`; a `SecretsError` for an unusable passphrase.
  package func setPassphrase(
    _ passphrase: String, of id: AccountRecord.ID, current: String?, ifVersion version: Int?,
    keeping signIn: TokenRecord.ID?, by author: AccessAuthor
  ) throws -> (account: AccountRecord, ended: [TokenRecord.ID])? {
    guard let account = try account(id) else { throw Refusal.noSuchAccount }
    if let current {
      guard try verified(account.name, current)?.id == id else {
        try countFailure(of: account.name, by: author)
        return nil
      }
    }
    let hash = try Passphrase.hash(passphrase)
    return try database.write { transaction in
      guard let before = try transaction.account(id) else { throw Refusal.noSuchAccount }
      guard version == nil || version == before.version else { throw Refusal.staleVersion(before.version) }
      try transaction.setPassphrase(hash, of: id)
      try transaction.note(.passphraseChanged, of: before.name, by: author)
      return (try transaction.account(id) ?? before, try transaction.endSignIns(of: id, except: signIn))
    }
  }

  /// Returns the account with a name and passphrase; nil if they do not match or it is disabled. An unknown name takes
  /// as long as a wrong passphrase.
  package func verified(_ name: String, _ passphrase: String) throws -> AccountRecord? {
    let found = try database.read { try $0.account(named: name.lowercased()) }
    let isRight = Passphrase.verify(passphrase, against: found?.passphrase ?? Passphrase.unknown)
    guard isRight, let found, found.account.disabledAt == nil else { return nil }
    return found.account
  }

  /// Counts a wrong passphrase in the history. A name that no account has is not stored: it may be a passphrase that was
  /// typed into the wrong field.
  package func countFailure(of name: String, by author: AccessAuthor) throws {
    try database.write { transaction in
      let account = try transaction.account(named: name.lowercased())?.account
      try transaction.count(.signInFailed, of: account?.name, by: author)
    }
  }

  /// Returns the account that a member of staff signs in to by card and PIN; nil if there is none, or if it is disabled.
  package func account(of borrower: Borrower.ID) throws -> AccountRecord? {
    let account = try database.read { try $0.account(of: borrower) }
    return account?.disabledAt == nil ? account : nil
  }

  /// The way in which a person has proved who they are.
  package enum Proof: String, Sendable {
    case passphrase
    case card
  }

  /// Makes a sign-in with a random token of its own.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - proof: the proof that was given.
  ///   - author: the place of the request, for the history.
  ///   - replaced: the sign-in, or the lock of a screen, that ends, because the same browser sent it.
  ///   - limit: the time after which unused sign-ins are removed.
  /// - Returns: the token, which is available only now, and the record of the sign-in.
  /// - Throws: a `StorageError`; `Refusal.noSuchAccount` if the account was disabled meanwhile.
  package func signIn(
    _ account: AccountRecord, by proof: Proof = .passphrase, from author: AccessAuthor = .console,
    replacing replaced: TokenRecord.ID?, idleLimit limit: Duration
  ) throws -> (token: String, record: TokenRecord) {
    let token = Token.random()
    let record = try database.write { transaction in
      guard let current = try transaction.account(account.id), current.disabledAt == nil else {
        throw Refusal.noSuchAccount
      }
      var author = author
      author.name = current.name
      if let replaced { try transaction.leave(replaced, by: author) }
      try transaction.endSignIns(unusedSince: transaction.now + (.zero - limit))
      let record = TokenRecord(
        id: .new(at: transaction.now), name: current.name, role: current.role, createdAt: transaction.now,
        account: current.id, seenAt: transaction.now)
      try transaction.insert(record, hash: Token.hash(of: token))
      try transaction.note(.signedIn, detail: proof.rawValue, by: author)
      return record
    }
    return (token, record)
  }

  /// Returns the open sign-ins. With nil, those of all accounts.
  package func signIns(of account: AccountRecord.ID?) throws -> [TokenRecord] {
    try database.read { try $0.signIns(of: account) }
  }

  /// Ends a sign-in.
  ///
  /// - Parameters:
  ///   - id: the sign-in.
  ///   - author: the author for the history; nil if it ends because it was not used.
  ///   - isOwn: true if the person signs out.
  /// - Returns: false if there is none.
  /// - Throws: a `StorageError`.
  package func end(_ id: TokenRecord.ID, by author: AccessAuthor?, isOwn: Bool) throws -> Bool {
    try database.write { transaction in
      let record = try transaction.token(id)
      guard try transaction.endSignIn(id) else { return false }
      if let author {
        try transaction.note(isOwn ? .signedOut : .signInEnded, of: isOwn ? nil : record?.name, by: author)
      }
      return true
    }
  }

  /// Records the use of a sign-in, without waiting for the disk.
  package func noteUse(of id: TokenRecord.ID) { database.submit({ try $0.noteUse(of: id) }) { _ in } }
}

extension WriteTransaction {
  /// Ends what a browser had before a sign-in: another sign-in, or the lock of its screen.
  fileprivate func leave(_ token: TokenRecord.ID, by author: AccessAuthor) throws {
    guard try !endSignIn(token), let record = try self.token(token), record.lock != nil else { return }
    var author = author
    author.station = record.station
    try note(.screenUnlocked, by: author)
    _ = try endScreenLock(token)
  }

  /// Adds each part of an account's change to the history.
  fileprivate func note(from before: AccountRecord, to after: AccountRecord, by author: AccessAuthor) throws {
    if before.name != after.name { try note(.accountRenamed, of: before.name, detail: after.name, by: author) }
    if before.role != after.role { try note(.roleChanged, of: after.name, detail: after.role, by: author) }
    if (before.disabledAt == nil) != (after.disabledAt == nil) {
      try note(after.disabledAt == nil ? .accountEnabled : .accountDisabled, of: after.name, by: author)
    }
    if before.borrower != after.borrower { try note(.cardChanged, of: after.name, by: author) }
  }

  /// Ends the sign-ins of an account, and returns them.
  fileprivate func endSignIns(of account: AccountRecord.ID, except kept: TokenRecord.ID?) throws -> [TokenRecord.ID] {
    let ended = try signIns(of: account).map(\.id).filter { $0 != kept }
    for id in ended { _ = try endSignIn(id) }
    return ended
  }
}
