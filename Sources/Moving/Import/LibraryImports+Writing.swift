internal import Deadwax
internal import Execution
internal import Log
internal import Storage
internal import Threads

extension LibraryImports {
  /// The most lines that are read ahead of a part.
  private static let linesAhead = 512

  /// Writes the records of an import, some lines in each transaction. What was written is taken back if an error ends it.
  ///
  /// - Parameters:
  ///   - session: the import.
  ///   - expected: the digest of the plan that the person saw.
  ///   - by: the person or program that makes the change.
  ///   - isRunning: returns false once the hub is stopping.
  func apply(_ session: ImportSession, plan expected: String, by: String?, while isRunning: () -> Bool) {
    let change = Change.ID.new(at: .now())
    let progress = Locked<ImportProgress?>(nil)
    func mayGoOn() -> Bool { isRunning() && goesOn }
    do {
      try surroundings.prepare()
      let preview = try confirmed(session, plan: expected)
      let planner = try database.read { [self] in try self.planner(of: session, in: $0) }
      progress.withLock { $0 = ImportProgress(preview, planner, change, table: session.table, by: by) }
      var waiting: [ImportRecord] = []
      func write(least: Int) throws {
        while waiting.count > least {
          guard mayGoOn() else { throw MovingError.stopped }
          let count = try self.write(waiting, progress)
          waiting.removeFirst(count)
          // The writes that waited are committed before the next part. In one group with it, they would wait for it, too.
          if progress.withLock({ $0?.wasAwaited ?? false }) { try database.write { _ in } }
        }
      }
      let covers = session.update { $0.coverLines }
      try forEachRecord(of: session, over: 0...1, storing: covers) { record in
        waiting.append(record)
        if waiting.count == Self.linesAhead { try write(least: Self.linesAhead / 2) }
      }
      try write(least: 0)
      guard progress.withLock({ $0?.isComplete ?? false }) else { throw MovingError.planChanged }
      saveMapping(of: session)
      session.update { state in (state.change, state.phase) = (change, .applied) }
    } catch {
      let isBegun = progress.withLock { $0?.isBegun ?? false }
      let left = isBegun ? takeBack(change, because: error, while: mayGoOn) : nil
      fail(session, left ?? error, as: .failed)
    }
  }

  /// Returns the preview that the person saw. If the library has changed since, its lines are planned again first.
  ///
  /// - Throws: `MovingError.planChanged` if the plan is another one.
  private func confirmed(_ session: ImportSession, plan expected: String) throws -> ImportPreview {
    let (known, seen) = session.update { ($0.preview, $0.sequence) }
    guard let known, known.digest == expected else { throw MovingError.planChanged }
    let isUnchanged = try database.read { try $0.newestChangeSequence() == seen }
    guard !isUnchanged else { return known }
    let again = try database.read { [self] in try self.preview(of: session, in: $0, over: 0...0) }
    guard again.digest == expected else { throw MovingError.planChanged }
    return known
  }

  /// Writes a part in its turn among the writes of others.
  ///
  /// - Returns: the number of lines that were written, from the first one on; at least one.
  private func write(_ records: [ImportRecord], _ progress: Locked<ImportProgress?>) throws -> Int {
    try database.write { [database, surroundings] transaction in
      try progress.withLock { state in
        guard var now = state else { return records.count }
        // The plan is moved out and back, so that its tables are not copied.
        state = nil
        defer { state = now }
        let count = try now.write(records, in: transaction) { database.hasWaitingWrites }
        transaction.afterCommit(surroundings.published)
        if now.wantsLookup { transaction.afterCommit(surroundings.lookupWanted) }
        return count
      }
    }
  }

  /// Takes back what was written. If that is not possible now, the hub does it before the next change in parts, and the next
  /// start as after a crash.
  ///
  /// - Returns: the error to report if something of the import is left.
  private func takeBack(_ change: Change.ID, because error: any Error, while goesOn: () -> Bool) -> MovingError? {
    let cause: PartedChange.Cause =
      switch error {
      case MovingError.planChanged: .changedSince
      case MovingError.stopped: .interrupted
      case let storage as StorageError where storage.kind == .full: .diskFull
      default: .failed
      }
    do {
      let taking = TakingBack(database: database, published: surroundings.published)
      let ended = try goesOn() ? taking.run(change, because: cause) { _, _ in goesOn() } : nil
      guard let kept = ended?.kept, kept > 0 else { return nil }
      return .partlyTakenBack(kept: kept)
    } catch {
      logger.error("cannot take back the import \(change) yet: \(error)")
      return .unavailable("The import has failed, and is not taken back yet. The hub tries it again.")
    }
  }
}
