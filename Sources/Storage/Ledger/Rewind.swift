package import Deadwax

/// Where a copy of the database stands after it was taken back: what comes next has these numbers.
package struct Rewound: Hashable, Codable, Sendable {
  package var recording: Int64
  package var change: Int64
  package var code: Int64
}

extension Database {
  /// Writes the whole database as it is now into a new file, in one snapshot, while others go on reading and writing.
  ///
  /// - Parameters:
  ///   - source: the file of a database that may be open.
  ///   - path: of a file that is not there yet.
  /// - Throws: a `StorageError`.
  package static func copy(_ source: String, to path: String) throws {
    let connection = try Connection(path: source, access: .reading)
    _ = try connection.run("VACUUM INTO ?1", [path])
  }
}

extension Queryable {
  /// Where the database's own file lies.
  package func filePath() throws -> String {
    try first("SELECT file FROM pragma_database_list WHERE name = 'main'") { try $0.text(0) } ?? ""
  }

  /// The sequences of changes from one on that no row of the recording tells of, and that are lower than another.
  package func unrecordedChanges(from start: Int64, below end: Int64) throws -> [Int64] {
    try all(
      """
      SELECT sequence FROM change WHERE sequence >= ?1 AND sequence < ?2
        AND NOT EXISTS (SELECT 1 FROM recording WHERE change = change.sequence)
      ORDER BY sequence
      """, start, end
    ) { try $0.integer(0) }
  }

  /// The rows of the history from a number on, each as one text.
  package func scanTexts(from sequence: Int64) throws -> [String] {
    try all(
      """
      SELECT json_array(sequence, id, station, reader, at, received_at, symbology, text, written, fault, is_verified,
        quality, frames, mode, outcome, release_id, copy_id, place_id, slot_id, due_at, choices, facts)
      FROM scan WHERE sequence >= ?1 ORDER BY sequence
      """, sequence
    ) { try $0.text(0) }
  }

  /// The number of the first scan that the recording tells of from a number of its own on; nil when there is none.
  package func firstScan(recordedFrom sequence: Int64) throws -> Int64? {
    try first(
      "SELECT min(s.sequence) FROM recording r JOIN scan s ON s.id = r.scan_id WHERE r.sequence >= ?1", sequence
    ) { try $0.optionalInteger(0) } ?? nil
  }

  /// Every row that changes from a number on have touched.
  package func rowsTouched(from change: Int64) throws -> [(table: LedgerTable, row: String)] {
    try all(
      "SELECT DISTINCT table_name, row_id FROM change_row WHERE change >= ?1 ORDER BY table_name, row_id", change
    ) { row in
      guard let table = LedgerTable(rawValue: try row.text(0)) else {
        throw StorageError(code: .mismatch, call: "rowsTouched", message: "an unknown table")
      }
      return (table, try row.text(1))
    }
  }

  /// The next numbers that the counting tables will give.
  package func counters() throws -> Rewound {
    let next = { (table: String) -> Int64 in
      (try self.first("SELECT seq FROM sqlite_sequence WHERE name = ?1", table) { try $0.integer(0) } ?? 0) + 1
    }
    return Rewound(recording: try next("recording"), change: try next("change"), code: try next("code"))
  }
}

extension WriteTransaction {
  /// Makes the next numbers what they were: for a copy of the database alone.
  package func setCounters(_ next: Rewound) throws {
    for (table, number) in [("recording", next.recording), ("change", next.change), ("code", next.code)] {
      if try run("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", table, number - 1) == 0 {
        try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", table, number - 1)
      }
    }
  }

  /// Takes a copy of the database back to before a row of the recording: every change since is undone without a trace,
  /// and what was recorded since is gone. Tag and label jobs and look-ups, which are not replayed, are gone altogether.
  ///
  /// - Parameter start: the number of the first row that is taken back.
  /// - Returns: the numbers that come next.
  /// - Throws: a `StorageError`.
  package func rewind(to start: Int64) throws -> Rewound {
    try run("PRAGMA defer_foreign_keys = ON")
    for table in [
      "tag_queue_line", "tag_queue", "tag_write", "lookup_job", "lookup_candidate", "reminder", "label", "label_job",
    ] { try run("DELETE FROM \(table)") }
    let last = try first("SELECT coalesce(max(change), 0) FROM recording WHERE sequence < ?1", start) {
      try $0.integer(0)
    } ?? 0
    let at = try first("SELECT at FROM recording WHERE sequence = ?1", start) { try $0.time(0) }
    let change = try first(
      "SELECT min(sequence) FROM change WHERE sequence > ?1 AND (at >= ?2 OR sequence >= (SELECT min(change) FROM recording WHERE sequence >= ?3))",
      last, at, start
    ) { try $0.optionalInteger(0) } ?? nil
    var next = try counters()
    next.recording = start
    if let change {
      next.change = change
      if let code = try first(
        "SELECT min(CAST(row_id AS INTEGER)) FROM change_row WHERE change >= ?1 AND table_name = 'code' AND before IS NULL",
        change, as: { try $0.optionalInteger(0) }) ?? nil
      {
        next.code = code
      }
      let rows = try all(
        "SELECT table_name, row_id, before FROM change_row WHERE change >= ?1 ORDER BY change DESC, position DESC",
        change
      ) { (try $0.text(0), try $0.text(1), try $0.optionalText(2)) }
      for (name, row, before) in rows {
        guard let table = LedgerTable(rawValue: name) else { continue }
        try restore(table, row, to: before)
      }
    }
    let firstScan = try firstScan(recordedFrom: start)
    try run("DELETE FROM recording WHERE sequence >= ?1", start)
    if let change {
      try run("DELETE FROM change_row WHERE change >= ?1", change)
      try run("UPDATE change SET undone_by = NULL WHERE undone_by IN (SELECT id FROM change WHERE sequence >= ?1)", change)
      try run("DELETE FROM change WHERE sequence >= ?1", change)
    }
    if let firstScan {
      try run("DROP TRIGGER scan_is_never_deleted")
      try run("DELETE FROM scan WHERE sequence >= ?1", firstScan)
    }
    if let at { try run("DELETE FROM visit WHERE began_at >= ?1", at) }
    try setCounters(next)
    return next
  }

  /// Repeats a change that came by another way than a desk, as it was: rows, number and all.
  package func repeatChange(_ change: Change, _ rows: [ChangeRow]) throws {
    try run("PRAGMA defer_foreign_keys = ON")
    for row in rows { try restore(row.table, row.row, to: row.after) }
    try run(
      """
      INSERT INTO change (sequence, id, kind, scan_id, station, by, reason, at, undoes)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, change.sequence, change.id, change.kind.rawValue, change.scan, change.station?.text, change.by,
      change.reason, change.at, change.undoes)
    if let undone = change.undoes { try run("UPDATE change SET undone_by = ?1 WHERE id = ?2", change.id, undone) }
    for (position, row) in rows.enumerated() {
      try run(
        "INSERT INTO change_row (change, position, table_name, row_id, before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        change.sequence, position, row.table.rawValue, row.row, row.before, row.after)
    }
  }
}

extension Queryable {
  /// Where a desk stood before a row of the recording, as JSON: as the first row from there on has it; as it stands now
  /// when there is none.
  package func recordedState(of station: Station.Name, before sequence: Int64) throws -> String? {
    try first(
      """
      SELECT coalesce(
        (SELECT before FROM recording WHERE station = ?1 AND sequence >= ?2 AND before IS NOT NULL
          ORDER BY sequence LIMIT 1),
        (SELECT state FROM station WHERE name = ?1))
      """, station.text, sequence
    ) { try $0.optionalText(0) } ?? nil
  }

  /// Every code that is or was somebody's card.
  package func allCards() throws -> [Code.Key] {
    try all("SELECT DISTINCT class, value FROM code WHERE borrower_id IS NOT NULL ORDER BY class, value") { row in
      guard let kind = Code.Class(rawValue: try row.text(0)) else {
        throw StorageError(code: .mismatch, call: "allCards", message: "an unknown class of codes")
      }
      return Code.Key(class: kind, value: try row.text(1))
    }
  }
}
