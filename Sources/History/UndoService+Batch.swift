package import Deadwax
internal import Execution
internal import Storage

extension UndoService {
  /// A batch of additions with its copies, as an undo of the whole batch would find them.
  package struct Batch: Hashable, Sendable {
    package var batch: AdditionBatch
    /// The name of the place in the settings, if it exists.
    package var place: String?
    /// The number of copies, without those whose addition was undone.
    package var count: Int
    /// The copies, the newest first, at most `limit`.
    package var lines: [Line]

    package static let limit = 2000

    package struct Line: Hashable, Sendable {
      package var copy: Copy
      package var release: Release
      package var change: Change.ID
      /// True if an undo leaves the copy, because it has changed since it was added.
      package var isKept: Bool
    }
  }

  /// Returns a batch of additions; nil if there is none with this id.
  package func batch(_ id: AdditionBatch.ID) throws -> Batch? {
    try database.read { try $0.batchToUndo(id) }
  }

  /// Undoes the addition of every copy of a batch that has not changed since. Each undo is a change of its own, so that
  /// each copy can be brought back by itself.
  ///
  /// - Parameters:
  ///   - id: the batch.
  ///   - version: the number of copies that the caller has seen; nil for any.
  ///   - by: the member of staff, if known.
  /// - Returns: the number of removed copies, and the batch with those that remain.
  /// - Throws: `StaffError.noSuchBatch`, or `.staleVersion` if the number of copies differs; `PolicyRefusal` with
  ///   `nothing-to-undo` if no copy can be removed.
  package func undo(
    batch id: AdditionBatch.ID, ifVersion version: Int?, by: String?
  ) throws -> (removed: Int, batch: Batch) {
    try database.write { [published] transaction in
      guard try transaction.additionBatch(id) != nil else { throw StaffError.noSuchBatch }
      let lines = try transaction.lines(of: id)
      guard version == nil || version == lines.count else { throw StaffError.staleVersion(now: lines.count) }
      var removed = 0
      // The newest first: an earlier change may have added the release of a later copy.
      for line in lines.reversed() {
        guard let change = try transaction.change(line.change),
          case .undone(let undo, _) = try transaction.undo(line.change, by: by)
        else { continue }
        try transaction.publishUndone(change, by: undo, at: nil)
        removed += 1
      }
      guard removed > 0, let batch = try transaction.batchToUndo(id) else { throw PolicyRefusal(.nothingToUndo) }
      transaction.afterCommit(published)
      return (removed, batch)
    }
  }
}

extension Queryable {
  fileprivate func batchToUndo(_ id: AdditionBatch.ID) throws -> UndoService.Batch? {
    guard let batch = try additionBatch(id) else { return nil }
    let lines = try lines(of: id)
    let place = try batch.settings.place.flatMap { try self.place($0) }
    return UndoService.Batch(
      batch: batch, place: place?.name, count: lines.count,
      lines: try lines.reversed().prefix(UndoService.Batch.limit).compactMap { line in
        guard let copy = try self.copy(line.copy), let release = try release(copy.release) else { return nil }
        return UndoService.Batch.Line(
          copy: copy, release: release, change: line.change,
          isKept: try change(line.change).map { try refusal(toUndo: $0) != nil } ?? true)
      })
  }
}
