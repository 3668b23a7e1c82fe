package import Deadwax
package import Storage

/// Takes back a change that is written in parts and was not completed, part by part, so that other writes come between.
package struct TakingBack: Sendable {
  private let database: Database
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - published: called after each commit that published an event, on the writer's lane; must not block.
  package init(database: Database, published: @escaping @Sendable () -> Void) {
    (self.database, self.published) = (database, published)
  }

  /// Takes back all parts of a change, the newest first, as one undo. After an interruption, the next call continues.
  ///
  /// - Parameters:
  ///   - id: the change.
  ///   - cause: the reason, if none was noted yet.
  ///   - goesOn: receives the number of parts that were taken back by this call, and of all that it began with. Returns
  ///     false to interrupt it.
  /// - Returns: the change, which is open only if it was interrupted; nil for one without parts.
  /// - Throws: a `StorageError`. The change is open then.
  package func run(
    _ id: Change.ID, because cause: PartedChange.Cause, while goesOn: (Int, Int) -> Bool
  ) throws -> PartedChange? {
    guard let open = try database.write({ try $0.beginTakingBack(id, because: cause) }) else {
      return try database.read { try $0.partedChange(id) }
    }
    let total = try database.read { try $0.partCount(of: id) }
    var done = 0
    while goesOn(done, total) {
      let isOver = try database.write { [published] transaction in
        let rows = try transaction.takeBackNextPart(of: open)
        if let rows {
          try transaction.publishRestored(rows)
        } else if let undo = open.undo, let change = try transaction.change(id) {
          try transaction.publish(.changeUndone(change: change.kind, by: undo), subject: id.text)
        }
        transaction.afterCommit(published)
        return rows == nil
      }
      if isOver { break }
      done += 1
    }
    return try database.read { try $0.partedChange(id) }
  }
}
