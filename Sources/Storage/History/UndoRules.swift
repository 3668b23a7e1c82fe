package import Deadwax

extension Queryable {
  /// Returns the reason a change cannot be undone, as far as this is known without trying. Nil if there is none.
  ///
  /// A later change of one of its rows prevents the undo unless it was undone itself. The exception is a look-up that
  /// filled in a release which this change added.
  package func refusal(toUndo change: Change) throws -> UndoRefusal? {
    if let undo = change.undoneBy { return .alreadyUndone(by: undo) }
    if change.mayHaveParts {
      if try isUnderWay(change) { return .underWay }
      if try isTakingBack(change) { return .tookBack }
      let parts = try parts(of: change.id)
      if !parts.isEmpty { return try refusal(toUndo: parts) }
    }
    if try isScrubbed(change) { return .forgotten }
    let rows = try rows(of: change)
    guard !rows.isEmpty else { return [.erase, .anonymise].contains(change.kind) ? .forgotten : .notKept }
    return try refusal(toUndo: change, rows: rows, seen: [])
  }

  /// Returns the reason that parts cannot be undone, the newest first.
  private func refusal(toUndo parts: [Change]) throws -> UndoRefusal? {
    var seen: Set<TouchedRows.Key> = []
    for part in parts.reversed() where part.undoneBy == nil {
      if try isScrubbed(part) { return .forgotten }
      let rows = try rows(of: part)
      if let refusal = try refusal(toUndo: part, rows: rows, seen: seen) { return refusal }
      seen.formUnion(rows.map { TouchedRows.Key(table: $0.table, row: $0.row) })
    }
    return nil
  }

  /// Returns the reason that rows of a change cannot be restored.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - rows: the rows.
  ///   - seen: the rows that a later part of the same change has restored by then.
  /// - Returns: the reason, or nil.
  /// - Throws: a `StorageError`.
  func refusal(toUndo change: Change, rows: [ChangeRow], seen: Set<TouchedRows.Key>) throws -> UndoRefusal? {
    for row in rows {
      let (blocking, isFilledIn) = try laterChange(of: row, than: change)
      if let blocking {
        return [.erase, .anonymise].contains(blocking.kind)
          ? .forgotten : .changedSince(LaterChange(table: row.table, row: row.row, change: blocking))
      }
      if isFilledIn || seen.contains(TouchedRows.Key(table: row.table, row: row.row)) { continue }
      if let current = try isLeft(row) {
        let newest = try newestChange(of: row.table, row.row)
        let later = LaterChange(
          table: row.table, row: row.row, change: newest.flatMap { $0.sequence > change.sequence ? $0 : nil })
        return current.isForgotten ? .forgotten : .changedSince(later)
      }
    }
    return nil
  }

  func isScrubbed(_ change: Change) throws -> Bool {
    try first("SELECT scrubbed_at IS NOT NULL FROM change WHERE sequence = ?1", change.sequence) { try $0.flag(0) }
      ?? false
  }

  /// Returns the current row if it differs from the row that the change left, otherwise nil. A deleted row is returned
  /// without cells.
  private func isLeft(_ row: ChangeRow) throws -> HistoryRow? {
    let current = try ledgerRow(row.table, row.row)
    guard current != row.after else { return nil }
    guard let current else { return HistoryRow(cells: [:]) }
    let now = try HistoryRow(current)
    guard let after = row.after, try HistoryRow(after).says(theSameAs: now) else { return now }
    return nil
  }

  /// Returns the newest later change of a row that is still in effect, or nil. `isFilledIn` is true if the only later
  /// changes filled in a release which the change had added.
  private func laterChange(of row: ChangeRow, than change: Change) throws -> (Change?, isFilledIn: Bool) {
    let later = try all(
      """
      SELECT \(changeColumns) FROM change_row r JOIN change c ON c.sequence = r.change
      WHERE r.table_name = ?1 AND r.row_id = ?2 AND r.change > ?3 ORDER BY r.change DESC
      """, row.table.rawValue, row.row, change.sequence, as: self.change(from:))
    let own = try root(of: change)
    var isFilledIn = false
    for candidate in later where candidate.undoneBy == nil {
      // The parts of a change are undone together, the newest first.
      if let whole = change.partOf, candidate.partOf == whole { continue }
      if candidate.kind == .undo {
        // An undo of a later change, or of this very change, leaves the row in the state in which this change left it.
        let root = try root(of: candidate)
        if root.sequence > change.sequence || root.id == own.id { continue }
      }
      if candidate.kind == .resolve, row.table == .release, row.before == nil {
        isFilledIn = true
        continue
      }
      return (candidate, false)
    }
    return (nil, isFilledIn)
  }

  /// Returns the change at the start of a chain of undos.
  func root(of change: Change) throws -> Change { try origin(of: change).change }

  /// Returns the change at the start of a chain of undos. `isUndone` is true if the last undo of the chain leaves it
  /// undone, false if that undo repeats it.
  package func origin(of change: Change) throws -> (change: Change, isUndone: Bool) {
    var (root, isUndone) = (change, false)
    while let undone = root.undoes, let earlier = try self.change(undone) { (root, isUndone) = (earlier, !isUndone) }
    return (root, isUndone)
  }

  /// Returns the newest change of a row.
  func newestChange(of table: HistoryTable, _ row: String) throws -> Change? {
    try changes(of: table, row, limit: 1).first
  }
}

extension HistoryRow {
  /// True if the borrower in the row has been anonymised or erased.
  fileprivate var isForgotten: Bool { integer("anonymised_at") != nil || integer("erased_at") != nil }
}

extension Change {
  /// True for the kinds that may be written in parts.
  var mayHaveParts: Bool { partOf == nil && [.bulk, .imported, .undo].contains(kind) }
}
