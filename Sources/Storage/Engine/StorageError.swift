/// The error of a failed call to SQLite, or of a failed operation on a file next to the database.
///
/// It contains the SQL but never a bound value, so its text may be logged.
package struct StorageError: Error, Sendable, CustomStringConvertible {
  package let code: ResultCode
  /// The name of the C function that failed, such as `sqlite3_step`.
  package let call: String
  package let message: String
  package let sql: String?

  package init(code: ResultCode, call: String, message: String, sql: String? = nil) {
    self.code = code
    self.call = call
    self.message = message
    self.sql = sql
  }

  package var description: String {
    let place = sql.map { " in: \($0)" } ?? ""
    return "\(call): \(message) [\(code.rawValue)]\(place)"
  }

  /// The value of `call` when a write is refused because too many wait. Any other `.busy` is another program's lock.
  package static let queueCall = "WriteQueue"

  /// The error of every call on a closed database.
  static let closed = StorageError(code: .misuse, call: "Database", message: "the database is closed")
}
