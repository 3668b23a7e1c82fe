/// An INSERT statement for adding many rows to one table. Values are passed in the order of the columns.
package struct RowInsert: Sendable {
  let sql: String

  /// Builds the statement.
  ///
  /// - Parameters:
  ///   - table: the table's name in the schema.
  ///   - columns: the columns that receive a value. All others get their default.
  package init(into table: String, _ columns: [String]) {
    precondition(
      !columns.isEmpty && ([table] + columns).allSatisfy { $0.utf8.allSatisfy { Self.isPlain($0) } },
      "a table or a column has no plain name")
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    sql = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }
}

extension WriteTransaction {
  /// Adds one row.
  ///
  /// - Parameters:
  ///   - rows: the statement, which names the table and the columns.
  ///   - values: one value for each column, in their order.
  /// - Throws: a `StorageError`. The constraints of the schema apply.
  package func insert(_ rows: RowInsert, _ values: [(any Bindable)?]) throws { _ = try run(rows.sql, values) }
}
