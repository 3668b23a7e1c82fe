package import Deadwax

/// Something that happened at a desk, with all that is needed to let it happen again; or a change that came by another
/// way, in its place in the order.
package struct RecordedEvent: Hashable, Sendable {
  /// Its place in the order; 0 before it is kept.
  package var sequence: Int64
  package var at: Timestamp
  /// Nil for a change that came by no desk.
  package var station: Station.Name?
  /// The kind of event, as `reading`, `timer`, `change`.
  package var kind: String
  package var scan: Reading.ID?
  /// JSON.
  package var input: String
  /// What the ids of its transaction were drawn from.
  package var seed: UInt64
  /// The desk's rule that was followed.
  package var rule: String?
  /// Where the desk stood, as JSON.
  package var before: String?
  package var after: String?
  /// The outcome and what the scan could have meant, as JSON.
  package var outcome: String?
  package var candidates: String?
  /// The change that it led to, or that it stands for.
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
  /// At most `limit` recorded events after one, in their order; only those up to a sequence, if one is given.
  package func recording(after sequence: Int64, through last: Int64 = .max, limit: Int) throws -> [RecordedEvent] {
    try all(
      "\(recordingSelect) WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence LIMIT ?3", sequence, last, limit,
      as: recordedEvent(from:))
  }

  /// The event of a scan; nil when it is kept no more.
  package func recording(of scan: Reading.ID) throws -> RecordedEvent? {
    try first("\(recordingSelect) WHERE scan_id = ?1 ORDER BY sequence LIMIT 1", scan, as: recordedEvent(from:))
  }

  /// The sequences of the first event from one time on, and of the last before another; nil when there is none between.
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
  /// Keeps an event, and returns its place in the order.
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
