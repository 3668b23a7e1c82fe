package import Deadwax

extension Queryable {
  /// Returns the queue of a station, or nil if it has none.
  package func tagQueue(_ station: Station.Name) throws -> TagQueue? {
    let stored = try first(
      "SELECT seals, by, job_id, created_at FROM tag_queue WHERE station = ?1", station.text
    ) { row in
      TagQueue(
        station: station, total: 0, done: 0, skipped: 0, next: nil, isWritten: false, job: try row.optionalID("job_id"),
        seals: try row.flag("seals"), by: try row.optionalText("by"), createdAt: try row.time("created_at"))
    }
    guard var queue = stored else { return nil }
    try forEach(
      "SELECT state, count(*) AS copies FROM tag_queue_line WHERE station = ?1 GROUP BY state", [station.text]
    ) { row in
      let count = Int(try row.integer("copies"))
      queue.total += count
      switch try row.text("state") {
      case "done": queue.done += count
      case "skipped": queue.skipped += count
      default: break
      }
    }
    if let line = try tagQueueLine(station) { (queue.next, queue.isWritten) = line }
    return queue
  }

  /// Returns the copy whose turn it is at a station, and whether its tag is written and still on the reader. Nil if
  /// there is none. It does not read the waiting copies, which may be many.
  package func tagQueueLine(_ station: Station.Name) throws -> (copy: Copy.ID, isWritten: Bool)? {
    let written: Copy.ID? = try first(
      "SELECT copy_id FROM tag_queue_line WHERE station = ?1 AND state = 'written'", station.text
    ) { try $0.id(0) }
    if let written { return (written, true) }
    let open: Copy.ID? = try first(
      """
      SELECT copy_id FROM tag_queue_line WHERE station = ?1 AND state IN ('open', 'written') ORDER BY position LIMIT 1
      """, station.text
    ) { try $0.id(0) }
    return open.map { ($0, false) }
  }

  /// Returns the job whose tag is written and still on the reader, or nil if there is none.
  package func writtenTagJob(at station: Station.Name) throws -> TagJob.ID? {
    try first(
      """
      SELECT job_id FROM tag_queue WHERE station = ?1 AND EXISTS (
        SELECT 1 FROM tag_queue_line AS line WHERE line.station = ?1 AND line.state = 'written')
      """, station.text
    ) { try $0.optionalID(0) } ?? nil
  }

  /// Returns true if the tags of a station's queue are sealed.
  package func tagQueueSeals(_ station: Station.Name) throws -> Bool {
    try first("SELECT seals FROM tag_queue WHERE station = ?1", station.text) { try $0.flag(0) } ?? false
  }

  /// Returns the person or program that ordered a station's queue. Nil if it is the station's own, or if there is none.
  package func tagQueueAuthor(_ station: Station.Name) throws -> String? {
    try first("SELECT by FROM tag_queue WHERE station = ?1", station.text) { try $0.optionalText(0) } ?? nil
  }

  /// Returns true if a station has a queue, even a finished one.
  package func hasTagQueue(_ station: Station.Name) throws -> Bool {
    try first("SELECT 1 FROM tag_queue WHERE station = ?1", station.text) { try $0.flag(0) } ?? false
  }

  /// Returns at most `limit` copies that wait in a station's queue, in order.
  package func copiesWaitingForTags(at station: Station.Name, limit: Int) throws -> [Copy.ID] {
    try all(
      """
      SELECT copy_id FROM tag_queue_line WHERE station = ?1 AND state IN ('open', 'written')
      ORDER BY state = 'written' DESC, position LIMIT ?2
      """, station.text, limit
    ) { try $0.id(0) }
  }

  /// Returns the copies without a tag, ordered by place, slot and number. `place` restricts them to a place and the
  /// places below it.
  package func copiesWithoutTag(in place: Place.ID?) throws -> [Copy.ID] {
    try all(
      """
      WITH RECURSIVE inside (id) AS (
        SELECT id FROM place WHERE id = ?1 UNION SELECT place.id FROM place JOIN inside ON place.parent_id = inside.id
      )
      SELECT c.id FROM copy c LEFT JOIN place p ON p.id = c.place_id LEFT JOIN slot s ON s.id = c.slot_id
      WHERE (?1 IS NULL OR c.place_id IN inside) AND NOT EXISTS (
        SELECT 1 FROM code WHERE code.copy_id = c.id AND code.class = 'tag' AND code.ended_at IS NULL)
      ORDER BY p.name, p.id, s.number, c.number
      """, place
    ) { try $0.id(0) }
  }
}

extension WriteTransaction {
  /// Creates a queue for a station and replaces its present one.
  ///
  /// - Parameters:
  ///   - station: the station.
  ///   - copies: the copies in order, each once.
  ///   - seals: true if the tags are sealed.
  ///   - by: the person or program that orders it; nil for the station's own queue.
  /// - Throws: a `StorageError`.
  package func makeTagQueue(at station: Station.Name, of copies: [Copy.ID], seals: Bool, by: String?) throws {
    try endTagQueue(at: station)
    try run(
      "INSERT INTO tag_queue (station, seals, by, created_at) VALUES (?1, ?2, ?3, ?4)", station.text, seals, by, now)
    for (position, copy) in copies.enumerated() {
      try run(
        "INSERT INTO tag_queue_line (station, position, copy_id, state) VALUES (?1, ?2, ?3, 'open')", station.text,
        position, copy)
    }
  }

  /// Deletes the queue of a station. Returns false if it has none.
  @discardableResult
  package func endTagQueue(at station: Station.Name) throws -> Bool {
    try run("DELETE FROM tag_queue WHERE station = ?1", station.text) == 1
  }

  /// Stores the job of the copy whose turn it is.
  package func noteQueueJob(_ job: TagJob.ID?, at station: Station.Name) throws {
    try run("UPDATE tag_queue SET job_id = ?2 WHERE station = ?1", station.text, job)
  }

  /// Records that a copy in a station's queue has its tag, which is still on the reader. Returns false if the copy does
  /// not wait there.
  package func noteQueueWritten(_ copy: Copy.ID, at station: Station.Name) throws -> Bool {
    try finishWrittenLine(at: station)
    return try run(
      "UPDATE tag_queue_line SET state = 'written' WHERE station = ?1 AND copy_id = ?2 AND state = 'open'",
      station.text, copy) == 1
  }

  /// Completes the copy whose tag was written. Returns false if there is none.
  @discardableResult
  package func finishWrittenLine(at station: Station.Name) throws -> Bool {
    let isDone =
      try run("UPDATE tag_queue_line SET state = 'done' WHERE station = ?1 AND state = 'written'", station.text) == 1
    if isDone { try noteQueueJob(nil, at: station) }
    return isDone
  }

  /// Skips the copy whose turn it is. Returns false if there is none.
  package func skipQueueLine(at station: Station.Name) throws -> Bool {
    let isSkipped =
      try run(
        """
        UPDATE tag_queue_line SET state = 'skipped' WHERE station = ?1 AND position = (
          SELECT min(position) FROM tag_queue_line WHERE station = ?1 AND state = 'open')
        """, station.text) == 1
    if isSkipped { try noteQueueJob(nil, at: station) }
    return isSkipped
  }
}
