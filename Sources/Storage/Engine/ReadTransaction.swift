package import Deadwax

/// A read of one snapshot of the database. Changes committed meanwhile are not visible. Valid only inside
/// `Database.read`.
package final class ReadTransaction: Queryable {
  /// The time at which the transaction began.
  package let now: Timestamp

  private let connection: any EngineConnection
  private var isOpen = true

  /// Wraps the transaction that is open on a connection.
  package init(on connection: any EngineConnection, now: Timestamp) {
    self.connection = connection
    self.now = now
  }

  /// Ends every use of the transaction.
  package func end() { isOpen = false }

  package func forEach(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void) throws {
    precondition(isOpen, "a transaction was used after its end")
    try connection.query(sql, values) {
      try body($0)
      return true
    }
  }

  package func first<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> T? {
    precondition(isOpen, "a transaction was used after its end")
    var result: T?
    try connection.query(sql, values) {
      result = try body($0)
      return false
    }
    return result
  }

  package func layout(of table: HistoryTable) throws -> HistoryLayout {
    precondition(isOpen, "a transaction was used after its end")
    return try connection.layouts[table] ?? connection.layouts.read(table, on: connection)
  }
}
