package import Deadwax

/// A transaction that can run SQL queries. Query functions are written once, for read and write transactions.
package protocol Queryable {
  /// The transaction's time. Queries that depend on the time, such as those for overdue loans, use it.
  var now: Timestamp { get }

  /// Calls `body` for each row of a query without storing the rows.
  func forEach(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void) throws

  /// Returns the first row of a query, or nil if there is none.
  func first<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> T?

  /// Returns the columns of a ledger table, as the schema of the database has them.
  func layout(of table: HistoryTable) throws -> HistoryLayout
}

extension Queryable {
  /// Returns the first row of a query, or nil if there is none.
  ///
  /// - Parameters:
  ///   - sql: one statement, with a `?` for each value. It is cached as a prepared statement, so values must never be
  ///     part of the text.
  ///   - values: the values, bound in order.
  ///   - body: converts the row. The row is valid only inside it.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or a `StorageError`.
  package func first<T>(
    _ sql: String, _ values: (any Bindable)?..., as body: (Row) throws -> T
  ) throws -> T? {
    try first(sql, values, as: body)
  }

  /// Returns all rows of a query, in its order.
  package func all<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> [T] {
    var results: [T] = []
    try forEach(sql, values) { results.append(try body($0)) }
    return results
  }

  /// Returns all rows of a query, in its order.
  package func all<T>(_ sql: String, _ values: (any Bindable)?..., as body: (Row) throws -> T) throws -> [T] {
    try all(sql, values, as: body)
  }
}
