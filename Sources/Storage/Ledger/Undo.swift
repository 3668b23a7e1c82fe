package import Deadwax

extension WriteTransaction {
  /// Takes a change back: every row that it touched says again what it said before, as a new change. Rows that it added
  /// go, rows that it removed come back, and each is a new version.
  ///
  /// Taking back such a change does the first one again.
  ///
  /// - Parameters:
  ///   - id: of the change.
  ///   - scan: the scan that asks for it.
  ///   - station: the desk at which it is done.
  ///   - by: who does it, where that is known.
  ///   - reason: why, where somebody had to say so.
  /// - Returns: the new change with its rows, or why nothing was done.
  /// - Throws: a `StorageError`.
  package func undo(
    _ id: Change.ID, scan: Reading.ID? = nil, station: Station.Name? = nil, by: String? = nil, reason: String? = nil
  ) throws -> UndoResult {
    guard let change = try change(id) else { return .refused(.noSuchChange) }
    if let refusal = try refusal(toUndo: change) { return .refused(refusal) }
    let rows = try rows(of: change)
    // What else the transaction has touched is another change.
    let others = ledger
    ledger = Ledger()
    defer { ledger = others }
    try run("SAVEPOINT undo")
    let restoration = Restoration(transaction: self, marksAnew: true)
    if let obstacle = try restoration.restore(rows.map { RowTarget(table: $0.table, row: $0.row, json: $0.before) }) {
      try run("ROLLBACK TO undo")
      try run("RELEASE undo")
      return .refused(.changedSince(try restoration.cause(of: obstacle, in: rows)))
    }
    guard
      let undo = try recordChange(.undo, scan: scan, station: station, by: by, reason: reason, undoes: change.id)
    else { throw StorageError(code: .mismatch, call: "undo", message: "taking a change back changed nothing") }
    try mark(change, undoneBy: undo.id)
    try run("RELEASE undo")
    return .undone(undo, rows: try self.rows(of: undo))
  }

  /// Notes that a change was taken back; what it took back itself is in effect again, and so on down the chain.
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
