internal import Glibc

/// The result of examining a database without changing a byte of it.
struct Examination {
  /// The maximum size in bytes of database and log for which all pages are checked while opening. A larger database is
  /// checked only in the background, because the hub serves no one during this check.
  static let checkedSize: Int64 = 16 << 20

  /// The names of the migrations that the database has.
  let applied: Set<String>
  /// The newest sequence number in the database. Nil if it can only be queried after the migrations.
  let newestSequence: Int64?

  /// Examines the database through a connection that cannot write.
  ///
  /// - Throws: `DatabaseRefused`, or a `StorageError` when the file cannot be read at all.
  init(of file: DatabaseFile, known migrations: [Migration], newestSequence query: String?) throws {
    // Without a log, the file can be read on its own, and SQLite creates no other file.
    let isQuiet = DatabaseFile.isEmpty(file.logPath) && DatabaseFile.isEmpty(file.journalPath)
    let hadIndex = DatabaseFile.size(of: file.indexPath) != nil
    do {
      let connection = try DatabaseConnection(path: file.path, access: isQuiet ? .frozen : .reading)
      if isQuiet { try Self.checkLength(connection, file) }
      try Self.check(connection, file)
      applied = try Self.appliedMigrations(connection)
      let unknown = applied.subtracting(migrations.map(\.name)).sorted()
      guard unknown.isEmpty else {
        throw DatabaseRefused(
          path: file.path, reason: .newer(unknown: unknown, newest: migrations.last?.name ?? "none"))
      }
      let isComplete = applied.count == migrations.count
      do {
        newestSequence = try query.flatMap { try connection.newestSequence($0) }
      } catch let error as StorageError where error.isExactly(.error) && !isComplete {
        // The query needs the newest schema, and this database does not have it yet.
        newestSequence = nil
      }
    } catch {
      // Reading a database with a log creates its shared memory file, which this removes.
      if !hadIndex { unlink(file.indexPath) }
      guard let error = error as? StorageError else { throw error }
      // SQLITE_ERROR is the answer to an invalid schema, such as one of an unknown format.
      switch error.kind {
      case .damaged, .failed, .mismatch:
        throw DatabaseRefused(path: file.path, reason: .damaged(error.message))
      default: throw error
      }
    }
  }

  // SQLite reads missing bytes of the last page as zeros. With a log this can be correct, because the page may be in
  // the log.
  private static func checkLength(_ connection: DatabaseConnection, _ file: DatabaseFile) throws {
    guard let size = DatabaseFile.size(of: file.path), let page = try connection.integer("PRAGMA page_size"),
      page > 0, size % page != 0
    else { return }
    throw DatabaseRefused(path: file.path, reason: .damaged("its \(size) bytes are not a whole number of pages"))
  }

  private static func check(_ connection: DatabaseConnection, _ file: DatabaseFile) throws {
    let size = (DatabaseFile.size(of: file.path) ?? 0) + (DatabaseFile.size(of: file.logPath) ?? 0)
    guard size <= checkedSize else { return }
    let finding = try connection.text("PRAGMA quick_check(1)")
    guard finding == "ok" else {
      throw DatabaseRefused(path: file.path, reason: .damaged(finding ?? "the check returned nothing"))
    }
  }

  private static func appliedMigrations(_ connection: DatabaseConnection) throws -> Set<String> {
    guard try connection.text("SELECT name FROM sqlite_schema WHERE name = 'schema_migration'") != nil else {
      return []
    }
    var names: Set<String> = []
    try connection.query("SELECT name FROM schema_migration", []) { row in
      names.insert(try row.text(0))
      return true
    }
    return names
  }
}

extension DatabaseConnection {
  /// Returns the first column of the first row, or nil if it is NULL or there is no row.
  func text(_ sql: String) throws -> String? {
    var text: String?
    try query(sql, []) { row in
      text = try row.optionalText(0)
      return false
    }
    return text
  }

  /// Returns the first column of the first row, or nil if it is NULL or there is no row.
  func integer(_ sql: String) throws -> Int64? {
    var integer: Int64?
    try query(sql, []) { row in
      integer = try row.optionalInteger(0)
      return false
    }
    return integer
  }

  /// Returns the newest sequence number in the database, or 0 if there is none yet.
  func newestSequence(_ sql: String) throws -> Int64 {
    try integer(sql) ?? 0
  }

  /// Sets WAL mode, which is stored in the file.
  func useWriteAheadLog() throws {
    let mode = try text("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw StorageError(
        .unavailable, call: "PRAGMA journal_mode",
        message: "the file system cannot hold a write-ahead log (the mode stays \(mode ?? "unknown"))")
    }
  }
}
