package import Deadwax

/// The rows that a transaction has touched since it last recorded a change, as they were before.
struct Ledger {
  struct Key: Hashable {
    var table: LedgerTable
    var row: String
  }

  /// In the order in which they were touched first.
  private(set) var touched: [(key: Key, before: String?)] = []
  private var keys: Set<Key> = []

  func contains(_ key: Key) -> Bool { keys.contains(key) }

  mutating func note(_ key: Key, before: String?) {
    guard keys.insert(key).inserted else { return }
    touched.append((key, before))
  }
}

/// One row of a change: the whole of it before and after.
package struct ChangeRow: Hashable, Sendable {
  package var table: LedgerTable
  /// The row's key as text.
  package var row: String
  /// As JSON; nil where the row was not there.
  package var before: String?
  package var after: String?

  package init(table: LedgerTable, row: String, before: String?, after: String?) {
    self.table = table
    self.row = row
    self.before = before
    self.after = after
  }
}

extension Queryable {
  /// A row with everything below it as JSON, the same bytes for the same row; nil when there is none with this key.
  package func ledgerRow(_ table: LedgerTable, _ row: String) throws -> String? {
    try first(table.selectOne, row) { try $0.text(0) }
  }
}

extension WriteTransaction {
  /// Keeps a row as it is now, once, so that the change of it can be recorded. To be called before the row is changed,
  /// inserted or deleted, by whatever does that.
  ///
  /// - Parameters:
  ///   - table: whose row it is.
  ///   - row: its key as text; also of a row that is not there yet.
  /// - Throws: a `StorageError`.
  package func touch(_ table: LedgerTable, _ row: String) throws {
    let key = Ledger.Key(table: table, row: row)
    guard !ledger.contains(key) else { return }
    ledger.note(key, before: try ledgerRow(table, row))
  }

  /// Records everything that was touched since the last call as one change.
  ///
  /// - Parameters:
  ///   - kind: what was done.
  ///   - scan: the scan that led to it.
  ///   - station: the desk at which it was done.
  ///   - by: who did it, where that is known.
  ///   - reason: why, where somebody had to say so.
  ///   - undoes: the change that it takes back.
  /// - Returns: the change; nil when every row that was touched is as it was.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func recordChange(
    _ kind: Change.Kind, scan: Reading.ID? = nil, station: Station.Name? = nil, by: String? = nil,
    reason: String? = nil, undoes: Change.ID? = nil
  ) throws -> Change? {
    let touched = ledger.touched
    ledger = Ledger()
    var rows: [ChangeRow] = []
    for (key, before) in touched {
      let after = try ledgerRow(key.table, key.row)
      if before != after { rows.append(ChangeRow(table: key.table, row: key.row, before: before, after: after)) }
    }
    guard !rows.isEmpty else { return nil }
    var change = Change(
      id: newID(), kind: kind, sequence: 0, scan: scan, station: station, by: by, reason: reason, at: now,
      undoes: undoes)
    change.sequence = try keep(change, rows)
    if !tellsOfChanges {
      try append(
        RecordedEvent(
          at: now, station: station, kind: "change", scan: scan, input: "{}", seed: seed, change: change.sequence))
    }
    return change
  }

  /// Adds a change with its rows to the history.
  ///
  /// - Returns: its place in the order of changes.
  /// - Throws: a `StorageError`.
  @discardableResult
  func keep(_ change: Change, _ rows: [ChangeRow]) throws -> Int64 {
    try run(
      """
      INSERT INTO change (id, kind, scan_id, station, by, reason, at, undoes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, change.id, change.kind.rawValue, change.scan, change.station?.text, change.by, change.reason, change.at,
      change.undoes)
    let sequence = lastInsertedRow
    for (position, row) in rows.enumerated() {
      try run(
        """
        INSERT INTO change_row (change, position, table_name, row_id, before, after, copy_id, borrower_id)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, \(aboutCopy), \(aboutBorrower))
        """, sequence, position, row.table.rawValue, row.row, row.before, row.after)
    }
    return sequence
  }
}

// Whose row it is, out of the row itself.
private let aboutCopy = """
  CASE ?3 WHEN 'copy' THEN ?4
    WHEN 'hold' THEN coalesce(?6 ->> 'ready_copy_id', ?5 ->> 'ready_copy_id', ?6 ->> 'copy_id', ?5 ->> 'copy_id')
    WHEN 'loan' THEN coalesce(?6 ->> 'copy_id', ?5 ->> 'copy_id')
    WHEN 'code' THEN coalesce(?6 ->> 'copy_id', ?5 ->> 'copy_id') END
  """
private let aboutBorrower = """
  CASE WHEN ?3 = 'borrower' THEN ?4
    WHEN ?3 IN ('loan', 'hold', 'fee', 'code') THEN coalesce(?6 ->> 'borrower_id', ?5 ->> 'borrower_id') END
  """
