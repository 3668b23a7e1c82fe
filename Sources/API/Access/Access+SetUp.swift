internal import RequestRecords
internal import Secrets
internal import Threads
internal import Wire

extension Access {
  /// Creates the secret of the one-time set-up link. Each start creates a new one, because the previous one may have
  /// been seen. It is printed only on the console, which only an owner of the machine can read.
  ///
  /// - Parameter another: true to add an administrator, for example for an owner without a valid token. Existing
  ///   administrators stay.
  /// - Returns: the secret; nil if an administrator's token is valid and `another` is false.
  /// - Throws: a `StorageError`.
  package func beginSetup(another: Bool) throws -> String? {
    let isFirst = try !records.hasAdministrator()
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
