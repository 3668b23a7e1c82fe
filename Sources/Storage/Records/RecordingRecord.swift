package import Deadwax

/// A row of the recording: one thing that happened, with all that is needed to let it happen again.
package struct Recorded: Hashable, Sendable {
  /// The order of everything that happened.
  package var sequence: Int64
  package var at: Timestamp
  package var station: Station.Name?
  /// The kind of event; `change` for a change of the records that came by another way than a desk.
  package var kind: String
  package var scan: Reading.ID?
  /// JSON.
  package var input: String
  /// Of the ids and codes that were drawn.
  package var seed: UInt64
  package var rule: String?
  /// Where the desk stood, and stands: JSON.
  package var before: String?
  package var after: String?
  package var outcome: String?
  package var candidates: String?
  /// The sequence of the change that it made.
  package var change: Int64?

  package init(
    sequence: Int64 = 0, at: Timestamp, station: Station.Name?, kind: String, scan: Reading.ID? = nil,
    input: String = "{}", seed: UInt64 = 0, rule: String? = nil, before: String? = nil, after: String? = nil,
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
  /// The row of a scan; nil when there is none.
  package func recorded(of scan: Reading.ID) throws -> Recorded? {
    try first("\(recordingSelect) WHERE scan_id = ?1", scan, as: recorded(from:))
  }

  /// Rows in order, from a time on and before another.
  package func recorded(from start: Timestamp, until end: Timestamp) throws -> [Recorded] {
    try all("\(recordingSelect) WHERE at >= ?1 AND at < ?2 ORDER BY sequence", start, end, as: recorded(from:))
  }

  /// At most `limit` rows with higher numbers, in order.
  package func recorded(after sequence: Int64, limit: Int) throws -> [Recorded] {
    try all("\(recordingSelect) WHERE sequence > ?1 ORDER BY sequence LIMIT ?2", sequence, limit, as: recorded(from:))
  }

  /// The number of the first row at or after a time; nil when there is none.
  package func firstRecorded(from start: Timestamp) throws -> Int64? {
    try first("SELECT min(sequence) FROM recording WHERE at >= ?1", start) { try $0.optionalInteger(0) } ?? nil
  }

  private func recorded(from row: Row) throws -> Recorded {
    Recorded(
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
  /// Adds a row to the recording, and returns its number.
  @discardableResult
  package func record(_ row: Recorded) throws -> Int64 {
    try run(
      """
      INSERT INTO recording (at, station, kind, scan_id, input, seed, rule, before, after, outcome, candidates, change)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """, row.at, row.station?.text, row.kind, row.scan, row.input, Int64(bitPattern: row.seed), row.rule, row.before,
      row.after, row.outcome, row.candidates, row.change)
    return lastInsertedRow
  }
}
