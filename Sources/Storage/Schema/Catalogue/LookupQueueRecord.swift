package import Deadwax

extension Queryable {
  /// Returns the next job that is due: jobs for which a person waits first, then pending ones, then those that found
  /// nothing. Nil if none is due.
  package func nextLookup(at now: Timestamp) throws -> LookupJob? {
    try nextLookup(at: now, lanes: LookupJob.Lane.background)
  }

  /// Returns the next job that is due, as `nextLookup(at:)` does.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - last: the last lane to consider; `person` leaves out the background.
  /// - Returns: the job; nil if none is due.
  /// - Throws: a `StorageError`.
  package func nextLookup(at now: Timestamp, lanes last: LookupJob.Lane) throws -> LookupJob? {
    try first(
      """
      SELECT id, kind, gtin, release_id, source_id, state, attempts, scan_id, lane, target FROM lookup_job AS job
      WHERE lane <= ?2 AND state IN ('pending', 'not-found') AND next_try_at <= ?1
        AND (state = 'pending' OR NOT EXISTS (
          SELECT 1 FROM lookup_job AS other WHERE other.kind = job.kind AND other.gtin = job.gtin
            AND other.state IN ('pending', 'running', 'blocked')))
      ORDER BY lane, state = 'not-found', next_try_at, id LIMIT 1
      """, now, last.rawValue
    ) { row in
      guard let kind = LookupJob.Kind(rawValue: try row.text("kind")),
        let state = LookupJob.State(rawValue: try row.text("state")),
        let lane = LookupJob.Lane(rawValue: Int(try row.integer("lane"))),
        let target = ScanTarget(rawValue: try row.text("target"))
      else { throw StorageError(.mismatch, call: "nextLookup", message: "an invalid job") }
      return LookupJob(
        id: try row.integer("id"), kind: kind, key: try row.text("gtin"), release: try row.id("release_id"),
        sourceID: try row.optionalText("source_id"),
        state: state, attempts: Int(try row.integer("attempts")), scan: try row.optionalID("scan_id"), lane: lane,
        target: target)
    }
  }

  /// Returns the time at which the next job is due, or nil if none waits.
  package func nextLookupTime() throws -> Timestamp? {
    try first("SELECT min(next_try_at) FROM lookup_job WHERE state IN ('pending', 'not-found')") { row in
      try row.optionalTime(0)
    } ?? nil
  }

  /// Returns the numbers of jobs by state.
  package func lookupCounts() throws -> [LookupJob.State: Int] {
    var counts: [LookupJob.State: Int] = [:]
    try forEach("SELECT state, count(*) AS jobs FROM lookup_job GROUP BY state", []) { row in
      guard let state = LookupJob.State(rawValue: try row.text("state")) else { return }
      counts[state] = Int(try row.integer("jobs"))
    }
    return counts
  }
}

extension WriteTransaction {
  /// Marks a job as running. Returns false if it was claimed already or its barcode is being queried.
  package func claim(_ job: LookupJob) throws -> Bool {
    do {
      return try attempt {
        try run(
          "UPDATE lookup_job SET state = 'running', updated_at = ?2 WHERE id = ?1 AND state IN ('pending', 'not-found')",
          job.id, now) == 1
      }
    } catch let error as StorageError where error.kind == .conflict {
      return false
    }
  }

  /// Stores the result of an attempt. A job that a person has changed meanwhile, by another choice, stays in the queue.
  ///
  /// - Parameters:
  ///   - job: the claimed job.
  ///   - state: the new state.
  ///   - attempts: the number of consecutive attempts that failed or found nothing.
  ///   - next: the time of the next attempt, for `pending` and `notFound`.
  ///   - error: the error as a sentence, nil if there was none.
  /// - Throws: a `StorageError`.
  package func settle(
    _ job: LookupJob, as state: LookupJob.State, attempts: Int, next: Timestamp, error: String?
  ) throws {
    try run(
      """
      UPDATE lookup_job SET state = ?2, attempts = ?3, next_try_at = ?4, last_error = ?5, updated_at = ?6, lane = ?7
      WHERE id = ?1 AND state = 'running'
      """, job.id, state.rawValue, attempts, next, error, now,
      // Months later, when the search is repeated, no person waits for it.
      (state == .notFound ? LookupJob.Lane.background : job.lane).rawValue)
    // Older jobs for the same barcode that found nothing are answered too.
    if state == .done {
      try run(
        """
        UPDATE lookup_job SET state = 'done', updated_at = ?3
        WHERE kind = ?1 AND gtin = ?2 AND state = 'not-found'
        """, job.kind.rawValue, job.key, now)
    }
  }

  /// Makes the jobs due again that wait far too long because the clock was set back.
  ///
  /// - Parameter longest: the longest time that a search without a match waits.
  /// - Returns: the number of jobs.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func limitLookupWaits(to longest: Duration) throws -> Int {
    try run(
      "UPDATE lookup_job SET next_try_at = ?2, updated_at = ?1 WHERE state = 'not-found' AND next_try_at > ?2", now,
      now + longest)
  }

  /// Returns blocked jobs to the queue, and jobs that were running when the program ended.
  ///
  /// - Returns: the number of jobs.
  @discardableResult
  package func reviveLookups() throws -> Int {
    try run(
      "UPDATE lookup_job SET state = 'pending', updated_at = ?1 WHERE state IN ('running', 'blocked')", now)
  }

  /// Makes the jobs due at once that wait only because the catalogue could not be reached.
  ///
  /// - Returns: the number of jobs.
  @discardableResult
  package func hastenLookups() throws -> Int {
    try run(
      """
      UPDATE lookup_job SET next_try_at = ?1, updated_at = ?1
      WHERE state = 'pending' AND attempts > 0 AND next_try_at > ?1
      """, now)
  }

  /// Fills in a release with data from a catalogue, and records the change and its event.
  ///
  /// - Parameters:
  ///   - before: the release before the change.
  ///   - after: the release after the change, with the same id.
  ///   - detail: the details of the release.
  ///   - scan: the scan that caused the query.
  /// - Throws: a `StorageError`.
  package func resolve(
    _ before: Release, as after: Release, with detail: ReleaseDetail, scan: Reading.ID?
  ) throws {
    try fill(after, with: detail)
    try recordChange(.resolve, scan: scan)
    try publish(.releaseResolved, subject: before.id.text)
  }

  /// Fills in a release as `resolve(_:as:with:scan:)` does, unless the catalogue describes it as before. Then nothing
  /// changes, so that a recheck of a large library adds no empty changes to the history.
  ///
  /// - Parameters:
  ///   - before: the release before the change.
  ///   - after: the release as the catalogue describes it, with the same id.
  ///   - detail: the details of the release.
  /// - Returns: true if the release has changed.
  /// - Throws: a `StorageError`.
  package func refresh(_ before: Release, as after: Release, with detail: ReleaseDetail) throws -> Bool {
    var (kept, keptDetail) = try keepingEdits(of: after, detail)
    // The answer of a source has no links; a fill keeps those of the release.
    keptDetail.links = try links(of: before.id).filled(by: detail.links).following(detail.source)
    var known = try self.detail(of: before.id)
    // The time of the fetch is no fact about the release.
    known?.source?.fetchedAt = detail.source?.fetchedAt ?? now
    guard kept != before || keptDetail != known else { return false }
    try resolve(before, as: after, with: detail, scan: nil)
    return true
  }

  /// Publishes an event about the state of one look-up, or of all look-ups if `release` is nil.
  package func publishLookup(_ state: EventBody.LookupState, reason: String?, release: Release.ID?) throws {
    try publish(.lookupChanged(state: state, reason: reason), subject: release?.text)
  }
}
