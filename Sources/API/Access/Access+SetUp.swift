package import Deadwax
internal import LabelDrawing
internal import RequestRecords
internal import Secrets
internal import Threads
internal import Wire

extension Access {
  /// Creates the secret of the one-time set-up link. Each start creates a new one, because the previous one may have
  /// been seen. It is printed only on the console, which only an owner of the machine can read.
  ///
  /// - Parameters:
  ///   - another: true to add an administrator, for example for an owner without a valid token. Existing
  ///     administrators stay.
  ///   - address: the address of the page for the set-up, for `openSetup`; nil if other machines cannot reach it.
  /// - Returns: the secret; nil if an administrator's token is valid and `another` is false.
  /// - Throws: a `StorageError`.
  package func beginSetup(another: Bool, at address: String?) throws -> String? {
    let isFirst = try !records.hasAdministrator()
    guard isFirst || another else { return nil }
    let secret = SetupSecret()
    setup.withLock { $0 = (secret, isFirst ? "set-up" : "set-up with --new-administrator", address) }
    return secret.text
  }

  /// Returns the state of the set-up for anyone who asks: never the secret, which only the console has.
  func openSetup() throws -> SetupState {
    let (isOpen, address) = setup.withLock { ($0 != nil, $0?.address) }
    let symbol = try address.map { try BarcodeSymbol.encode(.qr, $0) }
    return SetupState(
      isOpen: isOpen, address: address,
      symbol: symbol.map { symbol in
        (0..<symbol.rows).map { row in
          String(symbol.modules[row * symbol.columns..<(row + 1) * symbol.columns].map { $0 ? "1" : "0" })
        }
      })
  }

  /// Exchanges the set-up secret for an administrator's account, once, and signs it in.
  ///
  /// - Returns: the token of the sign-in, for a cookie.
  /// - Throws: like `finishSetup(secret:by:)`; a refusal of the name or the passphrase, after which the link is still valid.
  package func finishSetup(
    secret: String, name: String, passphrase: String, by author: AccessAuthor
  ) throws -> String {
    try setup.withLock { setup in
      try Self.check(secret, against: setup?.secret)
      var author = author
      author.name = name
      let account = try accounts.make(
        id: nil, name: name, role: Role.admin.rawValue, passphrase: passphrase, by: author)
      try records.noteSetUp(by: author)
      let token = try accounts.signIn(account, from: author, replacing: nil, idleLimit: Self.idleLimit).token
      setup = nil
      return token
    }
  }

  private static func check(_ given: String, against stored: SetupSecret?) throws(Problem) {
    guard let stored else { throw Problem(.setUpUsed, "The set-up link was already used, or there is none.") }
    guard stored.matches(given) else {
      throw Problem(.unauthorized, "The secret is not that of the latest set-up link.")
    }
  }

  /// Exchanges the set-up secret for an admin token, once.
  ///
  /// - Parameters:
  ///   - secret: the secret from the link.
  ///   - author: the place of the request, for the history.
  /// - Returns: the token, which is available only now, and the name under which it is listed.
  /// - Throws: `setUpUsed` if the link was used before, `unauthorized` for a wrong secret.
  package func finishSetup(
    secret: String, by author: AccessAuthor = .console
  ) throws -> (token: String, name: String) {
    try setup.withLock { setup in
      try Self.check(secret, against: setup?.secret)
      guard let stored = setup else { throw Problem(.setUpUsed, "The set-up link was already used, or there is none.") }
      let token = try makeToken(name: stored.name, role: .admin, by: author).token
      try records.noteSetUp(by: author)
      setup = nil
      return (token, stored.name)
    }
  }
}
