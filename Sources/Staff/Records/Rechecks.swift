internal import Deadwax
internal import Execution
internal import Lending
internal import Queries
internal import Storage

/// The recheck of the library: every release from the external catalogue, or each one that a search finds, is fetched again
/// in the background.
///
/// It never replaces a field that a person edited, and keeps the record that a person chose for a barcode.
package struct Rechecks: Sendable {
  let room: StaffContext
  /// Returns the average time for one release; nil while it is unknown.
  let pace: @Sendable () -> Duration?

  /// The name of the source whose releases are checked.
  private static let source = "discogs"

  /// Returns the newest recheck.
  ///
  /// - Throws: a `StorageError`.
  package func view() throws -> RecheckView {
    RecheckView(try room.database.read { try $0.recheck() }, pace: pace())
  }

  /// Starts a recheck, from its first release. The queue of look-ups carries it out while no other look-up is due.
  ///
  /// - Parameters:
  ///   - search: the query that finds the releases, at this time; nil for all releases.
  ///   - by: the person or program that starts it.
  /// - Returns: the recheck.
  /// - Throws: a `QueryError`; `StaffError.isUnderWay` if another one is running or paused, `.indexing` while the search
  ///   index is being built, or `.badValue` for a query that searches for nothing.
  package func start(search: String?, by: String?) throws -> RecheckView {
    let query = try search.map { text throws(QueryError) in try Query(text, isTyping: false) }
    if let query, query.condition == nil {
      throw StaffError.badValue(field: "search", sentence: "There is nothing to search for.")
    }
    return try change { [room] before, transaction in
      if let before, before.state == .running || before.state == .paused { throw StaffError.isUnderWay }
      if query != nil, try !transaction.isReleaseIndexComplete() { throw StaffError.indexing }
      let zone = try room.library(in: transaction).due.calendar.zone
      try transaction.chooseReleasesToCheck(query, at: SearchMoment(now: transaction.now, in: zone))
      return Recheck(
        state: .running, position: "", search: query?.description,
        total: try transaction.releaseCount(source: Self.source, isChosen: query != nil), checked: 0, missing: 0,
        startedBy: by, startedAt: transaction.now, modifiedAt: transaction.now, version: 0)
    }
  }

  /// Pauses, continues or ends a recheck.
  ///
  /// - Parameters:
  ///   - state: `running`, `paused` or `stopped`. The present state changes nothing.
  ///   - version: the version that the caller saw; nil for any version.
  /// - Returns: the recheck after the change.
  /// - Throws: `StaffError.staleVersion`, `.badValue` for another state, or `.isOver` if no recheck is running or
  ///   paused.
  package func set(_ state: RecheckView.State, ifVersion version: Int?) throws -> RecheckView {
    guard let next = Recheck.State(rawValue: state.rawValue), next != .done else {
      throw StaffError.badValue(field: "state", sentence: "It must be 'running', 'paused' or 'stopped'.")
    }
    return try change { before, _ in
      let now = before?.version ?? 0
      if let version, version != now { throw StaffError.staleVersion(now: now) }
      guard var recheck = before, recheck.state != .done else { throw StaffError.isOver }
      if recheck.state == next { return nil }
      guard recheck.state != .stopped else { throw StaffError.isOver }
      recheck.state = next
      return recheck
    }
  }

  /// Stores the recheck that `next` returns, unless it is nil, and wakes the queue of look-ups.
  private func change(
    _ next: @escaping @Sendable (_ before: Recheck?, _ transaction: WriteTransaction) throws -> Recheck?
  ) throws -> RecheckView {
    let recheck = try room.write { [room] transaction in
      if let recheck = try next(try transaction.recheck(), transaction) {
        try transaction.store(recheck)
        transaction.afterCommit(room.lookupWanted)
      }
      return try transaction.recheck()
    }
    return RecheckView(recheck, pace: pace())
  }
}
