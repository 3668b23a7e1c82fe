package import Deadwax

extension Queryable {
  /// Returns the next job that is due: pending jobs first, then those that found nothing. Nil if none is due.
  package func nextLookup(at now: Timestamp) throws -> LookupJob? {
    try first(
      """
      SELECT id, kind, gtin, release_id, source_id, state, attempts, scan_id FROM lookup_job AS job
      WHERE state IN ('pending', 'not-found') AND next_try_at <= ?1 AND (state = 'pending' OR NOT EXISTS (
        SELECT 1 FROM lookup_job AS other WHERE other.kind = job.kind AND other.gtin = job.gtin
          AND other.state IN ('pending', 'running', 'blocked')))
      ORDER BY state = 'not-found', next_try_at, id LIMIT 1
      """, now
    ) { row in
      guard let kind = LookupJob.Kind(rawValue: try row.text("kind")), let gtin = GTIN(key: try row.text("gtin")),
        let state = LookupJob.State(rawValue: try row.text("state"))
      else { throw StorageError(.mismatch, call: "nextLookup", message: "an invalid job") }
      return LookupJob(
        id: try row.integer("id"), kind: kind, gtin: gtin, release: try row.id("release_id"),
        sourceID: try row.optionalText("source_id"),
        state: state, attempts: Int(try row.integer("attempts")), scan: try row.optionalID("scan_id"))
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

  /// Returns the hits that were not used, the most likely first.
  package func lookupCandidates(of release: Release.ID) throws -> [LookupCandidate] {
    try all(
      """
      SELECT source_id, facts ->> 'title' AS title, facts ->> 'country' AS country, facts ->> 'year' AS year,
        facts ->> 'catalogNumber' AS catalog_number, facts ->> 'formats' AS formats, facts ->> 'reasons' AS reasons
      FROM lookup_candidate WHERE release_id = ?1 ORDER BY rank
      """, release
    ) { row in
      LookupCandidate(
        sourceID: try row.text("source_id"), title: try row.optionalText("title") ?? "",
        country: try row.optionalText("country"),
        year: try row.optionalInteger("year").map(Int.init), catalogNumber: try row.optionalText("catalog_number"),
        formats: try row.optionalText("formats") ?? "",
        reasons: (try row.optionalText("reasons") ?? "").split(separator: " ").map(String.init))
    }
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

  /// Stores the result of an attempt.
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
      UPDATE lookup_job SET state = ?2, attempts = ?3, next_try_at = ?4, last_error = ?5, updated_at = ?6 WHERE id = ?1
      """, job.id, state.rawValue, attempts, next, error, now)
    // Older jobs for the same barcode that found nothing are answered too.
    if state == .done {
      try run(
        """
        UPDATE lookup_job SET state = 'done', updated_at = ?3
        WHERE kind = ?1 AND gtin = ?2 AND state = 'not-found'
        """, job.kind.rawValue, job.gtin.key, now)
    }
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

  /// Stores the hits that were not used, and replaces earlier ones.
  package func store(_ candidates: [LookupCandidate], of release: Release.ID) throws {
    try run("DELETE FROM lookup_candidate WHERE release_id = ?1", release)
    for (rank, candidate) in candidates.enumerated() {
      var facts = [
        "\"title\":\(JSONList.string(candidate.title))", "\"formats\":\(JSONList.string(candidate.formats))",
      ]
      if let country = candidate.country { facts.append("\"country\":\(JSONList.string(country))") }
      if let year = candidate.year { facts.append("\"year\":\(year)") }
      if let number = candidate.catalogNumber { facts.append("\"catalogNumber\":\(JSONList.string(number))") }
      if !candidate.reasons.isEmpty {
        facts.append("\"reasons\":\(JSONList.string(candidate.reasons.joined(separator: " ")))")
      }
      try run(
        "INSERT INTO lookup_candidate (release_id, rank, source_id, facts) VALUES (?1, ?2, ?3, ?4)", release, rank,
        candidate.sourceID, "{\(facts.joined(separator: ","))}")
    }
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

  /// Publishes an event about the state of one look-up, or of all look-ups if `release` is nil.
  package func publishLookup(_ state: EventBody.LookupState, reason: String?, release: Release.ID?) throws {
    try publish(.lookupChanged(state: state, reason: reason), subject: release?.text)
  }
}
