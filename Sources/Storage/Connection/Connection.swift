internal import CSQLite

/// One connection to the database file, for one thread at a time.
final class Connection {
  enum Access {
    /// Reads and writes; the file is there already.
    case writing
    /// Reads only; nothing in the database or its log can change through it.
    case reading
    /// Reads a file that nobody changes and that has no log; no other file is touched.
    case frozen
  }

  /// The most statements that are kept prepared.
  private static let cacheLimit = 256

  private let handle: OpaquePointer
  private var cache: [String: Statement] = [:]
  private var uses: UInt64 = 0
  private var walFrames: UnsafeMutablePointer<Int32>

  /// Opens the file and sets what holds for every connection of Deadwax.
  ///
  /// - Throws: what `sqlite3_open_v2` answers; `.notADatabase` and `.corrupt` come from the first read, not from here.
  init(path: String, access: Access) throws(StorageError) {
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
      | (access == .writing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(Self.uri(path) + (access == .frozen ? "?immutable=1" : ""), &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = StorageError(connection: opened, code: code, call: "sqlite3_open_v2")
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    walFrames = .allocate(capacity: 1)
    walFrames.initialize(to: 0)
    sqlite3_busy_timeout(handle, 5000)
    for (option, value) in options {
      let code = deadwax_sqlite_configure(handle, option, value)
      guard code == SQLITE_OK else {
        throw StorageError(connection: handle, code: code, call: "sqlite3_db_config")
      }
    }
    try execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -8000;
      """)
    if access == .writing {
      // SQLite falls back to reading where it may not write, and would fail at the first change.
      guard sqlite3_db_readonly(handle, "main") == 0 else {
        throw StorageError(code: .readOnly, call: "sqlite3_db_readonly", message: "\(path) cannot be written")
      }
      // Durable when COMMIT returns. The writer checkpoints by itself, after it has answered.
      try execute(
        """
        PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA journal_size_limit = 67108864;
        """)
      sqlite3_wal_hook(handle, noteFrames, walFrames)
    }
  }

  /// The path as a URI (<https://www.sqlite.org/uri.html>), with every byte that could mean something escaped.
  private static func uri(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~".utf8)
    return path.utf8.reduce(into: "file:") { uri, byte in
      if plain.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16)
        uri += "%" + (hex.utf8.count == 1 ? "0" : "") + hex
      }
    }
  }

  deinit {
    cache.removeAll()
    let code = sqlite3_close(handle)
    assert(code == SQLITE_OK, "a connection was closed with statements left over")
    walFrames.deallocate()
  }

  /// How long a statement waits for the lock of another program; five seconds, unless it is set.
  var patience = Duration.seconds(5) {
    didSet {
      guard patience != oldValue else { return }
      sqlite3_busy_timeout(handle, Int32(patience / .milliseconds(1)))
    }
  }

  /// Frames in the write-ahead log after the last commit.
  var framesInLog: Int { Int(walFrames.pointee) }

  /// Calls `sqlite3_last_insert_rowid`.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether no transaction is open (`sqlite3_get_autocommit`).
  var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Foreign keys that are broken and must be mended before COMMIT.
  var hasDeferredViolations: Bool {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current != 0
  }

  /// Whether every statement has come to rest, as it must between transactions.
  var isAtRest: Bool {
    var statement = sqlite3_next_stmt(handle, nil)
    while let current = statement {
      if sqlite3_stmt_busy(current) != 0 { return false }
      statement = sqlite3_next_stmt(handle, current)
    }
    return true
  }

  /// Goes through the rows of a query until `body` returns false.
  func query(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Bool) throws {
    let statement = try self.statement(sql)
    defer { statement.rest() }
    try statement.begin(with: values)
    while try statement.step() {
      guard try body(Row(of: statement)) else { return }
    }
  }

  /// Runs one statement to its end, leaving out any rows it returns.
  ///
  /// - Returns: how many rows it inserted, updated or deleted by itself, without triggers and foreign key actions.
  func run(_ sql: String, _ values: [(any Bindable)?]) throws(StorageError) -> Int {
    let statement = try self.statement(sql)
    defer { statement.rest() }
    try statement.begin(with: values)
    // sqlite3_changes is that of an earlier statement when this one is not an INSERT, UPDATE or DELETE.
    let before = sqlite3_total_changes64(handle)
    while try statement.step() {}
    return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
  }

  /// Runs any number of statements, without values and without keeping them prepared.
  func execute(_ script: String) throws(StorageError) {
    var rest = script
    while let (statement, tail) = try prepare(rest, flags: 0) {
      defer { statement.rest() }
      try statement.begin(with: [])
      while try statement.step() {}
      rest = tail
    }
  }

  /// Copies the log into the database as far as readers allow (`SQLITE_CHECKPOINT_PASSIVE`).
  func checkpoint() throws(StorageError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    guard code == SQLITE_OK else {
      throw StorageError(connection: handle, code: code, call: "sqlite3_wal_checkpoint_v2")
    }
  }

  /// Ends a read transaction; it cannot fail, since nothing was changed.
  func endReading() {
    assert(isAtRest, "a statement was left busy")
    guard !isOutsideTransaction else { return }
    do { _ = try run("ROLLBACK", []) } catch { preconditionFailure("ROLLBACK failed: \(error)") }
  }

  // MARK: statements

  private func statement(_ sql: String) throws(StorageError) -> Statement {
    uses &+= 1
    if let cached = cache[sql], !cached.isInUse {
      cached.lastUse = uses
      return cached
    }
    guard let (statement, tail) = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)) else {
      throw StorageError(code: .misuse, call: "sqlite3_prepare_v3", message: "there is no statement", sql: sql)
    }
    guard try prepare(tail, flags: 0) == nil else {
      throw StorageError(code: .misuse, call: "sqlite3_prepare_v3", message: "more than one statement", sql: sql)
    }
    statement.lastUse = uses
    // In use already: a query inside the closure of the same query gets a statement of its own.
    guard cache[sql] == nil else { return statement }
    if cache.count >= Self.cacheLimit { dropOldest() }
    cache[sql] = statement
    return statement
  }

  private func dropOldest() {
    let oldest = cache.filter { !$0.value.isInUse }.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { cache[oldest.key] = nil }
  }

  /// Prepares the first statement of the text. Nil when there is only blank space and comments.
  private func prepare(_ sql: String, flags: UInt32) throws(StorageError) -> (Statement, tail: String)? {
    var sql = sql
    var prepared: OpaquePointer?
    var used = 0
    let code = sql.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return SQLITE_OK }
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(handle, start, Int32(clamping: text.count), flags, &prepared, &tail)
        used = tail.map { $0 - start } ?? text.count
        return code
      }
    }
    guard code == SQLITE_OK else {
      throw StorageError(connection: handle, code: code, call: "sqlite3_prepare_v3", sql: sql)
    }
    guard let prepared else { return nil }
    let tail = String(decoding: sql.utf8.dropFirst(used), as: UTF8.self)
    return (Statement(handle: prepared, sql: sql, connection: handle), tail)
  }
}

// A schema from outside cannot run functions with side effects, corrupt the file by writing to shadow tables, or
// load code; and "text" in double quotes is a name, never a string.
private let options: [(Int32, Int32)] = [
  (SQLITE_DBCONFIG_DEFENSIVE, 1),
  (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
  (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
  (SQLITE_DBCONFIG_DQS_DML, 0),
  (SQLITE_DBCONFIG_DQS_DDL, 0),
]

private let noteFrames:
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
    context, _, _, frames in
    context?.assumingMemoryBound(to: Int32.self).pointee = frames
    return SQLITE_OK
  }
