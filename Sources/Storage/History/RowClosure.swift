package import Deadwax

/// The ledger rows that a set of rows depends on, found by following references in both directions for a few steps. A
/// decision at a station reads no other rows, so a part of the history can be replayed without the whole library.
package struct RowClosure: Sendable {
  /// The number of steps that a decision at a station follows: from a card to its loans, from these to their releases,
  /// and from there to the holds and copies of each.
  private static let steps = 3

  private var rows: [HistoryTable: Set<String>] = [:]
  private var ring: [(table: HistoryTable, row: String)] = []

  package init() {}

  /// Returns the row keys of a table, sorted.
  package func rows(of table: HistoryTable) -> [String] { (rows[table] ?? []).sorted() }

  /// Adds the named rows and the rows that they depend on.
  ///
  /// - Parameters:
  ///   - named: the keys of touched rows. Missing rows are ignored.
  ///   - ids: row ids of any table. Unknown ids are ignored.
  ///   - codes: the scanned codes.
  ///   - records: the records at the beginning of the replay.
  /// - Throws: a `StorageError`.
  package mutating func grow(
    from named: [(table: HistoryTable, row: String)], ids: Set<String>, codes: Set<Code.Key>, in records: some Queryable
  ) throws {
    for (table, row) in named where try records.has(table, row) { add(table, row) }
    for id in ids { for table in try records.tables(of: id) { add(table, id) } }
    for code in codes { for (table, row) in try records.rows(of: code) { add(table, row) } }
    for table in [HistoryTable.setting, .stationPolicy] { for key in try records.keys(of: table) { add(table, key) } }
    // A setting names the pick-up shelf.
    for id in try records.settingValues() { for table in try records.tables(of: id) { add(table, id) } }
    // The number of the next copy follows the highest one.
    if let newest = try records.newestCopy() { add(.copy, newest) }
    for _ in 0..<Self.steps {
      let reached = ring
      ring = []
      for (table, row) in reached {
        for (other, key) in try records.children(of: table, row) + records.parents(of: table, row) { add(other, key) }
      }
    }
    try close(in: records)
  }

  /// Adds the rows that the outermost rows need: the open loan of a copy and the cards of a borrower. Then adds all
  /// rows that are referred to, so that the rows can be inserted into an empty database.
  private mutating func close(in records: some Queryable) throws {
    for (table, row) in ring {
      let wanted: HistoryTable? = table == .copy ? .loan : table == .borrower ? .code : nil
      guard let wanted else { continue }
      for (other, key) in try records.children(of: table, row) where other == wanted { add(other, key) }
    }
    while !ring.isEmpty {
      let reached = ring
      ring = []
      for (table, row) in reached { for (other, key) in try records.parents(of: table, row) { add(other, key) } }
    }
  }

  private mutating func add(_ table: HistoryTable, _ row: String) {
    guard rows[table, default: []].insert(row).inserted else { return }
    ring.append((table, row))
  }
}

extension Queryable {
  fileprivate func has(_ table: HistoryTable, _ row: String) throws -> Bool {
    try first("SELECT 1 FROM \(table.rawValue) WHERE \(table.key) = ?1", row) { _ in true } ?? false
  }

  fileprivate func keys(of table: HistoryTable) throws -> [String] {
    try all("SELECT \(table.key) FROM \(table.rawValue)") { try $0.text(0) }
  }

  fileprivate func settingValues() throws -> [String] { try all("SELECT value FROM setting") { try $0.text(0) } }

  fileprivate func newestCopy() throws -> String? {
    try first("SELECT id FROM copy ORDER BY number DESC LIMIT 1") { try $0.text(0) }
  }

  /// Returns the tables in which an id names a row.
  fileprivate func tables(of id: String) throws -> [HistoryTable] {
    try HistoryTable.allCases.filter { table in
      ![.code, .setting, .stationPolicy, .noticeTemplate, .sourceChoice, .releaseDifference, .mergedID].contains(table)
        ? try has(table, id) : false
    }
  }

  fileprivate func rows(of code: Code.Key) throws -> [(HistoryTable, String)] {
    try all(
      """
      SELECT 'code' AS place, CAST(id AS TEXT) AS id FROM code WHERE class = ?1 AND value = ?2 AND ended_at IS NULL
      UNION ALL SELECT 'inbox' AS place, id FROM inbox WHERE class = ?1 AND value = ?2 AND state = 'open'
      """, code.class.rawValue, code.value, as: named(from:))
  }

  /// Returns the rows that refer to a row and are still current.
  fileprivate func children(of table: HistoryTable, _ row: String) throws -> [(HistoryTable, String)] {
    let sql: String
    switch table {
    case .copy:
      sql = """
        SELECT 'loan' AS place, id FROM loan WHERE copy_id = ?1 AND returned_at IS NULL
        UNION ALL SELECT 'code' AS place, CAST(id AS TEXT) AS id FROM code WHERE copy_id = ?1 AND ended_at IS NULL
        UNION ALL SELECT 'hold' AS place, id FROM hold WHERE copy_id = ?1 AND closed_at IS NULL
        UNION ALL SELECT 'hold' AS place, id FROM hold WHERE ready_copy_id = ?1 AND closed_at IS NULL
        """
    case .release:
      sql = """
        SELECT 'copy' AS place, id FROM copy WHERE release_id = ?1
        UNION ALL SELECT 'code' AS place, CAST(id AS TEXT) AS id FROM code WHERE release_id = ?1 AND ended_at IS NULL
        UNION ALL SELECT 'hold' AS place, id FROM hold WHERE release_id = ?1 AND closed_at IS NULL
        """
    case .borrower:
      sql = """
        SELECT 'loan' AS place, id FROM loan WHERE borrower_id = ?1 AND returned_at IS NULL
        UNION ALL SELECT 'code' AS place, CAST(id AS TEXT) AS id FROM code WHERE borrower_id = ?1 AND ended_at IS NULL
        UNION ALL SELECT 'hold' AS place, id FROM hold WHERE borrower_id = ?1 AND closed_at IS NULL
        UNION ALL SELECT 'fee' AS place, id FROM fee WHERE borrower_id = ?1 AND settled_at IS NULL
        """
    case .slot:
      sql = """
        SELECT 'copy' AS place, id FROM copy WHERE slot_id = ?1 AND slot_is_single = 1
        UNION ALL SELECT 'code' AS place, CAST(id AS TEXT) AS id FROM code WHERE slot_id = ?1 AND ended_at IS NULL
        """
    case .place:
      sql = "SELECT 'code' AS place, CAST(id AS TEXT) AS id FROM code WHERE place_id = ?1 AND ended_at IS NULL"
    case .loan: sql = "SELECT 'fee' AS place, id FROM fee WHERE loan_id = ?1"
    case .code, .hold, .fee, .setting, .inbox, .stationPolicy, .noticeTemplate, .sourceChoice,
      .releaseDifference, .attachment, .crate, .crateItem, .smartCollection, .play, .showCopy, .mergedID:
      return []
    }
    return try all(sql, row, as: named(from:))
  }

  /// Returns the rows that a row refers to.
  fileprivate func parents(of table: HistoryTable, _ row: String) throws -> [(HistoryTable, String)] {
    guard let json = try ledgerRow(table, row) else { return [] }
    let cells = try HistoryRow(json)
    return try layout(of: table).references.compactMap { reference in
      cells.text(reference.column).map { (reference.table, $0) }
    }
  }

  private func named(from row: Row) throws -> (HistoryTable, String) {
    guard let table = HistoryTable(rawValue: try row.text("place")) else {
      throw StorageError(.mismatch, call: "neighbourhood", message: "an unknown table")
    }
    return (table, try row.text("id"))
  }
}
