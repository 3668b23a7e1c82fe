package import Deadwax
package import Desk
internal import Lanes
package import Log
package import Storage

/// Turns readings into history: each accepted reading becomes one scan with exactly one outcome, in one transaction
/// with what it changed and with its events.
package final class ScanService: Sendable {
  private let database: Database
  private let desk: Desk
  private let tags: TagService
  private let logger: Logger
  private let published: @Sendable () -> Void
  private let lookupWanted: @Sendable () -> Void
  private let counted = Guarded<[Outcome.Code: Int]>([:])

  /// - Parameters:
  ///   - database: where everything is kept.
  ///   - desk: the rules of the house's desks.
  ///   - tags: what has tags written; one of its own, with no way to any reader, if none is given.
  ///   - logger: for what goes wrong.
  ///   - published: called after each commit that added to the journal, on the writer's lane; must not block.
  ///   - lookupWanted: called in the same way after a scan left something to be looked up.
  package init(
    database: Database, desk: Desk = Desk(), tags: TagService? = nil, logger: Logger,
    published: @escaping @Sendable () -> Void,
    lookupWanted: @escaping @Sendable () -> Void = {}
  ) {
    self.database = database
    self.desk = desk
    self.tags = tags ?? TagService(database: database, policy: desk.policy, logger: logger, published: published)
    self.logger = logger
    self.published = published
    self.lookupWanted = lookupWanted
  }

  /// How many scans had which outcome since the start.
  package var counts: [Outcome.Code: Int] { counted.withLock { $0 } }

  /// Makes a station known, so that its screen finds it before the first scan.
  package func prepare(_ station: Station.Name) throws {
    try database.write { transaction in
      guard try transaction.station(station) == nil else { return }
      try transaction.save(StationState(), of: station)
    }
  }

  /// A scan as it stands in the history, and whether it stood there before this call.
  package struct Accepted: Hashable, Sendable {
    package var view: ScanView
    package var isRepeat: Bool
  }

  /// Records a reading and does what it asks for. Returns at once.
  ///
  /// - Parameters:
  ///   - reading: its id makes it idempotent: the same id with the same text again gives the first scan back.
  ///   - station: the desk at which it was read; made, in look-up mode, if it is new.
  ///   - reader: the reader that saw it; nil when it came over the network.
  ///   - tag: what the reader told of a tag that came to lie on it.
  ///   - then: called on the writer's lane when the scan is safe on disk, or with `ScanError` or `StorageError`.
  package func accept(
    _ reading: Reading, station: Station.Name, reader: String?, tag: PresentTag? = nil,
    then: @escaping @Sendable (Result<Accepted, any Error>) -> Void
  ) {
    if let tag { tags.field.arrive(tag) }
    database.submit(
      { [self] transaction in
        try record(reading, station: station, reader: reader, tag: tag, in: transaction)
      }, then: then)
  }

  private func record(
    _ reading: Reading, station: Station.Name, reader: String?, tag: PresentTag?, in transaction: WriteTransaction
  ) throws -> Accepted {
    if let tag { try tags.saw(tag, in: transaction) }
    if let scan = try transaction.scan(reading.id) {
      guard scan.reading.text == reading.text else { throw ScanError.idReused }
      return Accepted(view: try transaction.view(of: scan), isRepeat: true)
    }
    let now = transaction.now
    let before = try transaction.station(station)?.state
    let state = (before ?? StationState()).expired(at: now)
    if let tag { try tags.advanceQueue(before: tag.uid, at: station, in: transaction) }
    var world = try transaction.world(for: reading, at: state)
    try tags.complete(&world, for: reading, at: state, of: station, in: transaction)
    let decision = desk.next(state, .reading, world, at: now)
    guard var outcome = decision.outcome else { preconditionFailure("a reading without an outcome") }
    let circulation = Circulation(transaction: transaction, tags: tags, station: station, scan: reading.id)
    for effect in decision.effects { outcome = try circulation.perform(effect, outcome) }
    if let tag { try tags.dispatch(tag.uid, in: transaction) }
    let sequence = try transaction.append(reading, station: station, reader: reader, outcome: outcome)
    try transaction.publish(.scanRecorded, station: station, subject: reading.id.text)
    try keep(decision.state, of: station, before: before, in: transaction)
    transaction.afterCommit { [self, code = outcome.code] in
      counted.withLock { $0[code, default: 0] += 1 }
      published()
      if code == .addedUnresolved { lookupWanted() }
    }
    let scan = Scan(
      sequence: sequence, reading: reading, station: station, reader: reader, receivedAt: now, outcome: outcome)
    return Accepted(view: try transaction.view(of: scan), isRepeat: false)
  }

  /// Carries out what a person did on the screen, and returns the new state when it is safe on disk.
  package func act(
    _ event: DeskEvent, at station: Station.Name, then: @escaping @Sendable (Result<StationState, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        let before = try transaction.station(station)?.state
        let state = (before ?? StationState()).expired(at: transaction.now)
        var world: World?
        if case .answer(let yes, _) = event {
          var asked = try transaction.world(for: yes ? .yes : .no, at: state)
          try tags.complete(&asked, for: nil, at: state, of: station, in: transaction)
          world = asked
        }
        let decision = desk.next(state, event, world, at: transaction.now)
        let circulation = Circulation(transaction: transaction, tags: tags, station: station, scan: nil)
        let outcome = decision.outcome ?? Outcome(.sessionEnded, mode: state.mode)
        for effect in decision.effects { _ = try circulation.perform(effect, outcome) }
        try keep(decision.state, of: station, before: before, in: transaction)
        transaction.afterCommit(published)
        return decision.state
      }, then: then)
  }

  /// Ends what has been open for too long at any desk. To be called about twice a second.
  package func tick() {
    do {
      let now = Timestamp.now()
      for station in try database.read({ try $0.stations(endedBefore: now) }) {
        act(.timer, at: station) { [logger] result in
          if case .failure(let error) = result { logger.error("a desk's time-out was not kept: \(error)") }
        }
      }
    } catch {
      logger.error("desks could not be read: \(error)")
    }
  }

  private func keep(
    _ state: StationState, of station: Station.Name, before: StationState?, in transaction: WriteTransaction
  ) throws {
    guard state != before else { return }
    try transaction.save(state, of: station)
    try transaction.publishStation(station, state)
  }
}

extension WriteTransaction {
  /// Tells where a desk stands now.
  func publishStation(_ station: Station.Name, _ state: StationState) throws {
    try publish(
      .stationChanged, station: station, subject: station.text,
      payload: #""mode":"\#(state.mode.rawValue)","state":"\#(state.stageName)""#)
  }
}

/// Why a reading did not become a scan.
package enum ScanError: Error, Sendable {
  /// There is a scan with this id already, of another text.
  case idReused
}

extension StationState {
  /// As the screen tells it: what is open on top.
  package var stageName: String {
    if fault != nil { return "fault" }
    return switch stage {
    case .idle: session == nil ? "idle" : "session"
    case .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode: "pending"
    case .pin: "pin"
    case .question, .confirming: "question"
    case .choosing: "choosing"
    }
  }
}
