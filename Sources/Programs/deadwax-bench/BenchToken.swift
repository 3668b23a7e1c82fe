internal import Deadwax
internal import Log
internal import Secrets
internal import Storage

/// A token that a benchmark writes into the records of a stopped hub.
enum BenchToken {
  /// Writes a token.
  ///
  /// - Parameters:
  ///   - data: the data folder, which has a database.
  ///   - name: the name of the token.
  ///   - role: the role that the token has.
  /// - Returns: the text of the token.
  /// - Throws: a `StorageError`.
  static func insert(into data: String, name: String, role: String) throws -> String {
    let database = try Database(
      path: data + "/deadwax.sqlite", migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    let token = Token.random()
    try database.write { transaction in
      let record = TokenRecord(
        id: .new(at: transaction.now), name: name, role: role, station: nil, createdAt: transaction.now)
      try transaction.insert(record, hash: Token.hash(of: token))
    }
    return token
  }
}
