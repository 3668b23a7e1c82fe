internal import CSQLite
package import Deadwax

/// The current row of a query. Columns are numbered from 0.
///
/// It is valid only inside the closure that received it; later use traps. A value of another type than requested throws
/// `.mismatch`. A column declared NOT NULL in a STRICT table always has the declared type.
package struct Row {
  private let statement: Statement
  private let serial: UInt64

  init(of statement: Statement) {
    self.statement = statement
    serial = statement.serial
  }

  /// Returns UTF-8 text. A NUL character in it is preserved.
  package func text(_ column: Int) throws(StorageError) -> String {
    guard let text = try optionalText(column) else { throw mismatch(column, "text") }
    return text
  }

  package func optionalText(_ column: Int) throws(StorageError) -> String? {
    let handle = try cell(column)
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(handle, Int32(column)) else { throw outOfMemory("sqlite3_column_text") }
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    default: throw mismatch(column, "text")
    }
  }

  package func integer(_ column: Int) throws(StorageError) -> Int64 {
    guard let integer = try optionalInteger(column) else { throw mismatch(column, "an integer") }
    return integer
  }

  package func optionalInteger(_ column: Int) throws(StorageError) -> Int64? {
    let handle = try cell(column)
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return sqlite3_column_int64(handle, Int32(column))
    default: throw mismatch(column, "an integer")
    }
  }

  /// Returns a number. Accepts an integer too, since SQL returns one for `1 + 1` or for `sum` of integers.
  package func real(_ column: Int) throws(StorageError) -> Double {
    guard let real = try optionalReal(column) else { throw mismatch(column, "a number") }
    return real
  }

  package func optionalReal(_ column: Int) throws(StorageError) -> Double? {
    let handle = try cell(column)
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_NULL: return nil
    case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_column_double(handle, Int32(column))
    default: throw mismatch(column, "a number")
    }
  }

  /// Returns true for 1 and false for 0. Any other number is a mismatch.
  package func flag(_ column: Int) throws(StorageError) -> Bool {
    switch try integer(column) {
    case 0: return false
    case 1: return true
    default: throw mismatch(column, "0 or 1")
    }
  }

  package func optionalFlag(_ column: Int) throws(StorageError) -> Bool? {
    try isNull(column) ? nil : flag(column)
  }

  package func blob(_ column: Int) throws(StorageError) -> [UInt8] {
    guard let blob = try optionalBlob(column) else { throw mismatch(column, "a blob") }
    return blob
  }

  package func optionalBlob(_ column: Int) throws(StorageError) -> [UInt8]? {
    let handle = try cell(column)
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, Int32(column))
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    default: throw mismatch(column, "a blob")
    }
  }

  /// Returns a time that is stored as milliseconds since the Unix epoch.
  package func time(_ column: Int) throws(StorageError) -> Timestamp {
    Timestamp(milliseconds: try integer(column))
  }

  package func optionalTime(_ column: Int) throws(StorageError) -> Timestamp? {
    try optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }

  package func id<Subject>(_ column: Int) throws(StorageError) -> Identifier<Subject> {
    guard let id = Identifier<Subject>(try text(column)) else { throw mismatch(column, "a UUID") }
    return id
  }

  package func optionalID<Subject>(_ column: Int) throws(StorageError) -> Identifier<Subject>? {
    try isNull(column) ? nil : id(column)
  }

  package func isNull(_ column: Int) throws(StorageError) -> Bool {
    sqlite3_column_type(try cell(column), Int32(column)) == SQLITE_NULL
  }

  private func cell(_ column: Int) throws(StorageError) -> OpaquePointer {
    precondition(serial == statement.serial, "a row was used outside its closure")
    guard column >= 0, column < statement.columnCount else {
      throw StorageError(
        .mismatch, call: "sqlite3_column_count", message: "there is no column \(column)", sql: statement.sql)
    }
    return statement.handle
  }

  // The message names the column, never its value.
  private func mismatch(_ column: Int, _ expected: String) -> StorageError {
    let name = sqlite3_column_name(statement.handle, Int32(column)).map { String(cString: $0) } ?? ""
    let found =
      switch sqlite3_column_type(statement.handle, Int32(column)) {
      case SQLITE_NULL: "NULL"
      case SQLITE_INTEGER: "an integer"
      case SQLITE_FLOAT: "a real"
      case SQLITE_TEXT: "text"
      default: "a blob"
      }
    return StorageError(
      .mismatch, call: "sqlite3_column_type",
      message: "column \(column) '\(name)' should be \(expected), but is \(found)", sql: statement.sql)
  }

  private func outOfMemory(_ call: String) -> StorageError {
    StorageError(.failed, call: call, message: "out of memory", sql: statement.sql)
  }
}
