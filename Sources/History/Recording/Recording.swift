package import Deadwax
internal import Execution
internal import FoundationEssentials
package import Lending
package import Log
package import Storage

/// The recorded events of the stations: exported as a file, with or without names, and replayed.
package struct Recording: Sendable {
  private let database: Database
  private let defaults: LibraryPolicy
  private let logger: Logger

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - defaults: the library policy where no setting overrides it.
  ///   - logger: the logger for errors.
  package init(database: Database, defaults: LibraryPolicy, logger: Logger) {
    self.database = database
    self.defaults = defaults
    self.logger = logger
  }

  /// Exports all events of a period: first the records at its beginning, as far as any event depends on them, then each
  /// event with its changes. Each line is one JSON object; the last line is a digest.
  ///
  /// - Parameters:
  ///   - start: the beginning of the period.
  ///   - end: the end of the period; an event at exactly this time is not included.
  ///   - withNames: true for the true names, cards, addresses and notes; false for pseudonyms, the same for the same
  ///     person.
  ///   - line: receives each line, without its line feed.
  /// - Throws: a `StorageError`, or the errors of `line`.
  package func export(
    from start: Timestamp, until end: Timestamp, withNames: Bool, line: (String) throws -> Void
  ) throws {
    var digest = RecordingDigest()
    try exportLines(from: start, until: end, withNames: withNames) { text in
      digest.add(text)
      try line(text)
    }
    try line(digest.line)
  }

  private func exportLines(
    from start: Timestamp, until end: Timestamp, withNames: Bool, line: (String) throws -> Void
  ) throws {
    let room = try ReplayWorkspace(of: database, logger: logger)
    guard let first = try room.original.read({ try $0.recordingRange(from: start, to: nil)?.lowerBound }) else {
      try line(try ColumnJSON.write(RecordingHeader(from: start, until: end, withNames: withNames, next: nil)))
      return
    }
    let point = try room.original.read { try $0.point(before: first) }
    let next = try goBack(room, to: first, point) { try $0.counters() }
    var pseudonyms: Pseudonyms?
    if !withNames { pseudonyms = try room.pseudonyms() }
    try line(try ColumnJSON.write(RecordingHeader(from: start, until: end, withNames: withNames, next: next)))
    let states = try room.statesBefore(first)
    var mentioned = RecordedReferences()
    for (_, state) in states { try mentioned.note(json: state) }
    try room.forEach(from: first, change: point.change + 1, until: end) { try mentioned.note($0) }
    try room.scratch.read { reading in
      var neighbourhood = RowClosure()
      try neighbourhood.grow(from: mentioned.rows, ids: mentioned.ids, codes: mentioned.codes, in: reading)
      for table in HistoryTable.allCases {
        for id in neighbourhood.rows(of: table) {
          guard let row = try reading.ledgerRow(table, id) else { continue }
          let json = try pseudonyms?.row(table, id, row) ?? row
          try line(
            try ColumnJSON.write(RecordingLine(row: .init(table: table, id: id, row: RecordedValue(json: json)))))
        }
      }
    }
    for (station, state) in states {
      let state = try pseudonyms?.state(state) ?? state
      try line(try ColumnJSON.write(RecordingLine(station: .init(name: station, state: RecordedValue(json: state)))))
    }
    try room.forEach(from: first, change: point.change + 1, until: end) { happened in
      let reported = try pseudonyms?.pseudonymised(happened) ?? happened
      try line(try ColumnJSON.write(RecordingLine(event: EventLine(reported))))
    }
  }

  /// Replays all events since a time in a copy of the database, and compares states, outcomes and rows. The hub's own
  /// database is only read.
  ///
  /// - Throws: a `StorageError`.
  package func replay(from start: Timestamp) throws -> ReplayReport {
    let room = try ReplayWorkspace(of: database, logger: logger)
    guard let first = try room.original.read({ try $0.recordingRange(from: start, to: nil)?.lowerBound }) else {
      return ReplayReport()
    }
    let states = try room.statesBefore(first)
    let point = try room.original.read { try $0.point(before: first) }
    try goBack(room, to: first, point) { transaction in
      for (station, state) in states {
        try transaction.begin(with: try ColumnJSON.read(StationState.self, state), at: station)
      }
    }
    let replay = Replay(in: room.scratch, policies: LibraryPolicies(defaults: defaults))
    try room.forEach(from: first, change: point.change + 1, until: nil) { replay.play($0) }
    var report = replay.finish()
    try room.compareEnds(&report, point: point)
    return report
  }

  /// Rewinds the copy of the database to the state before a row of the recording.
  ///
  /// - Throws: `StaffError.badValue` if a borrower was erased since then: the erased data cannot be restored.
  private func goBack<Result: Sendable>(
    _ room: ReplayWorkspace, to first: Int64, _ point: HistoryPoint,
    then: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    do {
      return try room.scratch.write { transaction in
        try transaction.forgetSessions(recordedFrom: first)
        try transaction.restoreState(to: point)
        return try then(transaction)
      }
    } catch is RestoreError {
      throw StaffError.badValue(
        field: "from", sentence: "A borrower was erased since then. Only later events can be replayed.")
    }
  }

  /// Replays the events of a file in a new database.
  ///
  /// - Parameter lines: the lines that `export` wrote.
  /// - Returns: the numbers of compared items, and the first difference.
  /// - Throws: `StaffError.badValue` for a file that is not a valid recording; a `StorageError`.
  package func replay(_ lines: some Collection<String>) throws -> ReplayReport {
    try Self.replay(lines, defaults: defaults)
  }

  /// Replays the events of a file in a new database, without the database of a library.
  ///
  /// - Parameters:
  ///   - lines: the lines that `export` wrote.
  ///   - defaults: the library policy where no setting of the recording overrides it.
  /// - Returns: the numbers of compared items, and the first difference.
  /// - Throws: `StaffError.badValue` for a file that is not a valid recording; a `StorageError`.
  package static func replay(_ lines: some Collection<String>, defaults: LibraryPolicy) throws -> ReplayReport {
    guard RecordingDigest.isWhole(lines) else {
      throw StaffError.badValue(
        field: "recording", sentence: "The file is not a recording, or it was changed: its digest does not match.")
    }
    let room = try ReplayWorkspace()
    var header: RecordingHeader?
    var replay: Replay?
    var batch: [RecordingLine] = []
    let fill = { (batch: [RecordingLine]) in
      try room.scratch.write { transaction in
        try transaction.fill(
          with: batch.compactMap(\.row).map {
            ChangeRow(table: $0.table, row: $0.id, before: nil, after: try $0.row.json)
          })
        for line in batch {
          if let station = line.station {
            let state = try ColumnJSON.read(StationState.self, try station.state.json)
            try transaction.begin(with: state, at: station.name)
          }
        }
      }
    }
    for text in lines.filter({ !$0.isEmpty }).dropLast() {
      guard header != nil else {
        guard let read = try? ColumnJSON.read(RecordingHeader.self, text), read.isReadable else {
          throw StaffError.badValue(field: "recording", sentence: "The file is not a recording of this version.")
        }
        header = read
        continue
      }
      let line: RecordingLine
      let renamed = header?.hasEarlierNames == true ? EarlierNames.replaced(in: text) : text
      do { line = try ColumnJSON.read(RecordingLine.self, renamed) } catch {
        throw StaffError.badValue(field: "recording", sentence: "A line of the recording cannot be parsed.")
      }
      guard let event = line.event else {
        batch.append(line)
        continue
      }
      if replay == nil {
        try fill(batch)
        if let next = header?.next { try room.scratch.write { try $0.set(next) } }
        replay = Replay(
          in: room.scratch, policies: LibraryPolicies(defaults: defaults))
      }
      replay?.play(try event.happened)
    }
    return replay?.finish() ?? ReplayReport()
  }
}

extension WriteTransaction {
  /// Sets the state with which a station begins a replay. Its open batch of additions may have begun before.
  fileprivate func begin(with state: StationState, at station: Station.Name) throws {
    try save(state, of: station)
    if let additions = state.additions { try set(additions, at: station) }
  }
}
