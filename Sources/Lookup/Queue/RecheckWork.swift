internal import Deadwax
internal import Storage
internal import Threads

/// The recheck of the library: it fetches one release after the other again while no look-up is due.
///
/// Its position is a row of the database, so it continues after the end of the program. A step that finds the catalogue
/// out of reach is repeated later.
struct RecheckWork: Sendable {
  private struct State {
    var delay = StepDelay()
    var pace = StepPace()
  }

  let database: Database
  let client: DiscogsClient
  let now: @Sendable () -> Timestamp
  let schedule: LookupSchedule
  let published: @Sendable () -> Void
  private let state = Locked(State())

  /// The average time from one check to the next in the current run; nil while nothing is checked.
  var pace: Duration? { state.withLock { $0.pace.average } }

  /// Checks the next release, if a recheck is running and the budget of the background has room.
  ///
  /// - Returns: true if a release was checked, and the next step may follow at once.
  /// - Throws: a `StorageError`.
  func step() throws -> Bool {
    let now = now()
    guard state.withLock({ $0.delay.isDue(at: now) }) else { return false }
    guard client.gate.backgroundDelay() == .zero else { return false }
    let next = try database.read { reading -> (recheck: Recheck, release: (id: Release.ID, sourceID: String)?)? in
      guard let recheck = try reading.recheck(), recheck.state == .running else { return nil }
      return (
        recheck,
        try reading.release(after: recheck.position, source: "discogs", isChosen: recheck.search != nil)
      )
    }
    guard let next else {
      state.withLock { $0.pace.interrupt() }
      return false
    }
    guard let release = next.release else {
      try end(next.recheck)
      return false
    }
    let fresh: CatalogueRelease?
    do throws(LookupError) {
      fresh = try fetch(release.sourceID, at: now)
    } catch {
      state.withLock { state in
        state.delay.fail(error, schedule, at: now)
        state.pace.interrupt()
      }
      return false
    }
    try store(next.recheck, release, fresh)
    state.withLock { state in
      state.delay.succeed()
      state.pace.note()
    }
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
  private func store(
    _ seen: Recheck, _ checked: (id: Release.ID, sourceID: String), _ fresh: CatalogueRelease?
  ) throws {
    let published = published
    try database.write { transaction in
      guard var recheck = try transaction.recheck(), recheck.version == seen.version else { return }
      if let fresh, fresh.isAccepted, let before = try transaction.release(checked.id),
        try transaction.isDescribed(before, by: checked.sourceID)
      {
        var after = before
        fresh.fill(&after)
        if try transaction.refresh(before, as: after, with: fresh.detail) { transaction.afterCommit(published) }
      }
      recheck.position = checked.id.text
      recheck.checked += 1
      if fresh == nil { recheck.missing += 1 }
      try transaction.storeProgress(of: recheck)
    }
  }

  /// Ends a recheck after its last release.
  private func end(_ seen: Recheck) throws {
    try database.write { transaction in
      guard var recheck = try transaction.recheck(), recheck.version == seen.version else { return }
      recheck.state = .done
      try transaction.store(recheck)
    }
  }
}

extension Queryable {
  /// Returns true if the facts of a release still come from a record. Meanwhile the release may have been removed or
  /// entered by hand, or a person may have chosen another record for its barcode, which a look-up requests.
  fileprivate func isDescribed(_ release: Release, by sourceID: String) throws -> Bool {
    guard try isListed(release.id), let detail = try detail(of: release.id), detail.source?.id == sourceID else {
      return false
    }
    if let choice = try release.barcode.flatMap({ try sourceChoice(of: $0) }), choice != sourceID { return false }
    return release.status == .resolved || (release.status == .manual && !detail.edited.isEmpty)
  }
}
