internal import CSQLite

/// A connection to the database file, used by one thread at a time.
final class DatabaseConnection: EngineConnection {
  enum Access {
    /// Reads and writes a file that already exists.
    case writing
    /// Reads only. Nothing in the database or its log can change through the connection.
    case reading
    /// Reads a file that no one changes and that has no log. No other file is touched.
    case frozen
  }

  /// The maximum number of statements in the cache of prepared statements.
  private static let cacheLimit = 256

  private let handle: OpaquePointer
  private var cache: [String: Statement] = [:]
  private var uses: UInt64 = 0
  private var progress: Progress?
  private var walFrames: UnsafeMutablePointer<Int32>
  private var rowChanges: RowChangeHook?
  let layouts = HistoryLayouts()

  /// Opens the file and sets the options that apply to every connection of Deadwax.
  ///
  /// - Throws: the error of `sqlite3_open_v2`. A damaged file is reported by the first read, not here.
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
      // Where SQLite may not write, it falls back to reading and would fail only at the first change.
      guard sqlite3_db_readonly(handle, "main") == 0 else {
        throw StorageError(.readOnly, call: "sqlite3_db_readonly", message: "\(path) cannot be written")
      }
      // A change is durable when COMMIT returns. The writer checkpoints by itself after it has reported the result.
      // The pages before a savepoint may be most of the database. In memory, SQLite walks through all of them after each
      // statement, so that a change of 100,000 rows never ends; in a file without a name it does not.
      try execute(
        """
        PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA secure_delete = ON;
        PRAGMA journal_size_limit = 67108864;
        PRAGMA temp_store = FILE;
        """)
      sqlite3_wal_hook(handle, noteFrames, walFrames)
    }
  }

  /// Returns the path as a URI (<https://www.sqlite.org/uri.html>), with every byte that has a meaning in a URI
  /// escaped.
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

  /// The time that a statement waits for another program's lock. The default is five seconds.
  var patience = Duration.seconds(5) {
    didSet {
      guard patience != oldValue else { return }
      sqlite3_busy_timeout(handle, Int32(patience / .milliseconds(1)))
    }
  }

  /// Notes all rows that this connection changes from now on, as far as they appear in lists. The schema is final then.
  func noteRowChanges() throws { rowChanges = try RowChangeHook(of: handle) { try columns(of: $0) } }

  /// Returns the rows that were changed since the last call, and discards them.
  func takeRowChanges() -> RowChanges { rowChanges?.take() ?? RowChanges() }

  /// Sets whether closing leaves the log unchanged (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`). By default, the last
  /// connection copies the log into the database and removes it.
  func leaveLogWhenClosed(_ isLeft: Bool) {
    _ = deadwax_sqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isLeft ? 1 : 0)
  }

  /// The number of frames in the write-ahead log after the last commit.
  var framesInLog: Int { Int(walFrames.pointee) }

  func newestRow() -> Int64 { sqlite3_last_insert_rowid(handle) }

  func nextRow(in table: String) throws -> Int64 {
    var next: Int64 = 1
    try query("SELECT seq + 1 AS next FROM sqlite_sequence WHERE name = ?1", [table]) { row in
      next = try row.integer("next")
      return false
    }
    return next
  }

  /// A refused statement leaves nothing behind, and the transaction continues.
  var needsSavepointAfterError: Bool { false }
  var hasReleaseSearch: Bool { true }

  func begin(_ access: TransactionAccess) throws(StorageError) {
    _ = try run(access == .writing ? "BEGIN IMMEDIATE" : "BEGIN", [])
  }

  /// With `synchronous=FULL`, the log is on disk when COMMIT returns.
  func commit() throws(StorageError) { _ = try run("COMMIT", []) }

  func rollBack() {
    guard !isOutsideTransaction else { return }
    // According to SQLite's documentation, ROLLBACK fails only if statements are running, and none is.
    do { _ = try run("ROLLBACK", []) } catch { preconditionFailure("ROLLBACK failed: \(error)") }
  }

  func deferReferences(_ isDeferred: Bool) throws(StorageError) {
    _ = try run("PRAGMA defer_foreign_keys = \(isDeferred ? "ON" : "OFF")", [])
  }

  func columns(of table: String) throws -> [String] {
    var columns: [String] = []
    try query("SELECT name FROM pragma_table_info(?1) ORDER BY cid", [table]) { row in
      columns.append(try row.text("name"))
      return true
    }
    return columns
  }

  func references(of table: String) throws -> [(column: String, table: String)] {
    var references: [(column: String, table: String)] = []
    let sql = """
      SELECT "from" AS name, "table" AS other FROM pragma_foreign_key_list(?1) WHERE coalesce("to", 'id') = 'id'
      ORDER BY "from"
      """
    try query(sql, [table]) { row in
      references.append((try row.text("name"), try row.text("other")))
      return true
    }
    return references
  }

  /// True if no transaction is open (`sqlite3_get_autocommit`).
  var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

  func hasBrokenReferences() -> Bool {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current != 0
  }

  /// True if no statement is running. This must hold between transactions.
  var isAtRest: Bool {
    var statement = sqlite3_next_stmt(handle, nil)
    while let current = statement {
      if sqlite3_stmt_busy(current) != 0 { return false }
      statement = sqlite3_next_stmt(handle, current)
    }
    return true
  }

  /// Calls `body` for each row of a query until it returns false.
  func query(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Bool) throws {
    let statement = try self.statement(sql)
    defer { statement.rest() }
    try statement.begin(with: values)
    while try statement.step() {
      guard try body(Row(of: statement)) else { return }
    }
  }

  /// Runs one statement to its end and ignores any rows it returns.
  ///
  /// - Returns: the number of rows that it inserted, updated or deleted directly, without triggers and foreign key
  ///   actions.
  func run(_ sql: String, _ values: [(any Bindable)?]) throws(StorageError) -> Int {
    let statement = try self.statement(sql)
    defer { statement.rest() }
    try statement.begin(with: values)
    // `sqlite3_changes` is that of an earlier statement if this one is not an INSERT, UPDATE or DELETE.
    let before = sqlite3_total_changes64(handle)
    while try statement.step() {}
    return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
  }

  /// Runs any number of statements, without values and without caching them.
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
  ///
  /// - Returns: the number of frames of the log that are in the database now.
  @discardableResult
  func checkpoint() throws(StorageError) -> Int {
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &copied)
    guard code == SQLITE_OK else {
      throw StorageError(connection: handle, code: code, call: "sqlite3_wal_checkpoint_v2")
    }
    return Int(copied)
  }

  /// Interrupts the statement that is running, if there is one (`sqlite3_interrupt`). It can be called on any thread
  /// while the connection exists.
  func interrupt() { sqlite3_interrupt(handle) }

  /// Calls a function after each `steps` steps of a statement. The statement is interrupted if the function returns
  /// false.
  func whileRunning(every steps: Int, _ goesOn: @escaping () -> Bool) {
    progress = Progress(goesOn)
    sqlite3_progress_handler(
      handle, Int32(steps), requestProgress, progress.map { Unmanaged.passUnretained($0).toOpaque() })
  }

  /// Copies the whole log into the database and truncates its file to zero bytes (`SQLITE_CHECKPOINT_TRUNCATE`).
  ///
  /// - Returns: false if a read that began earlier still needs the log.
  func emptyLog() throws(StorageError) -> Bool {
    let patience = patience
    self.patience = .milliseconds(10)
    defer { self.patience = patience }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if code & 0xFF == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else {
      throw StorageError(connection: handle, code: code, call: "sqlite3_wal_checkpoint_v2")
    }
    walFrames.pointee = 0
    return true
  }

  /// Ends a read transaction. This cannot fail, since nothing was changed.
  func endReading() {
    assert(isAtRest, "a statement was left busy")
    rollBack()
  }

  // MARK: - Statements

  private func statement(_ sql: String) throws(StorageError) -> Statement {
    uses &+= 1
    if let cached = cache[sql], !cached.isInUse {
      cached.lastUse = uses
      return cached
    }
    guard let (statement, tail) = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)) else {
      throw StorageError(.misuse, call: "sqlite3_prepare_v3", message: "there is no statement", sql: sql)
    }
    guard try prepare(tail, flags: 0) == nil else {
      throw StorageError(.misuse, call: "sqlite3_prepare_v3", message: "more than one statement", sql: sql)
    }
    statement.lastUse = uses
    // The cached statement is in use: a query inside the closure of the same query gets a statement of its own.
    guard cache[sql] == nil else { return statement }
    if cache.count >= Self.cacheLimit { dropOldest() }
    cache[sql] = statement
    return statement
  }

  private func dropOldest() {
    let oldest = cache.filter { !$0.value.isInUse }.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { cache[oldest.key] = nil }
  }

  /// Prepares the first statement of the text. Returns nil if the text has only white space and comments.
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

// A schema from an untrusted file cannot run functions with side effects, corrupt the file by writing to shadow tables,
// or load code. Text in double quotes is always a name, never a string.
private let options: [(Int32, Int32)] = [
  (SQLITE_DBCONFIG_DEFENSIVE, 1),
  (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
  (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
  (SQLITE_DBCONFIG_DQS_DML, 0),
  (SQLITE_DBCONFIG_DQS_DDL, 0),
  // A plan does not depend on the values. Otherwise a statement is prepared again for other values if a partial index
  // could fit them.
  (SQLITE_DBCONFIG_ENABLE_QPSG, 1),
]

private final class Progress {
  let goesOn: () -> Bool

  init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
}

private let requestProgress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  guard let context else { return 0 }
  return Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
}

private let noteFrames:
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
    context, _, _, frames in
    context?.assumingMemoryBound(to: Int32.self).pointee = frames
    return SQLITE_OK
  }
