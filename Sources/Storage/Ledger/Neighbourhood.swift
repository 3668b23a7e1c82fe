package import Deadwax

/// The rows of the ledger that some others rest on: what refers to them, what they refer to, and so on for a few steps.
/// A decision at a desk reads no more than that, so that a part of the history can be played again without the whole house.
package struct Neighbourhood: Sendable {
  /// How far the decisions of a desk look: from a card to its loans, from these to their releases, and from there to the
  /// holds and copies of each.
  private static let steps = 3

  private var rows: [LedgerTable: Set<String>] = [:]
  private var ring: [(table: LedgerTable, row: String)] = []

  package init() {}

  /// The rows in the order of their keys.
  package func rows(of table: LedgerTable) -> [String] { (rows[table] ?? []).sorted() }

  /// Goes out from what is named, as it is in the records that are read.
  ///
  /// - Parameters:
  ///   - named: rows that are touched.
  ///   - ids: of rows of any table; what is no such id is passed over.
  ///   - codes: what was scanned.
  ///   - records: as they were at the beginning.
  /// - Throws: a `StorageError`.
  package mutating func grow(
    from named: [(table: LedgerTable, row: String)], ids: Set<String>, codes: Set<Code.Key>, in records: some Queryable
  ) throws {
    for (table, row) in named where try records.has(table, row) { add(table, row) }
    for id in ids { for table in try records.tables(of: id) { add(table, id) } }
    for code in codes { for (table, row) in try records.rows(of: code) { add(table, row) } }
    for table in [LedgerTable.setting, .stationPolicy] { for key in try records.keys(of: table) { add(table, key) } }
    // The pick-up shelf is named by a setting.
    for id in try records.settingValues() { for table in try records.tables(of: id) { add(table, id) } }
    // The next copy has the number after the highest.
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

  /// What is needed of the outermost rows: a copy with its open loan, a borrower with the cards; and whatever a row refers
  /// to, so that all of them can be written into an empty database.
  private mutating func close(in records: some Queryable) throws {
    for (table, row) in ring {
      let wanted: LedgerTable? = table == .copy ? .loan : table == .borrower ? .code : nil
      guard let wanted else { continue }
      for (other, key) in try records.children(of: table, row) where other == wanted { add(other, key) }
    }
    while !ring.isEmpty {
      let reached = ring
      ring = []
      for (table, row) in reached { for (other, key) in try records.parents(of: table, row) { add(other, key) } }
    }
  }

  private mutating func add(_ table: LedgerTable, _ row: String) {
    guard rows[table, default: []].insert(row).inserted else { return }
    ring.append((table, row))
  }
}

extension Queryable {
  fileprivate func has(_ table: LedgerTable, _ row: String) throws -> Bool {
    try first("SELECT 1 FROM \(table.rawValue) WHERE \(table.key) = ?1", row) { _ in true } ?? false
  }

  fileprivate func keys(of table: LedgerTable) throws -> [String] {
    try all("SELECT \(table.key) FROM \(table.rawValue)") { try $0.text(0) }
  }

  fileprivate func settingValues() throws -> [String] { try all("SELECT value FROM setting") { try $0.text(0) } }

  fileprivate func newestCopy() throws -> String? {
    try first("SELECT id FROM copy ORDER BY number DESC LIMIT 1") { try $0.text(0) }
  }

  /// In which tables an id names a row.
  fileprivate func tables(of id: String) throws -> [LedgerTable] {
    try LedgerTable.allCases.filter { table in
      ![.code, .setting, .stationPolicy].contains(table) ? try has(table, id) : false
    }
  }

  fileprivate func rows(of code: Code.Key) throws -> [(LedgerTable, String)] {
    try all(
      """
      SELECT 'code', CAST(id AS TEXT) FROM code WHERE class = ?1 AND value = ?2 AND ended_at IS NULL
      UNION ALL SELECT 'inbox', id FROM inbox WHERE class = ?1 AND value = ?2 AND state = 'open'
      """, code.class.rawValue, code.value, as: named(from:))
  }

  /// The rows that refer to one and still count.
  fileprivate func children(of table: LedgerTable, _ row: String) throws -> [(LedgerTable, String)] {
    let sql: String
    switch table {
    case .copy:
      sql = """
        SELECT 'loan', id FROM loan WHERE copy_id = ?1 AND returned_at IS NULL
        UNION ALL SELECT 'code', CAST(id AS TEXT) FROM code WHERE copy_id = ?1 AND ended_at IS NULL
        UNION ALL SELECT 'hold', id FROM hold WHERE copy_id = ?1 AND closed_at IS NULL
        UNION ALL SELECT 'hold', id FROM hold WHERE ready_copy_id = ?1 AND closed_at IS NULL
        """
    case .release:
      sql = """
        SELECT 'copy', id FROM copy WHERE release_id = ?1
        UNION ALL SELECT 'code', CAST(id AS TEXT) FROM code WHERE release_id = ?1 AND ended_at IS NULL
        UNION ALL SELECT 'hold', id FROM hold WHERE release_id = ?1 AND closed_at IS NULL
        """
    case .borrower:
      sql = """
        SELECT 'loan', id FROM loan WHERE borrower_id = ?1 AND returned_at IS NULL
        UNION ALL SELECT 'code', CAST(id AS TEXT) FROM code WHERE borrower_id = ?1 AND ended_at IS NULL
        UNION ALL SELECT 'hold', id FROM hold WHERE borrower_id = ?1 AND closed_at IS NULL
        UNION ALL SELECT 'fee', id FROM fee WHERE borrower_id = ?1 AND settled_at IS NULL
        """
    case .slot:
      sql = """
        SELECT 'copy', id FROM copy WHERE slot_id = ?1 AND slot_is_single = 1
        UNION ALL SELECT 'code', CAST(id AS TEXT) FROM code WHERE slot_id = ?1 AND ended_at IS NULL
        """
    case .place: sql = "SELECT 'code', CAST(id AS TEXT) FROM code WHERE place_id = ?1 AND ended_at IS NULL"
    case .loan: sql = "SELECT 'fee', id FROM fee WHERE loan_id = ?1"
    case .code, .hold, .fee, .setting, .inbox, .stationPolicy: return []
    }
    return try all(sql, row, as: named(from:))
  }

  /// The rows to which one refers.
  fileprivate func parents(of table: LedgerTable, _ row: String) throws -> [(LedgerTable, String)] {
    guard let json = try ledgerRow(table, row) else { return [] }
    let cells = try LedgerRow(json)
    let references: [(String, LedgerTable)] = [
      ("release_id", .release), ("copy_id", .copy), ("ready_copy_id", .copy), ("borrower_id", .borrower),
      ("place_id", .place), ("slot_id", .slot), ("loan_id", .loan), ("parent_id", .place),
    ]
    return references.compactMap { column, other in cells.text(column).map { (other, $0) } }
  }

  private func named(from row: Row) throws -> (LedgerTable, String) {
    guard let table = LedgerTable(rawValue: try row.text(0)) else {
      throw StorageError(code: .mismatch, call: "neighbourhood", message: "an unknown table")
    }
    return (table, try row.text(1))
  }
}
