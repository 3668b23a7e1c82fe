internal import Deadwax
internal import FoundationEssentials
internal import Log
internal import Storage

/// Two copies of a database in a temporary folder, which is removed with this object. One copy stays unchanged, the
/// other is rewound and replayed.
final class ReplayWorkspace {
  let original: Database
  let scratch: Database
  private let folder: String

  /// Copies a database that may be in use.
  ///
  /// - Throws: a `StorageError`, or an error of the file system.
  init(of database: Database, logger: Logger) throws {
    folder = try Self.makeFolder()
    do {
      let source = try database.read { try $0.filePath() }
      let stored = folder + "/original.sqlite"
      try Database.copy(source, to: stored) { true }
      try FileManager.default.copyItem(atPath: stored, toPath: folder + "/scratch.sqlite")
      original = try Database(path: stored, migrations: Migration.all, logger: .silent)
      scratch = try Database(path: folder + "/scratch.sqlite", migrations: Migration.all, logger: .silent)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Creates an empty database, for a recording from a file.
  init() throws {
    folder = try Self.makeFolder()
    do {
      scratch = try Database(path: folder + "/scratch.sqlite", migrations: Migration.all, logger: .silent)
      original = scratch
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  deinit {
    scratch.close()
    if original !== scratch { original.close() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func makeFolder() throws -> String {
    let name = "deadwax-replay-\(UUID().uuidString.prefix(13).lowercased())"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return folder
  }

  /// Returns the state of each station before a row of the recording, as JSON.
  func statesBefore(_ first: Int64) throws -> [(Station.Name, String)] {
    try original.read { reading in
      var states: [(Station.Name, String)] = []
      for station in try reading.stationNames() {
        if let state = try reading.recordedState(of: station, before: first) { states.append((station, state)) }
      }
      return states
    }
  }

  /// Calls a closure for each recorded event from a row on, with its change.
  func forEach(
    from first: Int64, change firstChange: Int64, until end: Timestamp?, _ body: (Replay.EventChanges) throws -> Void
  ) throws {
    var sequence = first - 1
    var change = firstChange
    while true {
      let page = try original.read { reading in
        try reading.recording(after: sequence, limit: 500).map { row in
          var happened = Replay.EventChanges(recorded: row)
          if let number = row.change {
            for gap in try reading.unrecordedChanges(from: change, below: number) {
              if let found = try reading.changeRows(gap) { happened.before.append(found) }
            }
            change = number + 1
            if let found = try reading.changeRows(number) {
              (happened.change, happened.rows) = (found.change, found.rows)
            }
          }
          return happened
        }
      }
      guard let last = page.last else { return }
      for happened in page {
        if let end, happened.recorded.at >= end { return }
        try body(happened)
      }
      sequence = last.recorded.sequence
    }
  }

  /// Returns the pseudonyms of all present and past cards.
  func pseudonyms() throws -> Pseudonyms {
    var pseudonyms = Pseudonyms(key: .random(in: .min ... .max))
    for key in try original.read({ try $0.allCards() }) { pseudonyms.note(key) }
    return pseudonyms
  }

  /// Compares the ends of both databases: every row that was touched, the history, and the states of the stations.
  func compareEnds(_ report: inout ReplayReport, point: HistoryPoint) throws {
    let touched = try original.read { try $0.rowsTouched(after: point.change) }
    let again = try scratch.read { try $0.rowsTouched(after: point.change) }
    var seen: Set<String> = []
    for (table, row) in touched + again where seen.insert("\(table.rawValue) \(row)").inserted {
      let old = try original.read { try $0.ledgerRow(table, row) }
      let new = try scratch.read { try $0.ledgerRow(table, row) }
      report.rows += 1
      report.compare("\(table.rawValue) \(row)", old, new)
    }
    let old = try original.read { try $0.scanTexts(after: point.scan) }
    let new = try scratch.read { try $0.scanTexts(after: point.scan) }
    for index in 0..<max(old.count, new.count) {
      report.rows += 1
      report.compare("scan", index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
    }
    for station in try original.read({ try $0.stationNames() }) {
      let old = try original.read { try $0.station(station)?.state }
      let new = try scratch.read { try $0.station(station)?.state }
      report.rows += 1
      report.compare(
        "station \(station)", try old.map { try ColumnJSON.write($0) }, try new.map { try ColumnJSON.write($0) })
    }
  }
}

extension Queryable {
  fileprivate func changeRows(_ sequence: Int64) throws -> Replay.ChangeRows? {
    try change(sequence: sequence).map { Replay.ChangeRows(change: $0, rows: try rows(of: $0)) }
  }
}
