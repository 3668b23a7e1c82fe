/// An INSERT statement for adding many rows to one table. Values are passed in the order of the columns.
package struct RowInsert: Sendable {
  let sql: String
  /// The number of rows that one run of the statement adds.
  package let rows: Int

  /// Builds the statement.
  ///
  /// - Parameters:
  ///   - table: the table's name in the schema.
  ///   - columns: the columns that receive a value. All others get their default.
  ///   - rows: the number of rows that one run adds. A row takes half the time if a run adds many.
  package init(into table: String, _ columns: [String], rows: Int = 1) {
    precondition(rows > 0, "a statement adds no row")
    precondition(
      !columns.isEmpty && ([table] + columns).allSatisfy { $0.utf8.allSatisfy { Self.isPlain($0) } },
      "a table or a column has no plain name")
    let values = (0..<rows).map { row in
      "(" + columns.indices.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ") + ")"
    }
    sql = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values.joined(separator: ", "))"
    self.rows = rows
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }
}

extension WriteTransaction {
  /// Adds as many rows as the statement has.
  ///
  /// - Parameters:
  ///   - rows: the statement, which names the table and the columns.
  ///   - values: one value for each column of each row, in their order.
  /// - Throws: a `StorageError`. The constraints of the schema apply.
  package func insert(_ rows: RowInsert, _ values: [(any Bindable)?]) throws { _ = try run(rows.sql, values) }

  /// Adds the rows of elements, many with each statement.
  ///
  /// - Parameters:
  ///   - elements: the elements, of each of which one row is added.
  ///   - many: the statement for as many rows as it has.
  ///   - one: the statement for one row, for those that are left.
  ///   - isEnough: returns true if the rest is for a later transaction. It is called after each statement.
  ///   - append: appends the values of an element, one for each column.
  /// - Returns: the number of rows that were added, from the first element on; at least one, if there is one.
  /// - Throws: a `StorageError`. The constraints of the schema apply.
  func insert<Element>(
    _ elements: some Collection<Element>, _ many: RowInsert, _ one: RowInsert, until isEnough: () -> Bool,
    _ append: (Element, inout [(any Bindable)?]) -> Void
  ) throws -> Int {
    var rest = elements[...]
    var left = elements.count
    let all = left
    var values: [(any Bindable)?] = []
    while left > 0 {
      let rows = left < many.rows ? one : many
      values.removeAll(keepingCapacity: true)
      for element in rest.prefix(rows.rows) { append(element, &values) }
      try insert(rows, values)
      rest = rest.dropFirst(rows.rows)
      left -= rows.rows
      if isEnough() { break }
    }
    return all - left
  }
}
