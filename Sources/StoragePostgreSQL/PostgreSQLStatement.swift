internal import Storage

/// A statement that is prepared on one connection.
final class PostgreSQLStatement {
  /// The text as the caller wrote it.
  let sql: String
  /// The name on the server.
  let name: String
  let parameterCount: Int
  let found = ColumnLookup()

  init(sql: String, name: String, parameterCount: Int) {
    self.sql = sql
    self.name = name
    self.parameterCount = parameterCount
  }
}
