package import Deadwax
package import Execution
internal import Lending
package import Log
package import Storage
internal import Threads

/// Changes many copies as one: the copies of an order are found and compared, people look at the preview, and all of them
/// are changed as one change, which can be undone.
///
/// The copies are planned again before the first one is changed. The bulk change is refused if the plan is not the one that
/// the person saw. The copies are then written in short transactions, so that a write at the counter does not wait. A copy
/// that others changed before its turn stays as it is. A bulk change that ends early is taken back.
package final class BulkChanges: Sendable {
  /// The most copies of one bulk change.
  package static let mostCopies = 100_000
  /// The number of bulk changes that are open at the same time; the one that waits longest gives way.
  private static let openLimit = 5

  let database: Database
  let policies: LibraryPolicies
  let published: @Sendable () -> Void
  let logger: Logger
  let takingBack: TakingBack
  private let isStopping = Monitor(false)
  private let sessions = Locked<[BulkSession]>([])
  private let lane = SerialQueue("bulk-changes")

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the settings of the library.
  ///   - published: called after each commit that published an event; must not block.
  ///   - logger: the logger for the operator.
  package init(
    database: Database, policies: LibraryPolicies, published: @escaping @Sendable () -> Void, logger: Logger
  ) {
    (self.database, self.policies, self.published, self.logger) = (database, policies, published, logger)
    takingBack = TakingBack(database: database, published: published)
  }

  /// Returns the day of now in the library's time zone.
  package func today() throws -> CivilDate { try database.read { try today(in: $0) } }

  func today(in records: some Queryable) throws -> CivilDate {
    try policies.library(in: records).due.calendar.zone.day(at: records.now)
  }

  /// Begins a bulk change, and makes its preview in the background.
  ///
  /// - Parameters:
  ///   - order: the copies, and what happens to them.
  ///   - id: the id of the bulk change; a new one if nil. An existing one with this id is returned.
  /// - Returns: the bulk change.
  /// - Throws: `BulkError.tooManyOpen`, or `.stopped`.
  package func begin(_ order: BulkOrder, id: BulkChange.ID?) throws(BulkError) -> BulkChange {
    let session = BulkSession(id ?? .new(at: .now()), order)
    let known = try sessions.withLock { sessions throws(BulkError) -> BulkSession? in
      if let known = sessions.first(where: { $0.id == session.id }) { return known }
      if sessions.count >= Self.openLimit {
        let idle = sessions.filter { $0.update { !$0.phase.isUnderWay } }
        guard let oldest = idle.min(by: { $0.update { $0.touchedAt } < $1.update { $0.touchedAt } }) else {
          throw .tooManyOpen
        }
        sessions.removeAll { $0.id == oldest.id }
      }
      sessions.append(session)
      return nil
    }
    if let known { return known.view }
    try work { changes in changes.check(session) }
    return session.view
  }

  /// Returns the open bulk changes, the oldest first.
  package func all() -> [BulkChange] { sessions.withLock { $0 }.map(\.view) }

  /// Returns a bulk change. One of an earlier run of the hub is found if it had changed a copy.
  ///
  /// - Throws: `BulkError.noSuchBulkChange` for one that changed nothing and is not open.
  package func view(_ id: BulkChange.ID) throws -> BulkChange {
    if let open = try? session(id) { return open.view }
    return try database.read { reading in
      guard let change = try reading.change(id), change.kind == .bulk else { throw BulkError.noSuchBulkChange }
      if let stored = try reading.partedChange(id) { return BulkChange(stored) }
      return BulkChange(applied: id, count: try reading.copyCount(of: change))
    }
  }

  /// Returns lines of a preview, in their order.
  ///
  /// - Parameters:
  ///   - id: the bulk change.
  ///   - fate: the fate of the lines; nil for all.
  ///   - position: the position of the last line of the page before; nil for the first page.
  ///   - limit: the largest number of lines.
  /// - Returns: the lines, the number of all lines with this fate, and whether more follow.
  /// - Throws: `BulkError.noSuchBulkChange`.
  package func lines(
    of id: BulkChange.ID, fate: BulkLine.Fate?, after position: Int?, limit: Int
  ) throws(BulkError) -> (lines: [BulkLine], total: Int, hasMore: Bool) {
    try session(id).update { state in
      let all = state.lines.lazy.filter { fate == nil || $0.fate == fate }
      let page = Array(all.filter { $0.position > position ?? 0 }.prefix(limit + 1))
      return (Array(page.prefix(limit)), all.count, page.count > limit)
    }
  }

  /// Changes the copies in the background, as one change. Other bulk changes wait for its end.
  ///
  /// - Parameters:
  ///   - id: the bulk change.
  ///   - plan: the digest of the preview that the person saw.
  ///   - skipsRefused: true to leave out the copies that are refused.
  ///   - by: the person or program that makes the change.
  /// - Returns: the bulk change.
  /// - Throws: `BulkError.planChanged`, `.copiesRefused`, `.nothingToChange` or `.wrongPhase`.
  package func apply(
    _ id: BulkChange.ID, plan: String, skipsRefused: Bool, by: String?
  ) throws(BulkError) -> BulkChange {
    let session = try session(id)
    let isDone = try session.update { state throws(BulkError) in
      if [.applying, .applied].contains(state.phase), state.plan == plan { return true }
      guard state.phase == .ready, let known = state.plan else { throw .wrongPhase(state.phase) }
      guard known == plan else { throw .planChanged }
      let refused = state.lines.count { $0.fate == .refused }
      guard refused == 0 || skipsRefused else { throw .copiesRefused(refused) }
      guard state.lines.contains(where: { $0.fate == .change }) else { throw .nothingToChange }
      (state.phase, state.done, state.total, state.begunAt) = (.applying, 0, state.lines.count, .now)
      return false
    }
    if !isDone { try work { changes in changes.apply(session, plan: plan, by: by) } }
    return session.view
  }

  /// Ends a bulk change that was not applied. One that is being written is taken back, unless its end comes first.
  ///
  /// - Throws: `BulkError.noSuchBulkChange`, or `.wrongPhase` for one that was applied.
  package func cancel(_ id: BulkChange.ID) throws(BulkError) -> BulkChange {
    let session = try session(id)
    try session.update { state throws(BulkError) in
      switch state.phase {
      case .applied: throw .wrongPhase(.applied)
      case .checking, .applying: state.isCancelled = true
      case .takingBack: break
      case .cancelled where state.change != nil, .failed where state.change != nil: break
      case .ready, .failed, .cancelled: (state.phase, state.plan, state.fault) = (.cancelled, nil, .cancelled)
      }
    }
    return session.view
  }

  /// Performs an undo of a change in parts, after the bulk changes that are under way. If it ends too early, the change is
  /// taken back afterwards.
  ///
  /// - Parameter body: receives a function that returns false once the hub is stopping.
  /// - Throws: `BulkError.stopped`.
  package func perform(_ body: @escaping @Sendable (_ goesOn: () -> Bool) -> Void) throws(BulkError) {
    try work { changes in
      body { changes.goesOn }
      changes.takeBackOpen()
    }
  }

  /// Ends what is under way soon. A request that waits for it is answered then.
  package func interrupt() { isStopping.update { $0 = true } }

  /// Ends what is under way. A bulk change that is being written stays open, and the next start takes it back. Call it
  /// before the database is closed.
  package func stop() {
    interrupt()
    lane.stop()
  }

  /// Waits until the work that was queued has ended.
  package func settle() { lane.settle() }

  var goesOn: Bool { !isStopping.read { $0 } }

  /// Waits until it is stopped, at most for a time.
  func pause(atMost time: Duration) { isStopping.wait(atMost: time) { $0 ? () : nil } }

  private func session(_ id: BulkChange.ID) throws(BulkError) -> BulkSession {
    guard let found = sessions.withLock({ $0.first { $0.id == id } }) else { throw .noSuchBulkChange }
    return found
  }

  func work(_ body: @escaping @Sendable (BulkChanges) -> Void) throws(BulkError) {
    guard lane.add({ [self] in body(self) }) else { throw .stopped }
  }
}
