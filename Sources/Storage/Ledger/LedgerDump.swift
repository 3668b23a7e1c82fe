/// Every row of every table of the ledger, to be compared with another.
package struct LedgerDump: Hashable, Sendable {
  /// By table, by the row's key: the whole row as JSON, the same bytes for the same row.
  package var rows: [LedgerTable: [String: String]]

  /// The rows that are not the same in another dump, in the order of tables and keys.
  package func differences(from other: LedgerDump) -> [ChangeRow] {
    LedgerTable.allCases.flatMap { table -> [ChangeRow] in
      let (old, new) = (other.rows[table] ?? [:], rows[table] ?? [:])
      return Set(old.keys).union(new.keys).sorted().compactMap { key in
        old[key] == new[key] ? nil : ChangeRow(table: table, row: key, before: old[key], after: new[key])
      }
    }
  }
}

extension Queryable {
  /// All rows of a table, by their keys.
  ///
  /// - Parameters:
  ///   - table: of the ledger.
  ///   - marks: whether with each row's version and the time of its last change: what is undone has others than before.
  /// - Returns: the rows as JSON.
  /// - Throws: a `StorageError`.
  package func dump(of table: LedgerTable, marks: Bool = true) throws -> [String: String] {
    var rows: [String: String] = [:]
    let sql =
      marks
      ? table.selectAll : "SELECT name, json_remove(row, '$.version', '$.modified_at') FROM (\(table.selectAll))"
    try forEach(sql, []) { rows[try $0.text(0)] = try $0.text(1) }
    return rows
  }

  /// All rows of the ledger's tables.
  ///
  /// - Parameter marks: as in `dump(of:marks:)`.
  /// - Returns: the dump.
  /// - Throws: a `StorageError`.
  package func dump(marks: Bool = true) throws -> LedgerDump {
    var rows: [LedgerTable: [String: String]] = [:]
    for table in LedgerTable.allCases { rows[table] = try dump(of: table, marks: marks) }
    return LedgerDump(rows: rows)
  }
}
