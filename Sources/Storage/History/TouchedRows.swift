package import Deadwax

/// The rows that a transaction has touched since it last recorded a change, with their previous contents.
struct TouchedRows {
  struct Key: Hashable {
    var table: HistoryTable
    var row: String
  }

  /// The rows in the order in which they were first touched.
  private(set) var touched: [(key: Key, before: String?)] = []
  private var keys: Set<Key> = []

  func contains(_ key: Key) -> Bool { keys.contains(key) }

  mutating func note(_ key: Key, before: String?) {
    guard keys.insert(key).inserted else { return }
    touched.append((key, before))
  }
}

extension Queryable {
  /// Returns a row with its child rows as JSON, or nil if there is no row with this key. Equal rows give equal bytes.
  package func ledgerRow(_ table: HistoryTable, _ row: String) throws -> String? {
    let layout = try layout(of: table)
    return try first(layout.selectOne, row) { try ledgerJSON(of: $0, layout) }
  }
}

extension WriteTransaction {
  /// Remembers the current content of a row once, so that its change can be recorded. Every function that inserts,
  /// updates or deletes the row must call this first.
  ///
  /// - Parameters:
  ///   - table: the row's table.
  ///   - row: the row's key as text. The row may not exist yet.
  /// - Throws: a `StorageError`.
  package func snapshot(_ table: HistoryTable, _ row: String) throws {
    let key = TouchedRows.Key(table: table, row: row)
    guard !ledger.contains(key) else { return }
    ledger.note(key, before: try ledgerRow(table, row))
  }

  /// Remembers that a row is inserted, as `snapshot` does, without reading it: a statement that inserts it fails if the row
  /// exists.
  ///
  /// - Parameters:
  ///   - table: the row's table.
  ///   - row: the row's key as text. No row has it.
  package func snapshotAddition(_ table: HistoryTable, _ row: String) {
    ledger.note(TouchedRows.Key(table: table, row: row), before: nil)
  }

  /// True if rows were touched since a change was last recorded.
  package var hasTouchedRows: Bool { !ledger.touched.isEmpty }

  /// Records all rows touched since the last call as one change.
  ///
  /// - Parameters:
  ///   - kind: the kind of the change.
  ///   - scan: the scan that caused it.
  ///   - station: the station at which it was made.
  ///   - by: the member of staff who made it, if known.
  ///   - reason: the reason, if one was required.
  ///   - undoes: the change that it undoes.
  ///   - id: the id of the change, so that its author can find it after a restart; a new one if nil.
  ///   - whole: the change that it is a part of.
  /// - Returns: the change, or nil if the content of no touched row differs.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func recordChange(
    _ kind: Change.Kind, scan: Reading.ID? = nil, station: Station.Name? = nil, by: String? = nil,
    reason: String? = nil, undoes: Change.ID? = nil, id: Change.ID? = nil, partOf whole: Change.ID? = nil
  ) throws -> Change? {
    let touched = ledger.touched
    ledger = TouchedRows()
    var change: Change?
    var position = 0
    // One row at a time: an import has hundreds of thousands of rows.
    for (key, before) in touched {
      let after = try ledgerRow(key.table, key.row)
      guard before != after else { continue }
      if change == nil {
        var begun = Change(
          id: id ?? newID(), kind: kind, sequence: 0, scan: scan, station: station, by: by, reason: reason, at: now,
          undoes: undoes, partOf: whole)
        begun.sequence = try store(begun, [])
        change = begun
      }
      if let change {
        let row = ChangeRow(table: key.table, row: key.row, before: before, after: after)
        try store(row, of: change.sequence, at: position)
      }
      position += 1
    }
    guard let change else { return nil }
    if !isRecordedByCaller {
      try append(
        RecordedEvent(
          at: now, station: station, kind: "change", scan: scan, input: "{}", seed: seed, change: change.sequence))
    }
    return change
  }

  /// Adds a change with its rows to the history.
  ///
  /// - Returns: its sequence number.
  /// - Throws: a `StorageError`.
  @discardableResult
  func store(_ change: Change, _ rows: [ChangeRow]) throws -> Int64 {
    try run(
      """
      INSERT INTO change (id, kind, scan_id, station, by, reason, at, undoes, act, subject, detail, origin, times,
        part_of)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """, change.id, change.kind.rawValue, change.scan, change.station?.text, change.by, change.reason, change.at,
      change.undoes, change.access?.kind.rawValue, change.access?.subject ?? change.order?.id,
      change.access?.detail ?? change.order?.action?.rawValue, change.access?.origin?.rawValue,
      change.access?.count ?? change.order?.count, change.partOf)
    let sequence = try newestRow()
    for (position, row) in rows.enumerated() { try store(row, of: sequence, at: position) }
    return sequence
  }

  private func store(_ row: ChangeRow, of sequence: Int64, at position: Int) throws {
    try run(
      """
      INSERT INTO change_row (change, position, table_name, row_id, before, after, copy_id, borrower_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, \(aboutCopy), \(aboutBorrower))
      """, sequence, position, row.table.rawValue, row.row, row.before, row.after)
  }
}

// The copy and the borrower that a row concerns, computed from the row itself.
private let aboutCopy = """
  CASE ?3 WHEN 'copy' THEN ?4
    WHEN 'hold' THEN coalesce(?6 ->> 'ready_copy_id', ?5 ->> 'ready_copy_id', ?6 ->> 'copy_id', ?5 ->> 'copy_id')
    WHEN 'attachment' THEN coalesce(?6 ->> 'copy_id', ?5 ->> 'copy_id')
    WHEN 'loan' THEN coalesce(?6 ->> 'copy_id', ?5 ->> 'copy_id')
    WHEN 'code' THEN coalesce(?6 ->> 'copy_id', ?5 ->> 'copy_id') END
  """
private let aboutBorrower = """
  CASE WHEN ?3 = 'borrower' THEN ?4
    WHEN ?3 IN ('loan', 'hold', 'fee', 'code') THEN coalesce(?6 ->> 'borrower_id', ?5 ->> 'borrower_id') END
  """
