package import Deadwax

/// What SQL can be asked of: a read or a write transaction. A query function is written once, for either.
package protocol Queryable {
  /// The time at which it is asked: what is overdue is overdue at this time.
  var now: Timestamp { get }

  /// Goes through all rows of a query, one after the other, without keeping them.
  func forEach(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void) throws

  /// The first row of a query. Nil when there is none.
  func first<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> T?
}

extension Queryable {
  /// The first row of a query. Nil when there is none.
  ///
  /// - Parameters:
  ///   - sql: one statement, with a `?` for each value; it is kept prepared, so values never stand in the text.
  ///   - values: bound in order.
  ///   - body: reads the row, which must not leave it.
  /// - Returns: what `body` made of the row.
  /// - Throws: what `body` throws, or a `StorageError`.
  package func first<T>(
    _ sql: String, _ values: (any Bindable)?..., as body: (Row) throws -> T
  ) throws -> T? {
    try first(sql, values, as: body)
  }

  /// All rows of a query, in its order.
  package func all<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> [T] {
    var results: [T] = []
    try forEach(sql, values) { results.append(try body($0)) }
    return results
  }

  /// All rows of a query, in its order.
  package func all<T>(_ sql: String, _ values: (any Bindable)?..., as body: (Row) throws -> T) throws -> [T] {
    try all(sql, values, as: body)
  }
}
