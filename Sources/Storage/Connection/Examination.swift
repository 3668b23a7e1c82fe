internal import Glibc
internal import Log

/// What was found out about a database without changing a byte of it.
struct Examination {
  /// Above this size of database and log the check of all pages is left out: it takes about two seconds for each
  /// gigabyte, in which nobody is served.
  static let checkedSize: Int64 = 2 << 30

  /// Names of the migrations that the database has.
  let applied: Set<String>
  /// The newest sequence inside; nil when it can only be asked after the migrations.
  let newestSequence: Int64?

  /// Reads the whole database through a connection that cannot write.
  ///
  /// - Throws: `DatabaseRefused`, or a `StorageError` when the file cannot be read at all.
  init(of file: DatabaseFile, known migrations: [Migration], newestSequence query: String?, logger: Logger) throws {
    // Without a log nothing has to be merged, and the file can be read as it lies there, with no file made beside it.
    let isQuiet = DatabaseFile.isEmpty(file.logPath) && DatabaseFile.isEmpty(file.journalPath)
    let hadIndex = DatabaseFile.size(of: file.indexPath) != nil
    do {
      let connection = try Connection(path: file.path, access: isQuiet ? .frozen : .reading)
      if isQuiet { try Self.checkLength(connection, file) }
      try Self.check(connection, file, logger)
      applied = try Self.appliedMigrations(connection)
      let unknown = applied.subtracting(migrations.map(\.name)).sorted()
      guard unknown.isEmpty else {
        throw DatabaseRefused(
          path: file.path, reason: .newer(unknown: unknown, newest: migrations.last?.name ?? "none"))
      }
      let isComplete = applied.count == migrations.count
      do {
        newestSequence = try query.flatMap { try connection.newestSequence($0) }
      } catch let error as StorageError where error.code ~= .error && !isComplete {
        // The query is that of the newest schema.
        newestSequence = nil
      }
    } catch {
      // Reading a database with a log needs its shared memory file, which the writer would have made anyway.
      if !hadIndex { unlink(file.indexPath) }
      guard let error = error as? StorageError else { throw error }
      // SQLITE_ERROR is the answer to a schema that makes no sense, as one of an unknown format.
      switch error.code {
      case .corrupt, .notADatabase, .error, .mismatch:
        throw DatabaseRefused(path: file.path, reason: .damaged(error.message))
      default: throw error
      }
    }
  }

  // SQLite takes what is missing of the last page for zeros. With a log this can be right: its end may be there.
  private static func checkLength(_ connection: Connection, _ file: DatabaseFile) throws {
    guard let size = DatabaseFile.size(of: file.path), let page = try connection.integer("PRAGMA page_size"),
      page > 0, size % page != 0
    else { return }
    throw DatabaseRefused(path: file.path, reason: .damaged("its \(size) bytes are no whole number of pages"))
  }

  private static func check(_ connection: Connection, _ file: DatabaseFile, _ logger: Logger) throws {
    let size = (DatabaseFile.size(of: file.path) ?? 0) + (DatabaseFile.size(of: file.logPath) ?? 0)
    guard size <= checkedSize else {
      logger.warning("the database has \(size >> 20) MiB, too many to check at each start; check a backup instead")
      return
    }
    let finding = try connection.text("PRAGMA quick_check(1)")
    guard finding == "ok" else {
      throw DatabaseRefused(path: file.path, reason: .damaged(finding ?? "the check says nothing"))
    }
  }

  private static func appliedMigrations(_ connection: Connection) throws -> Set<String> {
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

extension Connection {
  /// The first column of the first row.
  func text(_ sql: String) throws -> String? {
    var text: String?
    try query(sql, []) { row in
      text = try row.optionalText(0)
      return false
    }
    return text
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws -> Int64? {
    var integer: Int64?
    try query(sql, []) { row in
      integer = try row.optionalInteger(0)
      return false
    }
    return integer
  }

  /// The newest sequence that the database has; 0 when it has none yet.
  func newestSequence(_ sql: String) throws -> Int64 {
    try integer(sql) ?? 0
  }

  /// Sets WAL mode, which the file keeps.
  func useWriteAheadLog() throws {
    let mode = try text("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw StorageError(
        code: .cannotOpen, call: "PRAGMA journal_mode",
        message: "the file system cannot hold a write-ahead log (the mode stays \(mode ?? "unknown"))")
    }
  }
}
