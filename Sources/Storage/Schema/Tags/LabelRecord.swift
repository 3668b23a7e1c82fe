package import Deadwax

extension Queryable {
  /// Returns the labels of a job in order, each with the proven width of a module in pixels.
  package func labels(of job: LabelJob.ID) throws -> [(label: Label, module: Int?)] {
    try all(
      "SELECT position, code, heading, details, caption, module FROM label WHERE job_id = ?1 ORDER BY position", job
    ) { row in (try label(from: row), try row.optionalInteger("module").map(Int.init)) }
  }

  /// Returns the labels of a job, each with the newest scan of its code since the job was created.
  package func labelsSeen(of job: LabelJob.ID) throws -> [Label.Seen] {
    var newest: [String: (at: Timestamp, quality: Double?, reader: String?)] = [:]
    try forEach(
      """
      SELECT text, received_at, quality, reader FROM scan
      WHERE sequence > (SELECT scans_before FROM label_job WHERE id = ?1)
        AND text IN (SELECT code FROM label WHERE job_id = ?1)
      ORDER BY sequence
      """, [job]
    ) { row in
      newest[try row.text("text")] = (
        try row.time("received_at"), try row.optionalReal("quality"), try row.optionalText("reader")
      )
    }
    return try labels(of: job).map { label, _ in
      guard let seen = label.code.flatMap({ newest[$0] }) else { return Label.Seen(label: label) }
      return Label.Seen(label: label, at: seen.at, quality: seen.quality, reader: seen.reader)
    }
  }

  /// Returns true if the number of a blank label was issued by this library.
  package func isIssued(_ code: OwnCode) throws -> Bool {
    try first("SELECT 1 FROM issued_code WHERE value = ?1", code.description) { _ in true } ?? false
  }

  /// Returns the oldest code of the library that is bound to a target, or nil if there is none.
  package func ownCode(of target: CodeTarget) throws -> OwnCode? {
    let (column, id): (String, String)
    switch target {
    case .place(let place): (column, id) = ("place_id", place.text)
    case .slot(let slot): (column, id) = ("slot_id", slot.text)
    case .borrower(let borrower): (column, id) = ("borrower_id", borrower.text)
    case .copy(let copy): (column, id) = ("copy_id", copy.text)
    case .release: return nil
    }
    return try first(
      "SELECT value FROM code WHERE class = 'own' AND ended_at IS NULL AND \(column) = ?1 ORDER BY id LIMIT 1", id
    ) { try ownCode($0.text(0)) }
  }

  private func label(from row: Row) throws -> Label {
    Label(
      position: Int(try row.integer("position")), code: try row.optionalText("code"), heading: try row.text("heading"),
      details: JSONList.strings(try row.text("details")), caption: try row.text("caption"))
  }
}

extension WriteTransaction {
  /// Records that the number of a blank label was issued.
  ///
  /// - Throws: `.conflict` if it was issued before.
  package func issue(_ code: OwnCode, for job: LabelJob.ID) throws {
    try run(
      "INSERT INTO issued_code (value, job_id, issued_at) VALUES (?1, ?2, ?3)", code.description, job, now)
  }

  /// Stores the proven module widths, in pixels, of consecutive labels.
  package func setModules(_ modules: [Int], from position: Int, of job: LabelJob.ID) throws {
    for (index, module) in modules.enumerated() {
      try run("UPDATE label SET module = ?3 WHERE job_id = ?1 AND position = ?2", job, position + index, module)
    }
  }
}
