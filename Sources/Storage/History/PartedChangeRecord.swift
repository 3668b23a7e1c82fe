package import Deadwax

extension Queryable {
  /// Returns the progress of a change that is or was written in parts; nil for any other change.
  package func partedChange(_ id: Change.ID) throws -> PartedChange? {
    try first("\(partedSelect) WHERE id = ?1", id, as: parted(from:))
  }

  /// Returns the changes whose parts were not all written, or not all taken back, the oldest first.
  package func openPartedChanges() throws -> [PartedChange] {
    try all("\(partedSelect) WHERE state IN ('applying', 'taking-back') ORDER BY id", as: parted(from:))
  }

  /// Returns the parts of a change, in their order; none for a change without parts.
  package func parts(of whole: Change.ID) throws -> [Change] {
    try all(
      "SELECT \(changeColumns) FROM change c WHERE c.part_of = ?1 ORDER BY c.sequence", whole, as: change(from:))
  }

  /// Returns the first part of a change; nil for a change without parts.
  package func firstPart(of whole: Change) throws -> Change? {
    guard whole.mayHaveParts else { return nil }
    return try first(
      "SELECT \(changeColumns) FROM change c WHERE c.part_of = ?1 ORDER BY c.sequence LIMIT 1", whole.id,
      as: change(from:))
  }

  /// Returns the newest part of a change before a sequence number; nil if there is none.
  package func newestPart(of whole: Change.ID, before sequence: Int64) throws -> Change? {
    try first(
      """
      SELECT \(changeColumns) FROM change c WHERE c.part_of = ?1 AND c.sequence < ?2 ORDER BY c.sequence DESC LIMIT 1
      """, whole, sequence, as: change(from:))
  }

  package func partCount(of whole: Change.ID) throws -> Int {
    try first("SELECT count(*) FROM change WHERE part_of = ?1", whole) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the first rows of a change, at most `limit`; of one that was written in parts, those of its parts.
  package func allRows(of change: Change, limit: Int) throws -> [ChangeRow] {
    guard try firstPart(of: change) != nil else { return try rows(of: change, limit: limit) }
    return try partRows(of: change.id, limit: limit)
  }

  /// Returns the first rows of the parts of a change, at most `limit`.
  package func partRows(of whole: Change.ID, limit: Int) throws -> [ChangeRow] {
    try all(
      """
      SELECT r.table_name, r.row_id, r.before, r.after FROM change c JOIN change_row r ON r.change = c.sequence
      WHERE c.part_of = ?1 ORDER BY c.sequence, r.position LIMIT ?2
      """, whole, limit, as: changeRow(from:))
  }

  /// True if a change is being written, undone or taken back in parts, or takes back another one.
  package func isUnderWay(_ change: Change) throws -> Bool {
    try first(
      """
      SELECT 1 FROM parted_change p JOIN change c ON c.id = p.id
      WHERE p.state IN ('applying', 'taking-back') AND (p.id = ?1 OR p.undo = ?1 OR c.undoes = ?1)
      """, change.id
    ) { _ in true } ?? false
  }

  /// True if a change is the undo by which the hub took back a change that was not complete.
  func isTakingBack(_ change: Change) throws -> Bool {
    guard let undone = change.undoes else { return false }
    return try partedChange(undone)?.undo == change.id
  }

  private func parted(from row: Row) throws -> PartedChange {
    guard let state = PartedChange.State(rawValue: try row.text("state")) else {
      throw StorageError(.mismatch, call: "partedChange", message: "an unknown state")
    }
    return PartedChange(
      id: try row.id("id"), state: state, plan: try row.optionalText("plan"), total: Int(try row.integer("total")),
      done: Int(try row.integer("done")), missed: Int(try row.integer("missed")),
      cause: try row.optionalText("cause").flatMap(PartedChange.Cause.init(rawValue:)),
      undo: try row.optionalID("undo"), undoneTo: try row.optionalInteger("undone_to"),
      kept: Int(try row.integer("kept")))
  }
}

extension WriteTransaction {
  /// Begins a change that is written in parts: each part is then recorded as a part of it.
  ///
  /// - Parameters:
  ///   - change: the change without rows; its sequence number is given here.
  ///   - plan: the digest of the plan that a person confirmed; nil for an undo.
  ///   - total: the number of planned copies or parts.
  /// - Throws: a `StorageError`.
  package func beginParted(_ change: Change, plan: String?, total: Int) throws {
    try store(change, [])
    try run(
      "INSERT INTO parted_change (id, state, plan, total) VALUES (?1, 'applying', ?2, ?3)", change.id, plan, total)
  }

  /// Notes how far a change in parts is. Call it in the transaction that writes the part.
  ///
  /// - Parameters:
  ///   - id: the change.
  ///   - done: the number of copies or parts that were reached.
  ///   - missed: the number of those that others had changed meanwhile.
  ///   - isComplete: true for the last part.
  /// - Throws: a `StorageError`.
  package func advanceParted(_ id: Change.ID, done: Int, missed: Int, isComplete: Bool) throws {
    try run(
      "UPDATE parted_change SET done = ?2, missed = ?3, state = ?4 WHERE id = ?1 AND state = 'applying'", id, done,
      missed, (isComplete ? PartedChange.State.applied : .applying).rawValue)
  }

  /// Undoes the newest part of a change that its undo has not reached yet. Without one, the undo is complete.
  ///
  /// - Parameters:
  ///   - change: the whole change.
  ///   - undo: its undo, which `beginParted` began.
  ///   - by: the member of staff, if known.
  ///   - reason: the reason, if one was given.
  /// - Returns: the undo of the part or its refusal; nil if the undo is complete.
  /// - Throws: a `StorageError`.
  package func undoNextPart(
    of change: Change, as undo: Change.ID, by: String?, reason: String?
  ) throws -> UndoResult? {
    guard let known = try partedChange(undo) else { return .refused(.noSuchChange) }
    let part = try first(
      """
      SELECT \(changeColumns) FROM change c WHERE c.part_of = ?1 AND c.sequence < ?2 AND c.undone_by IS NULL
      ORDER BY c.sequence DESC LIMIT 1
      """, change.id, known.undoneTo ?? .max, as: self.change(from:))
    guard let part else {
      try advanceParted(undo, done: known.total, missed: 0, isComplete: true)
      try mark(change, undoneBy: undo)
      return nil
    }
    try advanceParted(undo, done: min(known.total, known.done + 1), missed: 0, isComplete: false)
    try run("UPDATE parted_change SET undone_to = ?2 WHERE id = ?1", undo, part.sequence)
    return try indexingOnce { try self.undo(part.id, by: by, reason: reason, partOf: undo) }
  }

  /// Begins to take back a change in parts that is not complete. One that is being taken back goes on.
  ///
  /// - Parameters:
  ///   - id: the change.
  ///   - cause: the reason.
  /// - Returns: the change; nil if it is not open.
  /// - Throws: a `StorageError`.
  package func beginTakingBack(_ id: Change.ID, because cause: PartedChange.Cause) throws -> PartedChange? {
    guard let open = try partedChange(id), open.isOpen else { return nil }
    guard open.state == .applying else { return open }
    let undo: Change.ID = newID()
    try store(Change(id: undo, kind: .undo, sequence: 0, reason: cause.rawValue, at: now, undoes: id), [])
    try run(
      "UPDATE parted_change SET state = 'taking-back', cause = ?2, undo = ?3, undone_to = NULL WHERE id = ?1", id,
      cause.rawValue, undo)
    return try partedChange(id)
  }

  /// Takes back the newest part of a change that was not taken back yet.
  ///
  /// A copy that others have changed since stays as it is, with all rows about it.
  ///
  /// - Parameter open: the change, as `beginTakingBack` returned it.
  /// - Returns: the rows that were restored; nil if no part was left. The change is taken back then.
  /// - Throws: a `StorageError`.
  package func takeBackNextPart(of open: PartedChange) throws -> [ChangeRow]? {
    guard let undo = open.undo, let known = try partedChange(open.id), known.state == .takingBack else { return nil }
    guard let part = try newestPart(of: open.id, before: known.undoneTo ?? .max) else {
      try run("UPDATE parted_change SET state = 'taken-back' WHERE id = ?1", open.id)
      if let whole = try change(open.id) { try mark(whole, undoneBy: undo) }
      return nil
    }
    let (rows, kept) = try part.undoneBy == nil ? indexingOnce { try takeBack(part, for: undo, open.cause) } : ([], 0)
    try run(
      "UPDATE parted_change SET undone_to = ?2, kept = kept + ?3 WHERE id = ?1", open.id, part.sequence, kept)
    return rows
  }
}

private let partedSelect =
  "SELECT id, state, plan, total, done, missed, cause, undo, undone_to, kept FROM parted_change"
