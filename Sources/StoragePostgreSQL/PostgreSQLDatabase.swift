package import Deadwax
package import Storage
internal import Threads

/// A PostgreSQL database of one hub, on one connection.
///
/// It proves that the statements of the schema and the history do not depend on SQLite. The hub does not use it yet: it
/// has no group commit, no pool of readers and no mark of the last acknowledged change.
package final class PostgreSQLDatabase: Sendable {
  private let connection: Locked<PostgreSQLConnection>
  private let now: @Sendable () -> Timestamp

  /// Connects, and creates the schema in an empty database.
  ///
  /// - Parameters:
  ///   - address: a connection string of libpq, such as `host=/run/postgresql dbname=deadwax`.
  ///   - schema: the schema of a new database.
  ///   - migrations: the migrations that the schema contains.
  ///   - now: the clock of every read and write.
  /// - Throws: a `StorageError`, also if the database has other migrations.
  package init(
    address: String, schema: PostgreSQLSchema, migrations: [Migration],
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) throws {
    let connection = try PostgreSQLConnection(address)
    try Self.create(schema, migrations.map(\.name), on: connection, now: now())
    self.connection = Locked(connection)
    self.now = now
  }

  /// Creates an empty database.
  ///
  /// - Parameters:
  ///   - name: its name, of letters and digits.
  ///   - address: the address of another database of the server.
  /// - Throws: a `StorageError`.
  package static func createDatabase(_ name: String, at address: String) throws(StorageError) {
    try PostgreSQLConnection(address).execute("CREATE DATABASE \(name) TEMPLATE template0")
  }

  private static func create(
    _ schema: PostgreSQLSchema, _ names: [String], on connection: PostgreSQLConnection, now: Timestamp
  ) throws {
    try connection.begin(.writing)
    do {
      var isThere = false
      try connection.query("SELECT to_regclass('schema_migration') IS NOT NULL AS is_there", []) { row in
        isThere = try row.flag("is_there")
        return false
      }
      if !isThere {
        try connection.execute(schema.script)
        for name in names {
          _ = try connection.run("INSERT INTO schema_migration (name, applied_at) VALUES (?1, ?2)", [name, now])
        }
      }
      var applied: [String] = []
      try connection.query("SELECT name FROM schema_migration ORDER BY name", []) { row in
        applied.append(try row.text("name"))
        return true
      }
      guard applied == names.sorted() else {
        throw StorageError(.unavailable, call: "PostgreSQLDatabase", message: "the database has another schema")
      }
      try connection.commit()
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Reads one snapshot.
  package func read<Output>(_ body: (ReadTransaction) throws -> Output) throws -> Output {
    try connection.withLock { connection in
      try connection.begin(.reading)
      let transaction = ReadTransaction(on: connection, now: now())
      defer {
        transaction.end()
        connection.rollBack()
      }
      return try body(transaction)
    }
  }

  /// Changes the database and returns when the change is durable. If `body` throws, none of its changes take effect.
  ///
  /// - Parameters:
  ///   - moment: the time and seed, nil for the current time and a random seed.
  ///   - body: the closure that makes the change.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or a `StorageError`.
  @discardableResult
  package func write<Output>(at moment: WriteMoment? = nil, _ body: (WriteTransaction) throws -> Output) throws
    -> Output
  {
    try connection.withLock { connection in
      let moment = moment ?? WriteMoment(now: now(), seed: .random(in: .min ... .max))
      try connection.begin(.writing)
      let transaction = WriteTransaction(on: connection, now: moment.now, seed: moment.seed)
      defer { transaction.end() }
      do {
        let output = try body(transaction)
        try connection.commit()
        for hook in transaction.hooks { hook() }
        return output
      } catch {
        connection.rollBack()
        throw error
      }
    }
  }
}
