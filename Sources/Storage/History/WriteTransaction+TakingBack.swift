internal import Deadwax

extension WriteTransaction {
  /// The rows of a part that belong to one copy: the copy, and the holds, codes and fees that changed with it.
  private struct Group {
    var copy: String?
    var rows: [ChangeRow]
  }

  /// Undoes a part of a change as far as nothing has changed since.
  ///
  /// - Parameters:
  ///   - part: the part, which is in effect.
  ///   - whole: the undo of the whole change.
  ///   - cause: the reason.
  /// - Returns: the rows that were restored, and the number of copies that stay as they are.
  /// - Throws: a `StorageError`.
  func takeBack(
    _ part: Change, for whole: Change.ID, _ cause: PartedChange.Cause?
  ) throws -> (rows: [ChangeRow], kept: Int) {
    if case .undone(_, let rows) = try undo(part.id, reason: cause?.rawValue, partOf: whole) { return (rows, 0) }
    let others = ledger
    ledger = TouchedRows()
    defer { ledger = others }
    var kept = 0
    for group in try groups(of: part).reversed() where try !restore(group, of: part) { kept += 1 }
    guard let undo = try recordChange(.undo, reason: cause?.rawValue, undoes: part.id, partOf: whole) else {
      return ([], kept)
    }
    try mark(part, undoneBy: undo.id)
    return (try rows(of: undo), kept)
  }

  /// Restores the rows of one copy.
  ///
  /// - Returns: false if they stay as they are.
  private func restore(_ group: Group, of part: Change) throws -> Bool {
    // The data of a person were erased from the rows, and must not come back incomplete.
    if try isScrubbed(part), group.rows.contains(where: { $0.table != .copy }) { return false }
    guard try refusal(toUndo: part, rows: group.rows, seen: []) == nil else { return false }
    let start = try savepoint()
    let restorer = RowRestorer(transaction: self, updatesMarks: true)
    let obstacle = try restorer.restore(
      group.rows.map { RowTarget(table: $0.table, row: $0.row, json: $0.before) })
    if try obstacle == nil && contradiction(in: group.rows, after: part) == nil {
      try start.release()
      return true
    }
    try start.rollBack()
    return false
  }

  /// Returns the rows of a part by copy, in the order in which they were written.
  private func groups(of part: Change) throws -> [Group] {
    var groups: [Group] = []
    try forEach(
      "SELECT table_name, row_id, before, after, copy_id FROM change_row WHERE change = ?1 ORDER BY position",
      [part.sequence]
    ) { row in
      let (changed, copy) = (try changeRow(from: row), try row.optionalText("copy_id"))
      // A row that names no copy, such as a fee, was written with the copy before it.
      if let last = groups.indices.last, copy == nil || copy == groups[last].copy {
        groups[last].rows.append(changed)
      } else {
        groups.append(Group(copy: copy, rows: [changed]))
      }
    }
    return groups
  }
}
