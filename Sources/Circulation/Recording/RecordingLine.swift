internal import Deadwax
internal import Desk
internal import Storage

/// The first line of a recording's file.
struct RecordingHeader: Hashable, Codable, Sendable {
  var deadwax = "recording"
  /// The newest migration of the schema that its rows belong to.
  var schema = Migration.all.last?.name ?? ""
  var from: Timestamp
  var until: Timestamp
  var withNames: Bool
  /// The values of the counters at the beginning; nil for an empty recording.
  var next: Counters?

  init(from: Timestamp, until: Timestamp, withNames: Bool, next: Counters?) {
    self.from = from
    self.until = until
    self.withNames = withNames
    self.next = next
  }

  /// True if this version can read it: the form of the rows has not changed since the fifth migration.
  var isOurs: Bool { deadwax == "recording" && schema >= "0005" && Migration.all.contains { $0.name == schema } }
}

/// A line of a recording's file: a row at the beginning, the state of a station at the beginning, or an event.
struct RecordingLine: Hashable, Codable, Sendable {
  var row: Row?
  var station: Desk?
  var event: EventLine?

  init(row: Row? = nil, station: Desk? = nil, event: EventLine? = nil) {
    self.row = row
    self.station = station
    self.event = event
  }

  struct Row: Hashable, Codable, Sendable {
    var table: LedgerTable
    var id: String
    var row: RecordedValue
  }

  struct Desk: Hashable, Codable, Sendable {
    var name: Station.Name
    var state: RecordedValue
  }
}

/// An event with its changes, as one line of the file.
struct EventLine: Hashable, Codable, Sendable {
  /// A change with its rows.
  struct Told: Hashable, Codable, Sendable {
    var id: Change.ID
    var kind: Change.Kind
    var sequence: Int64
    var scan: Reading.ID?
    var station: Station.Name?
    var by: String?
    var reason: String?
    var at: Timestamp
    var undoes: Change.ID?
    var rows: [Row]
  }

  struct Row: Hashable, Codable, Sendable {
    var table: LedgerTable
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
  var change: Told?
  var unrecorded: [Told]?

  init(_ happened: Replay.Happened) throws {
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
    change = try happened.change.map { try Told(Replay.Told(change: $0, rows: happened.rows)) }
    unrecorded = happened.before.isEmpty ? nil : try happened.before.map { try Told($0) }
  }

  var happened: Replay.Happened {
    get throws {
      Replay.Happened(
        recorded: RecordedEvent(
          sequence: sequence, at: at, station: station, kind: kind, scan: scan, input: try input.json,
          seed: UInt64(seed) ?? 0, rule: rule, before: try before?.json, after: try after?.json,
          outcome: try outcome?.json, candidates: try candidates?.json, change: change?.sequence),
        change: change?.change, rows: try change?.changeRows ?? [],
        before: try (unrecorded ?? []).map { Replay.Told(change: $0.change, rows: try $0.changeRows) })
    }
  }
}

extension EventLine.Told {
  init(_ told: Replay.Told) throws {
    let change = told.change
    self.init(
      id: change.id, kind: change.kind, sequence: change.sequence, scan: change.scan, station: change.station,
      by: change.by, reason: change.reason, at: change.at, undoes: change.undoes,
      rows: try told.rows.map { row in
        EventLine.Row(
          table: row.table, row: row.row, before: try row.before.map { try RecordedValue(json: $0) },
          after: try row.after.map { try RecordedValue(json: $0) })
      })
  }

  var change: Change {
    Change(
      id: id, kind: kind, sequence: sequence, scan: scan, station: station, by: by, reason: reason, at: at,
      undoes: undoes)
  }

  var changeRows: [ChangeRow] {
    get throws {
      try rows.map { ChangeRow(table: $0.table, row: $0.row, before: try $0.before?.json, after: try $0.after?.json) }
    }
  }
}
