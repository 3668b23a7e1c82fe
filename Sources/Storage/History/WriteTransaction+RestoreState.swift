package import Deadwax

extension WriteTransaction {
  /// Restores the records to a point of the history, byte for byte, and removes everything later. Only for a copy of
  /// the database in which the history is replayed, never for the one in use.
  ///
  /// - Parameter point: the last entries that remain.
  /// - Throws: `RestoreError` if a borrower was erased or anonymised since; a `StorageError`.
  package func restoreState(to point: HistoryPoint) throws {
    let later = try all(
      """
      SELECT \(changeColumns) FROM change c WHERE c.sequence > ?1 ORDER BY c.sequence DESC
      """, point.change
    ) { row in (change: try change(from: row), isScrubbed: try !row.isNull("scrubbed_at")) }
    let restoration = RowRestorer(transaction: self, updatesMarks: false)
    try run("DELETE FROM recording WHERE sequence > ?1", point.recording)
    var newestCode: Int64?
    for (change, isScrubbed) in later {
      let rows = try rows(of: change)
      guard !isScrubbed, !rows.isEmpty || ![.erase, .anonymise].contains(change.kind) else {
        throw RestoreError(change: change.id)
      }
      for row in rows where row.before == nil {
        try letGo(row)
        if row.table == .code, change.kind != .undo, let id = Int64(row.row) {
          newestCode = min(newestCode ?? .max, id - 1)
        }
      }
      let obstacle = try restoration.restore(
        rows.map { RowTarget(table: $0.table, row: $0.row, json: $0.before) })
      guard obstacle == nil else { throw RestoreError(change: change.id) }
      if let undone = try change.undoes.flatMap({ try self.change($0) }) { try mark(undone, undoneBy: nil) }
      try run("DELETE FROM change_row WHERE change = ?1", change.sequence)
      try run("DELETE FROM change WHERE sequence = ?1", change.sequence)
    }
    ledger = TouchedRows()
    try cut(to: point)
    if let newestCode { try setNewestNumber(newestCode, of: "code") }
  }

  /// Removes references to a row that is to be deleted from tables outside the ledger.
  private func letGo(_ row: ChangeRow) throws {
    switch row.table {
    case .copy:
      try run(
        "UPDATE tag_queue SET job_id = NULL WHERE job_id IN (SELECT id FROM tag_write WHERE copy_id = ?1)", row.row)
      try run("DELETE FROM tag_queue_line WHERE copy_id = ?1", row.row)
      try run("DELETE FROM tag_write WHERE copy_id = ?1", row.row)
    case .code: try run("UPDATE tag_write SET moves = NULL WHERE moves = ?1", row.row)
    case .borrower:
      try run("UPDATE session SET borrower_id = NULL WHERE borrower_id = ?1", row.row)
      try run("UPDATE station SET borrower_id = NULL WHERE borrower_id = ?1", row.row)
    default: break
    }
  }

  private func cut(to point: HistoryPoint) throws {
    try deleteScans(after: point.scan)
    try run("DELETE FROM journal WHERE id > ?1", point.event)
    try run("DELETE FROM session_line WHERE change > ?1", point.change)
    try run("DELETE FROM session WHERE began_at >= ?1", point.time)
    try run("UPDATE session SET ended_at = NULL WHERE ended_at >= ?1", point.time)
    try run("DELETE FROM addition_batch_copy WHERE change > ?1", point.change)
    try run("DELETE FROM addition_batch WHERE began_at >= ?1", point.time)
    try run("UPDATE addition_batch SET ended_at = NULL WHERE ended_at >= ?1", point.time)
    for (table, last) in [("change", point.change), ("recording", point.recording), ("journal", point.event)] {
      try setNewestNumber(last, of: table)
    }
  }

  /// Repeats a change byte for byte, with the same id. For changes that did not come from a station, when the history
  /// around them is replayed.
  ///
  /// - Parameters:
  ///   - change: the change, read from the history.
  ///   - rows: the rows of the change.
  /// - Throws: `RestoreError` if the rows cannot be written; a `StorageError`.
  package func repeatChange(_ change: Change, rows: [ChangeRow]) throws {
    let others = ledger
    defer { ledger = others }
    let obstacle = try RowRestorer(transaction: self, updatesMarks: false).restore(
      rows.map { RowTarget(table: $0.table, row: $0.row, json: $0.after) })
    guard obstacle == nil else { throw RestoreError(change: change.id) }
    let codes = rows.filter { $0.table == .code && $0.before == nil }.compactMap { Int64($0.row) }
    if let newest = codes.max() {
      try setNewestNumber(max(newest, try newestNumber(of: "code")), of: "code")
    }
    try store(change, rows)
    if let undone = try change.undoes.flatMap({ try self.change($0) }) { try mark(undone, undoneBy: change.id) }
  }
}
