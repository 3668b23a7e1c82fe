/// How rows of one table are added in great number: one statement for all of them, with their values in the order of the
/// columns.
package struct RowInsert: Sendable {
  let sql: String

  /// - Parameters:
  ///   - table: its name, as it stands in the schema.
  ///   - columns: those that get a value; all others get their default.
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
  ///   - rows: of which table, and which columns.
  ///   - values: one for each column, in their order.
  /// - Throws: a `StorageError`; the rules of the schema hold here as everywhere.
  package func insert(_ rows: RowInsert, _ values: [(any Bindable)?]) throws { _ = try run(rows.sql, values) }

  /// Lets the writing connection keep more of the database in memory from now on, for work that touches much of it at
  /// random (`PRAGMA cache_size`).
  ///
  /// - Parameter kilobytes: how much at most.
  /// - Throws: a `StorageError`.
  package func keepInMemory(kilobytes: Int) throws { _ = try run("PRAGMA cache_size = -\(kilobytes)") }
}
