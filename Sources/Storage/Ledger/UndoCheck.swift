package import Deadwax

extension Queryable {
  /// What stands against taking a change back, as far as it can be told without trying: nil when nothing does.
  ///
  /// A later change of one of its rows stands in the way unless it was taken back itself. One thing does not: that a
  /// look-up has filled in a release which this change added.
  package func refusal(toUndo change: Change) throws -> UndoRefusal? {
    if let undo = change.undoneBy { return .alreadyUndone(by: undo) }
    if try isScrubbed(change) { return .forgotten }
    let rows = try rows(of: change)
    guard !rows.isEmpty else { return [.erase, .anonymise].contains(change.kind) ? .forgotten : .notKept }
    for row in rows {
      let (blocking, isFilledIn) = try laterChange(of: row, than: change)
      if let blocking {
        return [.erase, .anonymise].contains(blocking.kind)
          ? .forgotten : .changedSince(LaterChange(table: row.table, row: row.row, change: blocking))
      }
      if isFilledIn { continue }
      if let current = try isLeft(row) {
        let newest = try newestChange(of: row.table, row.row)
        let later = LaterChange(
          table: row.table, row: row.row, change: newest.flatMap { $0.sequence > change.sequence ? $0 : nil })
        return current.isForgotten ? .forgotten : .changedSince(later)
      }
    }
    return nil
  }

  private func isScrubbed(_ change: Change) throws -> Bool {
    try first("SELECT scrubbed_at IS NOT NULL FROM change WHERE sequence = ?1", change.sequence) { try $0.flag(0) }
      ?? false
  }

  /// What the row says now, if that is not what the change left.
  private func isLeft(_ row: ChangeRow) throws -> LedgerRow? {
    let current = try ledgerRow(row.table, row.row)
    guard current != row.after else { return nil }
    guard let current else { return LedgerRow(cells: [:]) }
    let now = try LedgerRow(current)
    guard let after = row.after, try LedgerRow(after).says(theSameAs: now) else { return now }
    return nil
  }

  /// The newest change of a row after one that is still in effect; and whether all that came later only filled in a
  /// release which the change had added.
  private func laterChange(of row: ChangeRow, than change: Change) throws -> (Change?, isFilledIn: Bool) {
    let later = try all(
      """
      SELECT \(changeColumns) FROM change_row r JOIN change c ON c.sequence = r.change
      WHERE r.table_name = ?1 AND r.row_id = ?2 AND r.change > ?3 ORDER BY r.change DESC
      """, row.table.rawValue, row.row, change.sequence, as: self.change(from:))
    let own = try root(of: change)
    var isFilledIn = false
    for candidate in later where candidate.undoneBy == nil {
      if candidate.kind == .undo {
        // An undo of what came later, or of this very change, leaves the row as this change left it.
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

  /// The change that is no undo at the end of a chain of undos.
  private func root(of change: Change) throws -> Change {
    var root = change
    while let undone = root.undoes, let earlier = try self.change(undone) { root = earlier }
    return root
  }

  /// The newest change of a row.
  func newestChange(of table: LedgerTable, _ row: String) throws -> Change? {
    try changes(of: table, row, limit: 1).first
  }
}

extension LedgerRow {
  /// Whether the person it was about has been forgotten.
  fileprivate var isForgotten: Bool { integer("anonymised_at") != nil || integer("erased_at") != nil }
}
