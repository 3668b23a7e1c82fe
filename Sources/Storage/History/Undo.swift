package import Deadwax

extension WriteTransaction {
  /// Undoes a change: restores the previous content of its rows, as a new change. Rows that it added are deleted and
  /// rows that it deleted are restored. Each restored row gets a new version.
  ///
  /// Undoing an undo repeats the original change.
  ///
  /// - Parameters:
  ///   - id: the change to undo.
  ///   - scan: the scan that requests it.
  ///   - station: the station at which it is requested.
  ///   - by: the member of staff who requests it, if known.
  ///   - reason: the reason, if one was required.
  ///   - whole: the undo of which this one is a part.
  /// - Returns: the new change with its rows, or the reason for the refusal.
  /// - Throws: a `StorageError`.
  package func undo(
    _ id: Change.ID, scan: Reading.ID? = nil, station: Station.Name? = nil, by: String? = nil, reason: String? = nil,
    partOf whole: Change.ID? = nil
  ) throws -> UndoResult {
    guard let change = try change(id) else { return .refused(.noSuchChange) }
    if change.mayHaveParts, change.undoneBy == nil, try !isUnderWay(change) && !isTakingBack(change) {
      let parts = try parts(of: id)
      if !parts.isEmpty { return try undo(change, parts, by: by, reason: reason) }
    }
    if let refusal = try refusal(toUndo: change) { return .refused(refusal) }
    let rows = try rows(of: change)
    // Other rows that the transaction has touched belong to another change.
    let others = ledger
    ledger = TouchedRows()
    defer { ledger = others }
    let start = try savepoint()
    let restoration = RowRestorer(transaction: self, updatesMarks: true)
    let targets = rows.map { RowTarget(table: $0.table, row: $0.row, json: $0.before) }
    if let obstacle = try restoration.restore(targets + fetchedCovers(ofAdded: rows)) {
      try start.rollBack()
      return .refused(.changedSince(try restoration.cause(of: obstacle, in: rows)))
    }
    if let contradiction = try contradiction(in: rows, after: change) ?? circle(in: rows) {
      try start.rollBack()
      return .refused(.changedSince(contradiction))
    }
    if let holder = try holderOfName(in: rows, after: change) {
      try start.rollBack()
      return .refused(.nameTaken(by: holder))
    }
    guard
      let undo = try recordChange(
        .undo, scan: scan, station: station, by: by, reason: reason, undoes: change.id, partOf: whole)
    else { throw StorageError(.mismatch, call: "undo", message: "the undo changed nothing") }
    try mark(change, undoneBy: undo.id)
    try start.release()
    return .undone(undo, rows: try self.rows(of: undo))
  }

  /// Undoes a change that was written in parts, the newest part first, in this one transaction.
  private func undo(_ change: Change, _ parts: [Change], by: String?, reason: String?) throws -> UndoResult {
    let start = try savepoint()
    var whole = Change(
      id: newID(), kind: .undo, sequence: 0, by: by, reason: reason, at: now, undoes: change.id)
    whole.sequence = try store(whole, [])
    for part in parts.reversed() where part.undoneBy == nil {
      if case .refused(let refusal) = try undo(part.id, by: by, reason: reason, partOf: whole.id) {
        try start.rollBack()
        return .refused(refusal)
      }
    }
    try mark(change, undoneBy: whole.id)
    try start.release()
    return .undone(whole, rows: try allRows(of: whole, limit: .max))
  }

  /// Returns the deletion of the pictures that the hub fetched for releases which a change added: no person did
  /// anything with these, so they do not prevent the undo.
  private func fetchedCovers(ofAdded rows: [ChangeRow]) throws -> [RowTarget] {
    try rows.filter { $0.table == .release && $0.before == nil }.flatMap { row in
      try all(
        "SELECT id FROM attachment WHERE release_id = ?1 AND source <> 'own' ORDER BY id", row.row
      ) { RowTarget(table: .attachment, row: try $0.text(0), json: nil) }
    }
  }

  /// Records that a change was undone. A change that it had undone is in effect again, and so on along the chain.
  func mark(_ change: Change, undoneBy undo: Change.ID?) throws {
    var (change, undo) = (change, undo)
    while true {
      try run("UPDATE change SET undone_by = ?2 WHERE id = ?1", change.id, undo)
      guard let next = change.undoes, let earlier = try self.change(next) else { return }
      undo = undo == nil ? change.id : nil
      change = earlier
    }
  }
}
