internal import Deadwax
internal import Execution
internal import Storage

/// An event with its changes, as one line of the file.
struct EventLine: Hashable, Codable, Sendable {
  /// A change with its rows.
  struct ChangeLine: Hashable, Codable, Sendable {
    var id: Change.ID
    var kind: Change.Kind
    var sequence: Int64
    var scan: Reading.ID?
    var station: Station.Name?
    var by: String?
    var reason: String?
    var at: Timestamp
    var undoes: Change.ID?
    var partOf: Change.ID?
    var rows: [Row]
  }

  struct Row: Hashable, Codable, Sendable {
    var table: HistoryTable
    var row: String
    var before: RecordedValue?
    var after: RecordedValue?
  }

  var sequence: Int64
  var at: Timestamp
  var station: Station.Name?
  var kind: String
  var scan: Reading.ID?
  var input: RecordedValue
  /// The seed, a 64-bit number as text, because many JSON readers support only 53 bits.
  var seed: String
  var rule: String?
  var before: RecordedValue?
  var after: RecordedValue?
  var outcome: RecordedValue?
  var candidates: RecordedValue?
  var change: ChangeLine?
  var unrecorded: [ChangeLine]?

  init(_ happened: Replay.EventChanges) throws {
    let recorded = happened.recorded
    sequence = recorded.sequence
    at = recorded.at
    station = recorded.station
    kind = recorded.kind
    scan = recorded.scan
    input = try RecordedValue(json: recorded.input)
    seed = "\(recorded.seed)"
    rule = recorded.rule
    before = try recorded.before.map { try RecordedValue(json: $0) }
    after = try recorded.after.map { try RecordedValue(json: $0) }
    outcome = try recorded.outcome.map { try RecordedValue(json: $0) }
    candidates = try recorded.candidates.map { try RecordedValue(json: $0) }
    change = try happened.change.map { try ChangeLine(Replay.ChangeRows(change: $0, rows: happened.rows)) }
    unrecorded = happened.before.isEmpty ? nil : try happened.before.map { try ChangeLine($0) }
  }

  var happened: Replay.EventChanges {
    get throws {
      Replay.EventChanges(
        recorded: RecordedEvent(
          sequence: sequence, at: at, station: station, kind: kind, scan: scan, input: try input.json,
          seed: UInt64(seed) ?? 0, rule: rule, before: try before?.json, after: try after?.json,
          outcome: try outcome?.json, candidates: try candidates?.json, change: change?.sequence),
        change: change?.change, rows: try change?.changeRows ?? [],
        before: try (unrecorded ?? []).map { Replay.ChangeRows(change: $0.change, rows: try $0.changeRows) })
    }
  }
}

extension EventLine.ChangeLine {
  init(_ reported: Replay.ChangeRows) throws {
    let change = reported.change
    self.init(
      id: change.id, kind: change.kind, sequence: change.sequence, scan: change.scan, station: change.station,
      by: change.by, reason: change.reason, at: change.at, undoes: change.undoes, partOf: change.partOf,
      rows: try reported.rows.map { row in
        EventLine.Row(
          table: row.table, row: row.row, before: try row.before.map { try RecordedValue(json: $0) },
          after: try row.after.map { try RecordedValue(json: $0) })
      })
  }

  var change: Change {
    Change(
      id: id, kind: kind, sequence: sequence, scan: scan, station: station, by: by, reason: reason, at: at,
      undoes: undoes, partOf: partOf)
  }

  var changeRows: [ChangeRow] {
    get throws {
      try rows.map { ChangeRow(table: $0.table, row: $0.row, before: try $0.before?.json, after: try $0.after?.json) }
    }
  }
}
