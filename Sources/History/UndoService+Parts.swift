package import Deadwax
internal import Execution
internal import Storage

extension UndoService {
  /// True if the undo of a change takes long, because it was written in parts. Let `BulkChanges.perform` do it then.
  package func isInParts(_ id: Change.ID) throws -> Bool { try database.read { try $0.whole(of: id) } != nil }

  /// The refusal of a part, after earlier parts were undone.
  private struct RefusedPart: Error {
    var refusal: UndoRefusal
  }

  /// Undoes a change that was written in parts, the newest part first, each in a transaction of its own: other writes come
  /// between them. If a part is refused, because a copy has changed meanwhile, the undo is taken back.
  ///
  /// - Parameters:
  ///   - change: the whole change.
  ///   - by: the member of staff, if known.
  ///   - reason: the reason, if one was given.
  ///   - goesOn: returns false to interrupt it.
  /// - Returns: the undo, as one change.
  /// - Throws: `PolicyRefusal`, `UndoInterrupted`, or a `StorageError`. Nothing stays undone then, unless it was interrupted
  ///   or could not be taken back: the change is open then, and `BulkChanges` takes it back.
  func undoInParts(_ change: Change, by: String?, reason: String?, while goesOn: () -> Bool) throws -> Change {
    guard goesOn() else { throw UndoInterrupted() }
    // Nothing is written if a row has changed since, and writes do not wait for this.
    if let refusal = try database.read({ try $0.refusal(toUndo: change) }) { throw Self.policy(refusal) }
    let undo = try database.write { transaction in
      // Another caller may have come first.
      guard let now = try transaction.change(change.id), now.undoneBy == nil, try !transaction.isUnderWay(now) else {
        throw Self.policy(.underWay)
      }
      let undo = Change(
        id: transaction.newID(), kind: .undo, sequence: 0, by: by, reason: reason, at: transaction.now,
        undoes: change.id)
      try transaction.beginParted(undo, plan: nil, total: try transaction.partCount(of: change.id))
      return undo.id
    }
    do {
      while try !database.write({ try step(of: undo, undoing: change, by: by, reason: reason, in: $0) }) {
        guard goesOn() else { throw UndoInterrupted() }
      }
    } catch let error where !(error is UndoInterrupted) {
      let refused = error as? RefusedPart
      let ended = try TakingBack(database: database, published: published).run(
        undo, because: refused == nil ? Self.cause(of: error) : .changedSince
      ) { _, _ in goesOn() }
      if let refused, ended?.isOpen == false { throw Self.policy(refused.refusal) }
      throw error
    }
    guard let stored = try database.read({ try $0.change(undo) }) else { throw StaffError.noSuchChange }
    return stored
  }

  /// Undoes the next part.
  ///
  /// - Returns: true if there was none left.
  private func step(
    of undo: Change.ID, undoing change: Change, by: String?, reason: String?, in transaction: WriteTransaction
  ) throws -> Bool {
    defer { transaction.afterCommit(published) }
    switch try transaction.undoNextPart(of: change, as: undo, by: by, reason: reason) {
    case .undone(_, let rows):
      try transaction.publishRestored(rows)
      return false
    case .refused(let refusal): throw RefusedPart(refusal: refusal)
    case nil:
      try transaction.publish(.changeUndone(change: change.kind, by: undo), subject: change.id.text)
      return true
    }
  }

  private static func cause(of error: any Error) -> PartedChange.Cause {
    (error as? StorageError)?.kind == .full ? .diskFull : .failed
  }

  private static func policy(_ refusal: UndoRefusal) -> PolicyRefusal {
    PolicyRefusal(refusal.code, word: refusal.since?.rawValue)
  }
}

extension Queryable {
  /// Returns the change in parts that a change is, or is a part of; nil for any other change.
  func whole(of id: Change.ID) throws -> Change? {
    guard let change = try change(id) else { return nil }
    if let whole = change.partOf { return try self.change(whole) }
    return try firstPart(of: change) == nil ? nil : change
  }
}
