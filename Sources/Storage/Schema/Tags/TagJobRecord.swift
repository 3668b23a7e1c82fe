package import Deadwax

extension Queryable {
  package func tagJob(_ id: TagJob.ID) throws -> TagJob? { try tagWork(id)?.job }

  package func tagWork(_ id: TagJob.ID) throws -> StoredTagJob? {
    try first("\(tagWorkSelect) WHERE id = ?1", id, as: tagWork(from:))
  }

  /// Returns the unfinished job on a tag, in either byte order of its UID, or nil if there is none.
  package func openTagWork(on uid: TagID) throws -> StoredTagJob? {
    try first(
      "\(tagWorkSelect) WHERE uid IN (?1, ?2) AND finished_at IS NULL", uid.description, uid.reversed.description,
      as: tagWork(from:))
  }

  /// Returns all unfinished jobs, the oldest first.
  package func openTagWork() throws -> [StoredTagJob] {
    try all("\(tagWorkSelect) WHERE finished_at IS NULL ORDER BY created_at, id", as: tagWork(from:))
  }

  /// Returns the newest job for a tag of a copy.
  package func newestTagJob(of copy: Copy.ID) throws -> TagJob? {
    try first(
      "\(tagWorkSelect) WHERE copy_id = ?1 ORDER BY created_at DESC, id DESC LIMIT 1", copy, as: tagWork(from:))?.job
  }

  /// Returns the number of unfinished jobs.
  package func openTagJobs() throws -> Int {
    try first("SELECT count(*) FROM tag_write WHERE finished_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }

  /// Reads a job from a row of `tagWorkSelect`.
  package func tagWork(from row: Row) throws -> StoredTagJob {
    guard let action = TagJob.Action(rawValue: try row.text("action")), let uid = TagID(try row.text("uid")),
      let state = TagJob.State(rawValue: try row.text("state")), let station = Station.Name(try row.text("station"))
    else { throw StorageError(.mismatch, call: "tagWork", message: "an invalid job") }
    let job = TagJob(
      id: try row.id("id"), action: action, uid: uid, copy: try row.optionalID("copy_id"),
      code: try row.optionalText("code").map { try ownCode($0) }, state: state,
      outcome: try row.optionalText("outcome").flatMap(Outcome.Code.init(rawValue:)),
      detail: try row.optionalText("detail"),
      station: station, by: try row.optionalText("by"), deadline: try row.time("deadline"),
      attempts: Int(try row.integer("attempts")),
      writes: Int(try row.integer("writes")), reads: Int(try row.integer("reads")),
      milliseconds: Int(try row.integer("milliseconds")),
      form: try row.optionalText("form"), createdAt: try row.time("created_at"),
      finishedAt: try row.optionalTime("finished_at"))
    return StoredTagJob(
      job: job, hasBegun: try row.flag("has_begun"), overwrite: try row.flag("overwrite"),
      moves: try row.optionalInteger("moves"),
      replaces: try row.flag("replaces"), seals: try row.flag("seals"), reader: try row.optionalText("reader"),
      sentAt: try row.optionalTime("sent_at"), scan: try row.optionalID("scan_id"))
  }
}

/// The beginning of a query for jobs, to which conditions are appended. The table has no alias.
package let tagWorkSelect = """
  SELECT id, action, uid, copy_id, code, state, has_begun, outcome, detail, station, reader, sent_at, scan_id, overwrite,
    moves, replaces, seals, deadline, attempts, writes, reads, milliseconds, form, created_at, finished_at, by
  FROM tag_write
  """

extension WriteTransaction {
  /// Stores a new job.
  ///
  /// - Throws: `.conflict` if the tag has an unfinished job.
  package func insert(_ work: StoredTagJob) throws {
    let job = work.job
    try run(
      """
      INSERT INTO tag_write (id, action, uid, copy_id, code, state, station, scan_id, overwrite, moves, replaces, seals,
        deadline, created_at, by)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """, job.id, job.action.rawValue, job.uid.description, job.copy, job.code?.description, job.state.rawValue,
      job.station.text, work.scan, work.overwrite, work.moves, work.replaces, work.seals, job.deadline, job.createdAt,
      job.by)
  }

  /// Stores the current state of a job.
  package func update(_ work: StoredTagJob) throws {
    let job = work.job
    try run(
      """
      UPDATE tag_write SET state = ?2, has_begun = ?3, outcome = ?4, detail = ?5, reader = ?6, sent_at = ?7,
        attempts = ?8, writes = ?9, reads = ?10, milliseconds = ?11, form = ?12, finished_at = ?13, uid = ?14
      WHERE id = ?1
      """, job.id, job.state.rawValue, work.hasBegun, job.outcome?.rawValue, job.detail, work.reader, work.sentAt,
      job.attempts, job.writes, job.reads, job.milliseconds, job.form, job.finishedAt, job.uid.description)
  }
}
