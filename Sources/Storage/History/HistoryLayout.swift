/// The columns of a ledger table, as the schema of its database has them.
///
/// The migrations are the only declaration of a column. History, undo and replay read it from here, so a new column
/// reaches all of them.
package struct HistoryLayout: Hashable, Sendable {
  /// A child table of a ledger table.
  package struct Child: Hashable, Sendable {
    package let table: String
    /// All columns except the one that refers to the parent, in the order of the schema.
    package let columns: [String]
    /// A query for the child rows of a row, in their order.
    let select: String
  }

  /// A column with the key of a row of the same or another ledger table.
  package struct Reference: Hashable, Sendable {
    package let column: String
    package let table: HistoryTable
  }

  package let table: HistoryTable
  /// All columns of the table, the key first, in the order of the schema.
  package let columns: [String]
  package let children: [Child]
  /// The references of the table to ledger tables.
  package let references: [Reference]
  /// A query for the columns of the row with a given key.
  let selectOne: String
  /// A query for the columns of all rows, ordered by key.
  let selectAll: String

  /// Reads the layout of a table.
  ///
  /// - Throws: a `StorageError`, also if the schema has no such table with its key as the first column.
  init(of table: HistoryTable, on connection: any EngineConnection) throws {
    let columns = try connection.columns(of: table.rawValue)
    guard columns.first == table.key else {
      throw StorageError(.mismatch, call: "HistoryLayout", message: "\(table.rawValue) does not begin with its key")
    }
    self.table = table
    self.columns = columns
    children = try table.children.map { child in
      let cells = try connection.columns(of: child).filter { $0 != HistoryTable.parent }
      return Child(
        table: child, columns: cells,
        select:
          "SELECT \(cells.joined(separator: ", ")) FROM \(child) WHERE \(HistoryTable.parent) = ?1 ORDER BY position")
    }
    references = try connection.references(of: table.rawValue).compactMap { column, other in
      HistoryTable(rawValue: other).map { Reference(column: column, table: $0) }
    }
    let select = "SELECT \(columns.joined(separator: ", ")) FROM \(table.rawValue)"
    selectOne = "\(select) WHERE \(table.key) = ?1"
    selectAll = "\(select) ORDER BY \(table.key)"
  }
}
