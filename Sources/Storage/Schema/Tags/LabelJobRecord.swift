package import Deadwax

extension Queryable {
  package func labelJob(_ id: LabelJob.ID) throws -> LabelJob? {
    try first("\(jobSelect) WHERE id = ?1", id, as: labelJob(from:))
  }

  /// Returns at most `limit` jobs, the newest first. `before` is the last job of the previous page.
  package func labelJobs(before: (createdAt: Timestamp, id: LabelJob.ID)?, limit: Int) throws -> [LabelJob] {
    try all(
      """
      \(jobSelect) WHERE (?1 IS NULL OR (created_at, id) < (?1, ?2)) ORDER BY created_at DESC, id DESC LIMIT ?3
      """, before?.createdAt, before?.id, limit, as: labelJob(from:))
  }

  /// Returns the number of jobs; nil for more than `ListTotal.limit`.
  package func labelJobTotal() throws -> Int? { try total(of: "label_job", ListConditions()) }

  /// Returns the jobs in a state, the oldest first.
  package func labelJobs(in state: LabelJob.State) throws -> [LabelJob.ID] {
    try all("SELECT id FROM label_job WHERE state = ?1 ORDER BY created_at, id", state.rawValue) { try $0.id(0) }
  }

  /// Returns the jobs created before a time.
  package func labelJobs(madeBefore time: Timestamp) throws -> [LabelJob.ID] {
    try all("SELECT id FROM label_job WHERE created_at < ?1 ORDER BY created_at", time) { try $0.id(0) }
  }

  private func labelJob(from row: Row) throws -> LabelJob {
    guard let form = LabelJob.Form(rawValue: try row.text("form")),
      let state = LabelJob.State(rawValue: try row.text("state"))
    else { throw StorageError(.mismatch, call: "labelJob", message: "an unknown form or state") }
    let pairs = JSONList.strings(try row.text("skipped"))
    let skipped = stride(from: 0, to: pairs.count - 1, by: 2).map {
      LabelJob.Skipped(subject: pairs[$0], reason: pairs[$0 + 1])
    }
    func count(_ column: Column) throws -> Int { Int(try row.integer(column)) }
    return LabelJob(
      id: try row.id("id"), layout: try row.text("layout"), form: form, resolution: try count("resolution"),
      start: try count("start"),
      copiesOfEach: try count("copies_of_each"), state: state, sheets: try count("sheets"), labels: try count("labels"),
      done: try count("done"),
      proof: LabelJob.Proof(
        clean: try count("clean"), blur: try count("blur"), noise: try count("noise"), spread: try count("spread"),
        total: try count("proven")),
      skipped: skipped, hasCards: try row.flag("has_cards"),
      station: try row.optionalText("station").flatMap(Station.Name.init(_:)), by: try row.optionalText("by"),
      missingGlyphs: try count("missing_glyphs"),
      problem: try row.optionalText("problem"),
      detail: try row.optionalText("detail"), createdAt: try row.time("created_at"),
      printState: try row.optionalText("print_state").flatMap(LabelJob.PrintState.init(rawValue:)),
      printedAt: try row.optionalTime("printed_at"), printOutput: try row.optionalText("print_output"),
      printCode: try row.optionalInteger("print_code").map(Int.init))
  }
}

private let jobSelect = """
  SELECT id, layout, form, resolution, start, state, sheets, labels, done, clean, blur, noise, spread, proven, skipped,
    missing_glyphs, problem, detail, created_at, print_state, printed_at, print_output, print_code,
    copies_of_each, has_cards, station, by
  FROM label_job
  """

extension WriteTransaction {
  /// Stores a new job, without its labels.
  package func insert(_ job: LabelJob) throws {
    let skipped = job.skipped.flatMap { [$0.subject, $0.reason] }
    try run(
      """
      INSERT INTO label_job (id, layout, form, resolution, start, state, sheets, labels, skipped, scans_before, created_at,
        copies_of_each, has_cards, station, by)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT coalesce(max(sequence), 0) FROM scan), ?10, ?11, ?12, ?13,
        ?14)
      """, job.id, job.layout, job.form.rawValue, job.resolution, job.start, job.state.rawValue, job.sheets, job.labels,
      JSONList.array(skipped), job.createdAt, job.copiesOfEach, job.hasCards, job.station?.text, job.by)
  }

  /// Stores labels of a job.
  package func insert(_ labels: some Sequence<Label>, of job: LabelJob) throws {
    for label in labels {
      try run(
        "INSERT INTO label (job_id, position, code, heading, details, caption) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", job.id,
        label.position, label.code, label.heading, JSONList.array(label.details), label.caption)
    }
  }

  /// Stores the progress or the result of a job.
  package func store(_ job: LabelJob) throws {
    try run(
      """
      UPDATE label_job SET state = ?2, done = ?3, clean = ?4, blur = ?5, noise = ?6, spread = ?7, proven = ?8,
        missing_glyphs = ?9, problem = ?10, detail = ?11
      WHERE id = ?1
      """, job.id, job.state.rawValue, job.done, job.proof.clean, job.proof.blur, job.proof.noise, job.proof.spread,
      job.proof.total, job.missingGlyphs, job.problem, job.detail)
  }

  /// Stores the state of a job's printing.
  package func setPrinting(
    of job: LabelJob.ID, _ state: LabelJob.PrintState, output: String? = nil, code: Int? = nil
  ) throws {
    try run(
      "UPDATE label_job SET print_state = ?2, printed_at = ?3, print_output = ?4, print_code = ?5 WHERE id = ?1", job,
      state.rawValue, state == .printed ? now : nil, output, code)
  }

  /// Deletes a job and its labels. The numbers that were issued with it remain issued.
  package func removeLabelJob(_ id: LabelJob.ID) throws {
    try run("DELETE FROM label_job WHERE id = ?1", id)
  }
}
