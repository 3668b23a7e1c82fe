internal import CPQ
internal import Glibc
internal import Storage

/// A connection to a PostgreSQL server.
final class PostgreSQLConnection: EngineConnection {
  private let handle: OpaquePointer
  private var statements: [String: PostgreSQLStatement] = [:]
  let layouts = HistoryLayouts()

  /// Connects to an address, which is a connection string of libpq, such as `host=/run/postgresql dbname=deadwax`.
  init(_ address: String) throws(StorageError) {
    guard let handle = PQconnectdb(address) else {
      throw StorageError(.unavailable, call: "PQconnectdb", message: "out of memory")
    }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else {
      throw StorageError(nil, on: handle, call: "PQconnectdb")
    }
    // A notice would be written to the standard error of the program.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { PQfinish(handle) }

  var isOutsideTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_IDLE }

  var needsSavepointAfterError: Bool { true }
  var hasReleaseSearch: Bool { false }

  func begin(_ access: TransactionAccess) throws(StorageError) {
    switch access {
    case .reading: try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    case .writing:
      try execute("BEGIN")
      // One transaction at a time changes the database, in the order of the commits.
      try execute("SELECT pg_advisory_xact_lock(\(Self.writerLock))")
    }
  }

  func commit() throws(StorageError) {
    // After a failed statement, COMMIT rolls back and reports success.
    guard PQtransactionStatus(handle) == PQTRANS_INTRANS else {
      throw StorageError(.failed, call: "COMMIT", message: "a statement of the transaction has failed")
    }
    try execute("COMMIT")
  }

  func rollBack() {
    guard !isOutsideTransaction else { return }
    // If the connection is lost, the server rolls back by itself.
    try? execute("ROLLBACK")
  }

  func run(_ sql: String, _ values: [(any Bindable)?]) throws(StorageError) -> Int {
    let result = try result(of: try statement(sql), values)
    defer { PQclear(result) }
    return PQcmdTuples(result).map { Int(String(cString: $0)) ?? 0 } ?? 0
  }

  func query(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Bool) throws {
    let statement = try statement(sql)
    let rows = PostgreSQLResult(try result(of: statement, values), of: statement)
    defer { rows.rest() }
    while rows.step() {
      guard try body(Row(of: rows)) else { return }
    }
  }

  func newestRow() throws(StorageError) -> Int64 {
    do {
      var number: Int64 = 0
      try query("SELECT lastval() AS number", []) { row in
        number = try row.integer("number")
        return false
      }
      return number
    } catch {
      throw error as? StorageError ?? StorageError(.failed, call: "lastval", message: "\(error)")
    }
  }

  /// Takes the number from the sequence, which does not return it if the transaction is rolled back.
  func nextRow(in table: String) throws -> Int64 {
    var next: Int64 = 0
    try query("SELECT nextval(pg_get_serial_sequence(?1, 'id')) AS next", [table]) { row in
      next = try row.integer("next")
      return false
    }
    return next
  }

  func deferReferences(_ isDeferred: Bool) throws(StorageError) {
    try execute("SET CONSTRAINTS ALL \(isDeferred ? "DEFERRED" : "IMMEDIATE")")
  }

  func hasBrokenReferences() throws(StorageError) -> Bool {
    try execute("SAVEPOINT references_checked")
    do {
      try execute("SET CONSTRAINTS ALL IMMEDIATE")
      try execute("RELEASE SAVEPOINT references_checked")
      return false
    } catch {
      guard error.kind == .reference else { throw error }
      try execute("ROLLBACK TO SAVEPOINT references_checked")
      try execute("RELEASE SAVEPOINT references_checked")
      return true
    }
  }

  func columns(of table: String) throws -> [String] {
    var columns: [String] = []
    let sql = """
      SELECT attname::text AS name FROM pg_attribute
      WHERE attrelid = to_regclass(?1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
      """
    try query(sql, [table]) { row in
      columns.append(try row.text("name"))
      return true
    }
    return columns
  }

  func references(of table: String) throws -> [(column: String, table: String)] {
    var references: [(column: String, table: String)] = []
    let sql = """
      SELECT a.attname::text AS name, t.relname::text AS other
      FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS pair (own, other)
        JOIN pg_class t ON t.oid = c.confrelid
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = pair.own
        JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = pair.other
      WHERE c.contype = 'f' AND c.conrelid = to_regclass(?1) AND b.attname = 'id'
      ORDER BY a.attname
      """
    try query(sql, [table]) { row in
      references.append((try row.text("name"), try row.text("other")))
      return true
    }
    return references
  }

  /// Runs any number of statements, without values and without preparing them.
  func execute(_ script: String) throws(StorageError) {
    let result = PQexec(handle, script)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      throw StorageError(result, on: handle, call: "PQexec", sql: String(script.prefix(200)))
    }
  }

  // MARK: - Statements

  private func statement(_ sql: String) throws(StorageError) -> PostgreSQLStatement {
    if let prepared = statements[sql] { return prepared }
    let text = PostgreSQLText(sql)
    let name = "s\(statements.count)"
    let result = PQprepare(handle, name, text.sql, 0, nil)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else {
      throw StorageError(result, on: handle, call: "PQprepare", sql: sql)
    }
    let statement = PostgreSQLStatement(sql: sql, name: name, parameterCount: text.parameterCount)
    statements[sql] = statement
    return statement
  }

  private func result(
    of statement: PostgreSQLStatement, _ values: [(any Bindable)?]
  ) throws(StorageError) -> OpaquePointer {
    guard values.count == statement.parameterCount else {
      throw StorageError(
        .misuse, call: "PQexecPrepared", message: "\(values.count) values for \(statement.parameterCount) parameters",
        sql: statement.sql)
    }
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { for text in texts { free(text) } }
    for value in values {
      texts.append(try Self.text(value?.binding ?? .null, sql: statement.sql).flatMap { strdup($0) })
    }
    let result = texts.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      PQexecPrepared(handle, statement.name, Int32($0.count), $0.baseAddress, nil, nil, 0)
    }
    let status = PQresultStatus(result)
    guard let result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      defer { PQclear(result) }
      throw StorageError(result, on: handle, call: "PQexecPrepared", sql: statement.sql)
    }
    return result
  }

  private static func text(_ value: Binding, sql: String) throws(StorageError) -> String? {
    switch value {
    case .null: return nil
    case .integer(let integer): return "\(integer)"
    case .real(let real): return real.isNaN ? nil : "\(real)"
    case .text(let text):
      // libpq would cut the text there without an error.
      guard !text.utf8.contains(0) else {
        throw StorageError(.mismatch, call: "PQexecPrepared", message: "a text contains a NUL character", sql: sql)
      }
      return text
    case .blob(let blob):
      return blob.reduce(into: "\\x") { hex, byte in
        hex += (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }

  // Any number that no other program uses: DWAX.
  private static let writerLock = 0x4457_4158
}
