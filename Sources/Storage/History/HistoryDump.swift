/// All rows of all ledger tables, for comparison with another dump.
package struct HistoryDump: Hashable, Sendable {
  /// The rows by table and key, each as JSON. Equal rows give equal bytes.
  package var rows: [HistoryTable: [String: String]]

  /// Returns the rows that differ from another dump, ordered by table and key.
  package func differences(from other: HistoryDump) -> [ChangeRow] {
    HistoryTable.allCases.flatMap { table -> [ChangeRow] in
      let (old, new) = (other.rows[table] ?? [:], rows[table] ?? [:])
      return Set(old.keys).union(new.keys).sorted().compactMap { key in
        old[key] == new[key] ? nil : ChangeRow(table: table, row: key, before: old[key], after: new[key])
      }
    }
  }
}

extension Queryable {
  /// Returns all rows of a table by their keys.
  ///
  /// - Parameters:
  ///   - table: the table of the ledger.
  ///   - marks: true to include each row's version and modification time. These differ after an undo.
  /// - Returns: the rows as JSON.
  /// - Throws: a `StorageError`.
  package func dump(of table: HistoryTable, marks: Bool = true) throws -> [String: String] {
    var rows: [String: String] = [:]
    let sql =
      marks
      ? table.selectAll : "SELECT name, json_remove(row, '$.version', '$.modified_at') FROM (\(table.selectAll))"
    try forEach(sql, []) { rows[try $0.text(0)] = try $0.text(1) }
    return rows
  }

  /// Returns all rows of the ledger's tables.
  ///
  /// - Parameter marks: true to include versions and modification times, as in `dump(of:marks:)`.
  /// - Returns: the dump.
  /// - Throws: a `StorageError`.
  package func dump(marks: Bool = true) throws -> HistoryDump {
    var rows: [HistoryTable: [String: String]] = [:]
    for table in HistoryTable.allCases { rows[table] = try dump(of: table, marks: marks) }
    return HistoryDump(rows: rows)
  }
}
