internal import Deadwax
internal import Execution
internal import OfflineMerge
internal import Scanning
internal import StationLogic
internal import Storage
internal import Threads

/// Replays recorded events in a copy of the database that was rewound to their beginning, and compares the results.
final class Replay: Sendable {
  /// A row of the recording with the change that it made or reports.
  struct EventChanges: Hashable, Sendable {
    var recorded: RecordedEvent
    var change: Change?
    var rows: [ChangeRow] = []
    /// Changes without a recorded event that precede this one.
    var before: [ChangeRows] = []
  }

  /// A change with its rows.
  struct ChangeRows: Hashable, Sendable {
    var change: Change
    var rows: [ChangeRow]
  }

  private let scratch: Database
  private let policies: LibraryPolicies
  private let report = Locked(ReplayReport())
  private let waiting = Monitor(0)

  /// The largest number of events that are queued at the same time.
  private static let ahead = 200

  init(in scratch: Database, policies: LibraryPolicies) {
    self.scratch = scratch
    self.policies = policies
  }

  /// Queues one event for replay; returns before it is replayed. Blocks while the queue is full.
  func play(_ happened: EventChanges) {
    waiting.wait { $0 < Self.ahead ? () : nil }
    waiting.update { $0 += 1 }
    let row = happened.recorded
    scratch.submit(
      at: WriteMoment(now: row.at, seed: row.seed),
      { [self] transaction in
        try play(happened, in: transaction)
        try compare(happened, in: transaction)
      },
      then: { [self] result in
        if case .failure(let error) = result {
          report.withLock { $0.compare("whether it can be done", "yes", "\(error)", at: row.sequence) }
        }
        waiting.update { $0 -= 1 }
      })
  }

  /// Waits until all queued events are replayed.
  func finish() -> ReplayReport {
    waiting.wait { $0 == 0 ? () : nil }
    return report.withLock { $0 }
  }

  private func play(_ happened: EventChanges, in transaction: WriteTransaction) throws {
    let row = happened.recorded
    for reported in happened.before {
      try compare(found: reported.rows, at: row.sequence, in: transaction)
      try transaction.repeatChange(reported.change, rows: reported.rows)
    }
    switch row.kind {
    case "change":
      if let change = happened.change {
        try compare(found: happened.rows, at: row.sequence, in: transaction)
        try transaction.repeatChange(change, rows: happened.rows)
      }
      try transaction.append(row)
    case "put":
      if let station = row.station, let after = row.after {
        try transaction.put(station, in: try ColumnJSON.read(StationState.self, after), because: row.rule ?? "")
      }
    case "offline":
      guard let station = row.station else { return }
      let input = try ColumnJSON.read(StationInput.self, row.input)
      _ = try OfflineStep(input, at: station, in: transaction, policies: policies).run()
    default:
      guard let station = row.station else { return }
      let input = try ColumnJSON.read(StationInput.self, row.input)
      var step = StationStep(input, at: station, in: transaction, policies: policies, live: nil)
      if row.kind == "not-saved", let reading = input.reading?.reading {
        try step.importUnsaved(reading)
      } else {
        _ = try step.run()
      }
    }
  }

  /// Compares the rows that a change outside any station found with the current rows.
  private func compare(found rows: [ChangeRow], at sequence: Int64, in transaction: WriteTransaction) throws {
    for row in rows {
      let here = try transaction.ledgerRow(row.table, row.row)
      guard try !Self.isSame(row.before, here) else { continue }
      report.withLock { report in
        report.compare("\(row.table.rawValue) \(row.row), before", row.before, here, at: sequence)
      }
    }
  }

  private func compare(_ happened: EventChanges, in transaction: WriteTransaction) throws {
    let row = happened.recorded
    let again = try transaction.recording(after: row.sequence - 1, limit: 1).first
    let rows =
      try again?.change.flatMap { try transaction.change(sequence: $0) }.map { try transaction.rows(of: $0) } ?? []
    let differing = try Self.differing(happened.rows, rows)
    report.withLock { report in
      report.events += 1
      report.states += row.after == nil ? 0 : 1
      report.outcomes += row.outcome == nil ? 0 : 1
      report.rows += happened.rows.count
      report.compare("kind", row.kind, again?.kind, at: row.sequence)
      report.compare("before", row.before, again?.before, at: row.sequence)
      report.compare("rule", row.rule, again?.rule, at: row.sequence)
      report.compare("outcome", row.outcome, again?.outcome, at: row.sequence)
      report.compare("candidates", row.candidates, again?.candidates, at: row.sequence)
      report.compare("after", row.after, again?.after, at: row.sequence)
      report.compare("change", row.change.map { "\($0)" }, again?.change.map { "\($0)" }, at: row.sequence)
      if let differing {
        report.compare(
          "\(differing.table.rawValue) \(differing.row)", differing.before, differing.after, at: row.sequence)
      }
    }
  }

  /// Returns the first row that differs between two changes: the recorded value in `before`, the replayed one in
  /// `after`.
  private static func differing(_ recorded: [ChangeRow], _ replayed: [ChangeRow]) throws -> ChangeRow? {
    for (index, row) in recorded.enumerated() {
      guard index < replayed.count, replayed[index].table == row.table, replayed[index].row == row.row else {
        return ChangeRow(table: row.table, row: row.row, before: row.after ?? "nothing", after: nil)
      }
      if row == replayed[index] { continue }
      guard try isSame(row.before, replayed[index].before), try isSame(row.after, replayed[index].after) else {
        return ChangeRow(table: row.table, row: row.row, before: row.after, after: replayed[index].after)
      }
    }
    guard replayed.count > recorded.count, let more = replayed.last else { return nil }
    return ChangeRow(table: more.table, row: more.row, before: nil, after: more.after ?? "removed")
  }

  /// Returns true if a row says the same as the recorded one. The JSON of a row from a file may be formatted differently,
  /// and a recording of an earlier version lacks the columns that were added since.
  private static func isSame(_ recorded: String?, _ replayed: String?) throws -> Bool {
    guard let recorded, let replayed else { return recorded == replayed }
    return try recorded == replayed
      || RecordedValue(json: recorded).isRepeated(by: RecordedValue(json: replayed))
  }
}
