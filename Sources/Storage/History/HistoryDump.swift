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
    let layout = try layout(of: table)
    try forEach(layout.selectAll, []) { row in
      guard let key = try row.value(0).textOfKey else {
        throw StorageError(.mismatch, call: "dump", message: "a key is neither text nor a number")
      }
      rows[key] = try ledgerJSON(of: row, layout, except: marks ? [] : HistoryTable.marks)
    }
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

extension Binding {
  /// The value as the ledger names a row by it, nil if it cannot be a key.
  fileprivate var textOfKey: String? {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .null, .real, .blob: nil
    }
  }
}
