package import Deadwax

extension Queryable {
  /// Returns at most `limit` events after a sequence number, in order. `last` is the highest sequence number to
  /// include.
  package func recording(after sequence: Int64, through last: Int64 = .max, limit: Int) throws -> [RecordedEvent] {
    try all(
      "\(recordingSelect) WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence LIMIT ?3", sequence, last, limit,
      as: recordedEvent(from:))
  }

  /// Returns the event of a scan, or nil if it was deleted.
  package func recording(of scan: Reading.ID) throws -> RecordedEvent? {
    try first("\(recordingSelect) WHERE scan_id = ?1 ORDER BY sequence LIMIT 1", scan, as: recordedEvent(from:))
  }

  /// Returns the sequence numbers of the first event at or after one time and the last event before another. Nil if
  /// there is no event between them.
  package func recordingRange(from: Timestamp?, to: Timestamp?) throws -> ClosedRange<Int64>? {
    let first =
      try self.first(
        "SELECT min(sequence) FROM recording WHERE at >= ?1", from ?? Timestamp(milliseconds: .min)
      ) { try $0.optionalInteger(0) } ?? nil
    let last =
      try self.first(
        "SELECT max(sequence) FROM recording WHERE at < ?1", to ?? Timestamp(milliseconds: .max)
      ) { try $0.optionalInteger(0) } ?? nil
    guard let first, let last, first <= last else { return nil }
    return first...last
  }

  private func recordedEvent(from row: Row) throws -> RecordedEvent {
    RecordedEvent(
      sequence: try row.integer("sequence"), at: try row.time("at"),
      station: try row.optionalText("station").flatMap(Station.Name.init(_:)), kind: try row.text("kind"),
      scan: try row.optionalID("scan_id"), input: try row.text("input"),
      seed: UInt64(bitPattern: try row.integer("seed")),
      rule: try row.optionalText("rule"), before: try row.optionalText("before"), after: try row.optionalText("after"),
      outcome: try row.optionalText("outcome"), candidates: try row.optionalText("candidates"),
      change: try row.optionalInteger("change"))
  }
}

private let recordingSelect = """
  SELECT sequence, at, station, kind, scan_id, input, seed, rule, before, after, outcome, candidates, change
  FROM recording
  """

extension WriteTransaction {
  /// Stores an event and returns its sequence number.
  @discardableResult
  package func append(_ event: RecordedEvent) throws -> Int64 {
    try run(
      """
      INSERT INTO recording (at, station, kind, scan_id, input, seed, rule, before, after, outcome, candidates, change)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """, event.at, event.station?.text, event.kind, event.scan, event.input, Int64(bitPattern: event.seed),
      event.rule, event.before, event.after, event.outcome, event.candidates, event.change)
    return try newestRow()
  }
}
