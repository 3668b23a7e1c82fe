package import Deadwax
internal import FoundationEssentials
package import Lending
package import Log
package import Storage

/// What happened at the desks: given out as a file, with or without names, and played again.
package struct Recording: Sendable {
  private let database: Database
  private let defaults: HousePolicy
  private let logger: Logger

  /// - Parameters:
  ///   - database: where it is kept.
  ///   - defaults: the rules that hold where no setting says otherwise.
  ///   - logger: for what goes wrong.
  package init(database: Database, defaults: HousePolicy = HousePolicy(), logger: Logger) {
    self.database = database
    self.defaults = defaults
    self.logger = logger
  }

  /// Gives out everything from one time to another: what the records were at the beginning, as far as anything in that
  /// time rests on them, and each event with what it changed. One JSON object in each line.
  ///
  /// - Parameters:
  ///   - start: from when.
  ///   - end: until when; what happened at that moment is not in it.
  ///   - withNames: whether with the true names, cards, addresses and notes; else others stand in their place, the same
  ///     for the same person.
  ///   - line: takes each line, without its end.
  /// - Throws: a `StorageError`, or what `line` throws.
  package func export(
    from start: Timestamp, until end: Timestamp, withNames: Bool, line: (String) throws -> Void
  ) throws {
    let room = try ReplayRoom(of: database, logger: logger)
    guard let first = try room.original.read({ try $0.recordingRange(from: start, to: nil)?.lowerBound }) else {
      try line(try StateText.write(RecordingHeader(from: start, until: end, withNames: withNames, next: nil)))
      return
    }
    let point = try room.original.read { try $0.point(before: first) }
    let next = try goBack(room, to: first, point) { try $0.counters() }
    var pseudonyms: Pseudonyms?
    if !withNames { pseudonyms = try room.pseudonyms() }
    try line(try StateText.write(RecordingHeader(from: start, until: end, withNames: withNames, next: next)))
    let states = try room.statesBefore(first)
    var mentioned = Mentioned()
    for (_, state) in states { try mentioned.note(json: state) }
    try room.forEach(from: first, change: point.change + 1, until: end) { try mentioned.note($0) }
    try room.scratch.read { reading in
      var neighbourhood = Neighbourhood()
      try neighbourhood.grow(from: mentioned.rows, ids: mentioned.ids, codes: mentioned.codes, in: reading)
      for table in LedgerTable.allCases {
        for id in neighbourhood.rows(of: table) {
          guard let row = try reading.ledgerRow(table, id) else { continue }
          let json = try pseudonyms?.row(table, id, row) ?? row
          try line(try StateText.write(RecordingLine(row: .init(table: table, id: id, row: RecordedValue(json: json)))))
        }
      }
    }
    for (station, state) in states {
      let state = try pseudonyms?.state(state) ?? state
      try line(try StateText.write(RecordingLine(station: .init(name: station, state: RecordedValue(json: state)))))
    }
    try room.forEach(from: first, change: point.change + 1, until: end) { happened in
      let told = try pseudonyms?.told(happened) ?? happened
      try line(try StateText.write(RecordingLine(event: EventLine(told))))
    }
  }

  /// Lets everything since a time happen again in a copy of the database, and compares states, outcomes and rows. The
  /// house's own database is only read.
  ///
  /// - Throws: a `StorageError`.
  package func replay(from start: Timestamp) throws -> ReplayReport {
    let room = try ReplayRoom(of: database, logger: logger)
    guard let first = try room.original.read({ try $0.recordingRange(from: start, to: nil)?.lowerBound }) else {
      return ReplayReport()
    }
    let states = try room.statesBefore(first)
    let point = try room.original.read { try $0.point(before: first) }
    try goBack(room, to: first, point) { transaction in
      for (station, state) in states {
        try transaction.save(try StateText.read(StationState.self, state), of: station)
      }
    }
    let replay = Replay(in: room.scratch, policies: HousePolicies(defaults: defaults))
    try room.forEach(from: first, change: point.change + 1, until: nil) { replay.play($0) }
    var report = replay.finish()
    try room.compareEnds(&report, point: point)
    return report
  }

  /// Takes the copy back to before a row of the recording.
  ///
  /// - Throws: `CounterError.badValue` when somebody was forgotten since: what was known of them cannot come back.
  private func goBack<Result: Sendable>(
    _ room: ReplayRoom, to first: Int64, _ point: HistoryPoint,
    then: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    do {
      return try room.scratch.write { transaction in
        try transaction.forgetVisits(recordedFrom: first)
        try transaction.rewind(to: point)
        return try then(transaction)
      }
    } catch is CannotRewind {
      throw CounterError.badValue(
        field: "from", sentence: "Somebody was forgotten since then: only what came later can be played again.")
    }
  }

  /// Lets what stands in a file happen again, in a database of its own.
  ///
  /// - Parameter lines: as `export` gave them.
  /// - Returns: what was compared, and the first difference.
  /// - Throws: `CounterError.badValue` for what is no recording; a `StorageError`.
  package func replay(_ lines: some Sequence<String>) throws -> ReplayReport {
    let room = try ReplayRoom(logger: logger)
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
            let state = try StateText.read(StationState.self, try station.state.json)
            try transaction.save(state, of: station.name)
          }
        }
      }
    }
    for text in lines where !text.isEmpty {
      guard header != nil else {
        guard let read = try? StateText.read(RecordingHeader.self, text), read.isOurs else {
          throw CounterError.badValue(field: "recording", sentence: "The file is no recording of this version.")
        }
        header = read
        continue
      }
      let line: RecordingLine
      do { line = try StateText.read(RecordingLine.self, text) } catch {
        throw CounterError.badValue(field: "recording", sentence: "A line of the recording cannot be read.")
      }
      guard let event = line.event else {
        batch.append(line)
        continue
      }
      if replay == nil {
        try fill(batch)
        if let next = header?.next { try room.scratch.write { try $0.set(next) } }
        replay = Replay(
          in: room.scratch, policies: HousePolicies(defaults: defaults))
      }
      replay?.play(try event.happened)
    }
    return replay?.finish() ?? ReplayReport()
  }
}
