package import Deadwax

/// An event at a station with everything needed to replay it, or a change from another source, at its place in the
/// order.
package struct RecordedEvent: Hashable, Sendable {
  /// The sequence number, 0 before it is stored.
  package var sequence: Int64
  package var at: Timestamp
  /// The station, nil for a change that was not made at a station.
  package var station: Station.Name?
  /// The kind of event, such as `reading`, `timer` or `change`.
  package var kind: String
  package var scan: Reading.ID?
  /// The input as JSON.
  package var input: String
  /// The seed of the transaction's ids.
  package var seed: UInt64
  /// The rule that the station followed.
  package var rule: String?
  /// The state of the station before the event, as JSON. `after` is the state after it.
  package var before: String?
  package var after: String?
  /// The outcome as JSON. `candidates` are the possible targets of the scan, as JSON.
  package var outcome: String?
  package var candidates: String?
  /// The sequence number of the change that the event caused or stands for.
  package var change: Int64?

  package init(
    sequence: Int64 = 0, at: Timestamp, station: Station.Name? = nil, kind: String, scan: Reading.ID? = nil,
    input: String, seed: UInt64, rule: String? = nil, before: String? = nil, after: String? = nil,
    outcome: String? = nil, candidates: String? = nil, change: Int64? = nil
  ) {
    self.sequence = sequence
    self.at = at
    self.station = station
    self.kind = kind
    self.scan = scan
    self.input = input
    self.seed = seed
    self.rule = rule
    self.before = before
    self.after = after
    self.outcome = outcome
    self.candidates = candidates
    self.change = change
  }
}

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
      sequence: try row.integer(0), at: try row.time(1),
      station: try row.optionalText(2).flatMap(Station.Name.init(_:)), kind: try row.text(3),
      scan: try row.optionalID(4), input: try row.text(5), seed: UInt64(bitPattern: try row.integer(6)),
      rule: try row.optionalText(7), before: try row.optionalText(8), after: try row.optionalText(9),
      outcome: try row.optionalText(10), candidates: try row.optionalText(11), change: try row.optionalInteger(12))
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
    return lastInsertedRow
  }
}
