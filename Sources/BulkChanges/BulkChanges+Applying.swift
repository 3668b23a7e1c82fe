internal import Deadwax
internal import Execution
internal import Log
internal import Storage

extension BulkChanges {
  /// Changes the copies, some in each transaction.
  func apply(_ session: BulkSession, plan expected: String, by: String?) {
    var isBegun = false
    do {
      let today = try today()
      let (lines, slots) = try confirmed(session, plan: expected, today: today)
      session.update { ($0.done, $0.total, $0.begunAt) = (0, lines.count, .now) }
      var pace = BulkPace()
      var (done, missed) = (0, 0)
      while done < lines.count {
        guard mayGoOn(session) else { throw goesOn ? BulkError.cancelled : BulkError.stopped }
        let end = min(lines.count, done + pace.count)
        let part = BulkPart(
          id: session.id, order: session.order, plan: expected, lines: Array(lines[done..<end]), slots: slots,
          today: today, by: by, done: done, missed: missed, total: lines.count)
        let (result, took) = try write(part, isBegun: isBegun)
        pace.adapt(to: end - done, took)
        isBegun = result.isBegun
        (done, missed) = (end, missed + result.missed.count)
        session.update { state in
          state.done = done
          for line in result.missed { state.lines[line.position - 1] = line.missed }
        }
      }
      // Every copy had changed: it is another plan.
      guard isBegun else { throw BulkError.planChanged }
      session.update { state in (state.change, state.phase) = (session.id, .applied) }
    } catch {
      guard isBegun else { return fail(session, error) }
      end(session, because: cause(of: error, session))
    }
  }

  /// Plans all copies again.
  ///
  /// - Returns: the lines of the copies that change, and their slots.
  /// - Throws: `BulkError.planChanged` if the plan is not what the person saw.
  private func confirmed(
    _ session: BulkSession, plan expected: String, today: CivilDate
  ) throws -> ([BulkLine], [Copy.ID: Location]) {
    var slots: [Copy.ID: Location] = [:]
    let (lines, digest) = try database.read(while: { self.mayGoOn(session) }) { reading in
      try self.plan(session, in: reading, today: today) { write in
        if case .move(let copy, let location) = write, location.slot != nil { slots[copy.id] = location }
      }
    }
    // The library has changed since the person saw the preview, and with it what the bulk change would do.
    guard digest == expected else { throw BulkError.planChanged }
    return (lines.filter { $0.fate == .change }, slots)
  }

  /// Writes a part, in its turn among the writes of others.
  private func write(_ part: BulkPart, isBegun: Bool) throws -> (BulkPart.Result, Duration) {
    try database.write { [policies, published] transaction in
      let start = ContinuousClock.now
      let result = try part.write(in: transaction, try policies.library(in: transaction), isBegun: isBegun)
      transaction.afterCommit(published)
      return (result, ContinuousClock.now - start)
    }
  }

  private func cause(of error: any Error, _ session: BulkSession) -> PartedChange.Cause {
    if session.update({ $0.isCancelled }) { return .cancelled }
    if !goesOn { return .interrupted }
    if let storage = error as? StorageError, storage.kind == .full { return .diskFull }
    logger.error("a bulk change failed, and is taken back: \(error)")
    return .failed
  }
}
