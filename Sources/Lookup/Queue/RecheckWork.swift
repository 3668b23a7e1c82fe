internal import Deadwax
internal import Storage
internal import Threads

/// The recheck of the library: it fetches one release after the other again while no look-up is due.
///
/// Its position is a row of the database, so it continues after the end of the program. A step that finds the catalogue
/// out of reach is repeated later.
struct RecheckWork: Sendable {
  private struct State {
    /// The consecutive steps without an answer.
    var failures = 0
    /// The time of the next step after a failure.
    var due: Timestamp?
  }

  let database: Database
  let client: DiscogsClient
  let now: @Sendable () -> Timestamp
  let schedule: LookupSchedule
  let published: @Sendable () -> Void
  private let state = Locked(State())

  init(
    database: Database, client: DiscogsClient, now: @escaping @Sendable () -> Timestamp, schedule: LookupSchedule,
    published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.client = client
    self.now = now
    self.schedule = schedule
    self.published = published
  }

  /// Checks the next release, if a recheck is running and the budget of the background has room.
  ///
  /// - Returns: true if a release was checked, and the next step may follow at once.
  /// - Throws: a `StorageError`.
  func step() throws -> Bool {
    let now = now()
    if let due = state.withLock({ $0.due }), now < due { return false }
    guard client.gate.backgroundDelay() == .zero else { return false }
    let next = try database.read { reading -> (recheck: Recheck, release: (id: Release.ID, sourceID: String)?)? in
      guard let recheck = try reading.recheck(), recheck.state == .running else { return nil }
      return (recheck, try reading.release(after: recheck.position, source: "discogs"))
    }
    guard let next else { return false }
    guard let release = next.release else {
      try store(next.recheck, nil, nil)
      return false
    }
    let fresh: CatalogueRelease?
    do throws(LookupError) {
      fresh = try fetch(release.sourceID, at: now)
    } catch {
      state.withLock { state in
        let wait = schedule.next(after: .failed(error), state: .pending, attempts: state.failures).delay
        state.failures += 1
        state.due = now + max(.seconds(15), wait)
      }
      return false
    }
    state.withLock { $0 = State() }
    try store(next.recheck, release.id, fresh)
    return true
  }

  /// Fetches a release; nil if the catalogue has it no longer. The record then stays: the library still has the disc.
  private func fetch(_ number: String, at now: Timestamp) throws(LookupError) -> CatalogueRelease? {
    guard let id = Int64(number) else { return nil }
    do throws(LookupError) {
      return try client.release(id: id, freshness: .refreshed, at: now)
    } catch .notFound {
      return nil
    } catch .invalidResponse(.refused) {
      return nil
    } catch {
      throw error
    }
  }

  /// Stores the new facts of a release and the progress, in one transaction. A recheck that staff have paused or ended
  /// meanwhile, or started again, stays as it is.
  private func store(_ seen: Recheck, _ id: Release.ID?, _ fresh: CatalogueRelease?) throws {
    let published = published
    try database.write { transaction in
      guard var recheck = try transaction.recheck(), recheck.version == seen.version else { return }
      guard let id else {
        recheck.state = .done
        return try transaction.store(recheck)
      }
      if let fresh, fresh.isAccepted, let before = try transaction.release(id), before.status == .resolved {
        var after = before
        fresh.fill(&after)
        try transaction.resolve(before, as: after, with: fresh.detail, scan: nil)
        transaction.afterCommit(published)
      }
      recheck.position = id.text
      recheck.checked += 1
      if fresh == nil { recheck.missing += 1 }
      try transaction.store(recheck)
    }
  }
}
