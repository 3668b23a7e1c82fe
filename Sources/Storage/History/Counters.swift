package import Deadwax

/// The next numbers of the tables with counters. A copy of the database uses them to number its rows like the original.
package struct Counters: Hashable, Codable, Sendable {
  package var recording: Int64
  package var change: Int64
  package var code: Int64
}

extension Queryable {
  package func counters() throws -> Counters {
    Counters(
      recording: try newestNumber(of: "recording") + 1, change: try newestNumber(of: "change") + 1,
      code: try newestNumber(of: "code") + 1)
  }

  /// Returns the point in the history just before a row of the recording.
  package func point(before recording: Int64) throws -> HistoryPoint {
    let one = { (sql: String, values: [(any Bindable)?]) -> Int64? in
      try self.first(sql, values) { try $0.optionalInteger(0) } ?? nil
    }
    let time = try one("SELECT at FROM recording WHERE sequence = ?1", [recording]) ?? 0
    // A change that is not in the recording counts as earlier if its time is earlier.
    let change = try one(
      """
      SELECT max(sequence) FROM change
      WHERE sequence <= coalesce((SELECT max(change) FROM recording WHERE sequence < ?1), 0)
        OR (at < ?2 AND sequence < coalesce((SELECT min(change) FROM recording WHERE sequence >= ?1), 9223372036854775807))
      """, [recording, time])
    let scan = try one(
      "SELECT min(s.sequence) - 1 FROM recording r JOIN scan s ON s.id = r.scan_id WHERE r.sequence >= ?1", [recording])
    let lastScan = try one("SELECT max(sequence) FROM scan", [])
    let event = try one("SELECT max(id) FROM journal WHERE at < ?1", [time])
    return HistoryPoint(
      change: change ?? 0, scan: scan ?? lastScan ?? 0, recording: recording - 1, event: event ?? 0,
      time: Timestamp(milliseconds: time))
  }

  /// Returns the sequence numbers of changes in a range that no row of the recording refers to.
  package func unrecordedChanges(from start: Int64, below end: Int64) throws -> [Int64] {
    try all(
      """
      SELECT sequence FROM change WHERE sequence >= ?1 AND sequence < ?2
        AND NOT EXISTS (SELECT 1 FROM recording WHERE change = change.sequence)
      ORDER BY sequence
      """, start, end
    ) { try $0.integer(0) }
  }

  /// Returns the scans after a sequence number, each as a JSON array of all its columns.
  package func scanTexts(after sequence: Int64) throws -> [String] {
    try all("SELECT * FROM scan WHERE sequence > ?1 ORDER BY sequence", sequence) { row in
      var json = HistoryJSON()
      try json.array { json in
        for column in 0..<row.columnCount { try json.value(try row.value(column)) }
      }
      return json.text
    }
  }

  /// Returns the keys of all rows that later changes have touched.
  package func rowsTouched(after change: Int64) throws -> [(table: HistoryTable, row: String)] {
    try all(
      "SELECT DISTINCT table_name, row_id FROM change_row WHERE change > ?1 ORDER BY table_name, row_id", change
    ) { row in
      guard let table = HistoryTable(rawValue: try row.text("table_name")) else {
        throw StorageError(.mismatch, call: "rowsTouched", message: "an unknown table")
      }
      return (table, try row.text("row_id"))
    }
  }

  /// Returns the state of a station just before a row of the recording, as JSON. It is taken from the first row at or
  /// after that one, or is the current state if there is none.
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

  /// Returns every code that is or was a borrower's card, including those whose binding was undone.
  package func allCards() throws -> [Code.Key] {
    try all(
      """
      SELECT class, value FROM code WHERE borrower_id IS NOT NULL
      UNION SELECT coalesce(after ->> 'class', before ->> 'class'), coalesce(after ->> 'value', before ->> 'value')
        FROM change_row WHERE table_name = 'code' AND borrower_id IS NOT NULL AND coalesce(after, before) IS NOT NULL
      ORDER BY 1, 2
      """
    ) { row in
      guard let kind = Code.Class(rawValue: try row.text("class")) else {
        throw StorageError(.mismatch, call: "allCards", message: "an unknown class of codes")
      }
      return Code.Key(class: kind, value: try row.text("value"))
    }
  }
}

extension WriteTransaction {
  /// Sets the next numbers of the counters. Only for a copy of the database.
  package func set(_ next: Counters) throws {
    for (table, number) in [("recording", next.recording), ("change", next.change), ("code", next.code)] {
      try setNewestNumber(number - 1, of: table)
    }
  }

  /// Deletes the sessions that began at or after a row of the recording, even if the clock was set back meanwhile. Only
  /// for a copy of the database in which these sessions are replayed.
  package func forgetSessions(recordedFrom sequence: Int64) throws {
    try run(
      """
      DELETE FROM session WHERE id IN (
        SELECT r.after -> 'session' ->> 'visit' FROM recording r WHERE r.sequence >= ?1
          AND r.after -> 'session' ->> 'visit' IS DISTINCT FROM r.before -> 'session' ->> 'visit')
      """, sequence)
  }

  /// Inserts ledger rows into a database that has none of them, without recording a change. For a database that is
  /// built from a recording.
  ///
  /// - Throws: a `StorageError`, also if the rows are inconsistent.
  package func fill(with rows: [ChangeRow]) throws {
    let obstacle = try RowRestorer(transaction: self, updatesMarks: false).restore(
      rows.map { RowTarget(table: $0.table, row: $0.row, json: $0.after) })
    ledger = TouchedRows()
    guard obstacle == nil else {
      throw StorageError(.constraint, call: "fill", message: "the rows do not fit together")
    }
  }
}
