/// A call to SQLite, or to the file beside the database, that did not work.
///
/// Carries the SQL but never a bound value: the text may go to a log.
package struct StorageError: Error, Sendable, CustomStringConvertible {
  package let code: ResultCode
  /// The C function that failed, as `sqlite3_step`.
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

  /// The call that refuses a write because too many wait; any other `.busy` is another program's lock.
  package static let queueCall = "WriteQueue"

  /// What every call on a database that was closed throws.
  static let closed = StorageError(code: .misuse, call: "Database", message: "the database is closed")
}
