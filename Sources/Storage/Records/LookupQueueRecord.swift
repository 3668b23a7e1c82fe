package import Deadwax

/// A question to a catalogue that is kept until it is answered.
package struct LookupJob: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// By the barcode.
    case search
    /// By the catalogue's own record number.
    case release
  }

  /// Where it stands; the raw value stands in the database.
  package enum State: String, CaseIterable, Sendable {
    /// Waits for its time.
    case pending
    case running
    case done
    /// Nothing was found; it is asked again at long intervals, since people add to catalogues.
    case notFound = "not-found"
    /// Will never be answered as it is.
    case failed
    /// Waits for somebody to put something right, as the token.
    case blocked
  }

  package let id: Int64
  package let kind: Kind
  package let gtin: GTIN
  package let release: Release.ID
  /// The catalogue's record number, for `release`.
  package let sourceID: String?
  package let state: State
  /// How often in a row it has failed or found nothing.
  package let attempts: Int
  package let scan: Reading.ID?
}

/// A hit that was not taken, kept so that a person can choose it without asking again.
package struct LookupCandidate: Hashable, Sendable {
  package var sourceID: String
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// As "CD, Album, Reissue".
  package var formats: String

  package init(
    sourceID: String, title: String, country: String? = nil, year: Int? = nil, catalogNumber: String? = nil,
    formats: String
  ) {
    self.sourceID = sourceID
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.formats = formats
  }
}

extension Queryable {
  /// The job whose turn it is: those that were never asked before those asked in vain; nil when none is due.
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
      guard let kind = LookupJob.Kind(rawValue: try row.text(1)), let gtin = GTIN(key: try row.text(2)),
        let state = LookupJob.State(rawValue: try row.text(5))
      else { throw StorageError(code: .mismatch, call: "nextLookup", message: "a job that makes no sense") }
      return LookupJob(
        id: try row.integer(0), kind: kind, gtin: gtin, release: try row.id(3), sourceID: try row.optionalText(4),
        state: state, attempts: Int(try row.integer(6)), scan: try row.optionalID(7))
    }
  }

  /// When the next job is due; nil when none waits.
  package func nextLookupTime() throws -> Timestamp? {
    try first("SELECT min(next_try_at) FROM lookup_job WHERE state IN ('pending', 'not-found')") { row in
      try row.optionalTime(0)
    } ?? nil
  }

  /// How many jobs stand where.
  package func lookupCounts() throws -> [LookupJob.State: Int] {
    var counts: [LookupJob.State: Int] = [:]
    try forEach("SELECT state, count(*) FROM lookup_job GROUP BY state", []) { row in
      guard let state = LookupJob.State(rawValue: try row.text(0)) else { return }
      counts[state] = Int(try row.integer(1))
    }
    return counts
  }

  /// The hits that were not taken, the likeliest first.
  package func lookupCandidates(of release: Release.ID) throws -> [LookupCandidate] {
    try all(
      """
      SELECT source_id, facts ->> 'title', facts ->> 'country', facts ->> 'year', facts ->> 'catalogNumber',
        facts ->> 'formats'
      FROM lookup_candidate WHERE release_id = ?1 ORDER BY rank
      """, release
    ) { row in
      LookupCandidate(
        sourceID: try row.text(0), title: try row.optionalText(1) ?? "", country: try row.optionalText(2),
        year: try row.optionalInteger(3).map(Int.init), catalogNumber: try row.optionalText(4),
        formats: try row.optionalText(5) ?? "")
    }
  }
}

extension WriteTransaction {
  /// Marks a job as being asked. False when somebody else has it, or its barcode is being asked already.
  package func claim(_ job: LookupJob) throws -> Bool {
    do {
      return try run(
        "UPDATE lookup_job SET state = 'running', updated_at = ?2 WHERE id = ?1 AND state IN ('pending', 'not-found')",
        job.id, now) == 1
    } catch let error as StorageError where error.code == .constraintUnique {
      return false
    }
  }

  /// Writes down where a job stands after it was asked.
  ///
  /// - Parameters:
  ///   - job: that was claimed.
  ///   - state: where it stands now.
  ///   - attempts: failures, or times nothing was found, in a row.
  ///   - next: when to ask again, for `pending` and `notFound`.
  ///   - error: what went wrong, as a sentence; nil when nothing did.
  /// - Throws: a `StorageError`.
  package func settle(
    _ job: LookupJob, as state: LookupJob.State, attempts: Int, next: Timestamp, error: String?
  ) throws {
    try run(
      """
      UPDATE lookup_job SET state = ?2, attempts = ?3, next_try_at = ?4, last_error = ?5, updated_at = ?6 WHERE id = ?1
      """, job.id, state.rawValue, attempts, next, error, now)
    // An older question about the same barcode has its answer too.
    if state == .done {
      try run(
        """
        UPDATE lookup_job SET state = 'done', updated_at = ?3
        WHERE kind = ?1 AND gtin = ?2 AND state = 'not-found'
        """, job.kind.rawValue, job.gtin.key, now)
    }
  }

  /// Puts jobs that were being asked when the program ended, and those that were blocked, back into the queue.
  ///
  /// - Returns: how many.
  @discardableResult
  package func reviveLookups() throws -> Int {
    try run(
      "UPDATE lookup_job SET state = 'pending', updated_at = ?1 WHERE state IN ('running', 'blocked')", now)
  }

  /// Makes due at once what waits only because the catalogue could not be reached.
  ///
  /// - Returns: how many.
  @discardableResult
  package func hastenLookups() throws -> Int {
    try run(
      """
      UPDATE lookup_job SET next_try_at = ?1, updated_at = ?1
      WHERE state = 'pending' AND attempts > 0 AND next_try_at > ?1
      """, now)
  }

  /// Keeps the hits that were not taken, in place of those kept before.
  package func keep(_ candidates: [LookupCandidate], of release: Release.ID) throws {
    try run("DELETE FROM lookup_candidate WHERE release_id = ?1", release)
    for (rank, candidate) in candidates.enumerated() {
      var facts = [
        "\"title\":\(JSONText.string(candidate.title))", "\"formats\":\(JSONText.string(candidate.formats))",
      ]
      if let country = candidate.country { facts.append("\"country\":\(JSONText.string(country))") }
      if let year = candidate.year { facts.append("\"year\":\(year)") }
      if let number = candidate.catalogNumber { facts.append("\"catalogNumber\":\(JSONText.string(number))") }
      try run(
        "INSERT INTO lookup_candidate (release_id, rank, source_id, facts) VALUES (?1, ?2, ?3, ?4)", release, rank,
        candidate.sourceID, "{\(facts.joined(separator: ","))}")
    }
  }

  /// Fills a release in with what a catalogue knows, with its change and its event.
  ///
  /// - Parameters:
  ///   - before: as it stands now.
  ///   - after: as it shall stand; with the same id.
  ///   - detail: everything below it.
  ///   - scan: the scan that asked for it.
  /// - Throws: a `StorageError`.
  package func resolve(
    _ before: Release, as after: Release, with detail: ReleaseDetail, scan: Reading.ID?
  ) throws {
    try fill(after, with: detail)
    try recordChange(.resolve, scan: scan)
    try publish(.releaseResolved, subject: before.id.text)
  }

  /// Tells that the look-up of a release, or looking up as a whole, has come to another state.
  package func publishLookup(_ state: String, reason: String?, release: Release.ID?) throws {
    let members = ["\"state\":\(JSONText.string(state))"] + (reason.map { ["\"reason\":\(JSONText.string($0))"] } ?? [])
    try publish(.lookupChanged, subject: release?.text, payload: members.joined(separator: ","))
  }
}
