internal import CSQLite

/// A prepared statement of one connection, for repeated use.
///
/// Between uses it is reset and holds no bound value.
final class Statement: RowSource {
  let sql: String
  let handle: OpaquePointer
  let columnCount: Int
  private let parameterCount: Int
  private let connection: OpaquePointer

  /// Changes whenever a row becomes invalid.
  private(set) var serial: UInt64 = 0
  private(set) var isInUse = false
  let found = ColumnLookup()
  /// The time of the last use, counted in uses of the connection's cache.
  var lastUse: UInt64 = 0

  /// Wraps a prepared statement, and finalizes it when deallocated.
  ///
  /// - Parameters:
  ///   - handle: the handle from `sqlite3_prepare_v3`.
  ///   - sql: the text of the statement.
  ///   - connection: the connection of the handle. It outlives the statement.
  init(handle: OpaquePointer, sql: String, connection: OpaquePointer) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
    columnCount = Int(sqlite3_column_count(handle))
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
  }

  deinit {
    // The result code repeats that of the last step, which was reported already.
    sqlite3_finalize(handle)
  }

  /// Binds the values, in order, to the statement's parameters. Each use ends with `rest()`.
  func begin(with values: [(any Bindable)?]) throws(StorageError) {
    precondition(!isInUse, "a statement is used inside its own use")
    isInUse = true
    guard values.count == parameterCount else {
      throw StorageError(
        .misuse, call: "sqlite3_bind_parameter_count",
        message: "\(values.count) values for \(parameterCount) parameters", sql: sql)
    }
    for (index, value) in values.enumerated() {
      try bind(value?.binding ?? .null, at: Int32(index + 1))
    }
  }

  private func bind(_ value: Binding, at index: Int32) throws(StorageError) {
    let code: Int32
    let call: String
    switch value {
    case .null:
      // Parameters are NULL after `sqlite3_clear_bindings`.
      return
    case .integer(let integer):
      code = sqlite3_bind_int64(handle, index, integer)
      call = "sqlite3_bind_int64"
    case .real(let real):
      code = sqlite3_bind_double(handle, index, real)
      call = "sqlite3_bind_double"
    case .text(var text):
      code = text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          // A null pointer would bind NULL.
          guard let start = characters.baseAddress else { return deadwax_sqlite_bind_text(handle, index, "", 0) }
          return deadwax_sqlite_bind_text(handle, index, start, UInt64(characters.count))
        }
      }
      call = "sqlite3_bind_text64"
    case .blob(let blob):
      code = blob.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return deadwax_sqlite_bind_blob(handle, index, start, UInt64(bytes.count))
      }
      call = "sqlite3_bind_blob64"
    }
    guard code == SQLITE_OK else { throw failure(call, code, mayQuoteValues: false) }
  }

  /// Advances to the next row. Returns false if there is none.
  func step() throws(StorageError) -> Bool {
    serial &+= 1
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure("sqlite3_step", code, mayQuoteValues: parameterCount > 0)
    }
  }

  /// Ends a use: releases the locks and clears the bound values.
  func rest() {
    serial &+= 1
    sqlite3_reset(handle)
    if parameterCount > 0 { sqlite3_clear_bindings(handle) }
    isInUse = false
  }

  private func failure(_ call: String, _ code: Int32, mayQuoteValues: Bool) -> StorageError {
    let error = StorageError(connection: connection, code: code, call: call, sql: sql)
    // A generic error of a running statement can quote a value: FTS5 names the words of a query it cannot parse, and
    // JSON functions name the path.
    guard mayQuoteValues, code & 0xFF == SQLITE_ERROR else { return error }
    return StorageError(
      code: ResultCode(rawValue: code), call: call, message: withoutQuotations(error.message), sql: sql)
  }
}

// A row checks that the column exists, so every number is in range.
extension Statement {
  func name(of column: Int) -> String {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  func kind(of column: Int) -> CellKind {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    default: .blob
    }
  }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) -> [UInt8] {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

/// Returns the message up to its first quotation mark, or else up to its last colon.
private func withoutQuotations(_ message: String) -> String {
  if let quote = message.firstIndex(where: { $0 == "\"" || $0 == "'" || $0 == "`" }) {
    return message[..<quote] + "…"
  }
  guard let colon = message.lastIndex(of: ":") else { return message }
  return message[..<colon] + ": …"
}

extension StorageError {
  /// Creates the error from `sqlite3_errmsg` for the connection's last call, which returned `code`.
  init(connection: OpaquePointer?, code: Int32, call: String, sql: String? = nil) {
    let message = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(
      code: ResultCode(rawValue: code), call: call, message: message.map { String(cString: $0) } ?? "", sql: sql)
  }
}
