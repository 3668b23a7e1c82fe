package import Deadwax
package import Desk
internal import Lanes
package import Lending
package import Log
package import Storage

/// Turns readings into history: each accepted reading becomes one scan with exactly one outcome, in one transaction
/// with what it changed, with the recording of it, and with its events.
package final class ScanService: Sendable {
  let database: Database
  let tags: TagService
  let logger: Logger
  /// The rules as the settings have them.
  package let policies: HousePolicies
  let published: @Sendable () -> Void
  let isClockRight: @Sendable () -> Bool
  let spool: ScanSpool?
  let sightings = Sightings()
  let faults = Once()
  /// Since when nothing can be kept; nil while all is well.
  let unsaved = Guarded<Trouble?>(nil)
  /// Whether the spool is being taken in.
  let isTakingIn = Guarded(false)
  let failed: @Sendable (FaultNews) -> Void
  private let lookupWanted: @Sendable () -> Void
  private let labelWanted: @Sendable (Copy.ID) -> Void
  private let done: @Sendable (Told) -> Void
  private let counted = Guarded<[Outcome.Code: Int]>([:])
  private let asked = Guarded(0)

  /// - Parameters:
  ///   - database: where everything is kept.
  ///   - house: the rules that hold where no setting says otherwise.
  ///   - tags: what has tags written; one of its own, with no way to any reader, if none is given.
  ///   - spool: the path of a file beside the database for scans that could not be kept; nil for none.
  ///   - isClockRight: whether the machine's clock is known to be right; asked with every event.
  ///   - logger: for what goes wrong.
  ///   - published: called after each commit that added to the journal, on the writer's lane; must not block.
  ///   - lookupWanted: called in the same way after a scan left something to be looked up.
  ///   - labelWanted: called in the same way for a copy that somebody wants a label for.
  ///   - done: called in the same way with what a desk has done.
  ///   - failed: called at once when nothing can be kept, for each scan that was not, and when all is well again; on
  ///     whatever lane finds out, so it must not block either.
  package init(
    database: Database, house: HousePolicy = HousePolicy(), tags: TagService? = nil, spool: String? = nil,
    isClockRight: @escaping @Sendable () -> Bool = { true }, logger: Logger,
    published: @escaping @Sendable () -> Void,
    lookupWanted: @escaping @Sendable () -> Void = {}, labelWanted: @escaping @Sendable (Copy.ID) -> Void = { _ in },
    done: @escaping @Sendable (Told) -> Void = { _ in },
    failed: @escaping @Sendable (FaultNews) -> Void = { _ in }
  ) {
    self.database = database
    self.tags = tags ?? TagService(database: database, policy: house.desk, logger: logger, published: published)
    self.spool = spool.map { ScanSpool(path: $0) }
    self.isClockRight = isClockRight
    self.logger = logger
    self.published = published
    self.lookupWanted = lookupWanted
    self.labelWanted = labelWanted
    self.done = done
    self.failed = failed
    policies = HousePolicies(defaults: house)
  }

  /// How many scans had which outcome since the start.
  package var counts: [Outcome.Code: Int] { counted.withLock { $0 } }

  /// How many statements the readings have asked of the database since the start.
  package var statements: Int { asked.withLock { $0 } }

  /// Makes a station known, so that its screen finds it before the first scan.
  package func prepare(_ station: Station.Name) throws {
    try database.write { [policies] transaction in
      guard try transaction.station(station) == nil else { return }
      let policy = try policies.station(try transaction.stationPolicy(station))
      try transaction.save(StationState(mode: policy.home), of: station)
    }
  }

  /// What a desk has done, once it is safe on disk: for what is heard and printed.
  package struct Told: Sendable {
    package var station: Station.Name
    /// Nil where there is nothing to say.
    package var outcome: Outcome?
    /// The visit that ended with it.
    package var endedVisit: Visit.ID?
    /// Whether the desk has a fault since then.
    package var hasFailed = false
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
  ///   - station: the desk at which it was read; made, in the mode it stands in, if it is new.
  ///   - reader: the reader that saw it; nil when it came over the network.
  ///   - tag: what the reader told of a tag that came to lie on it.
  ///   - then: called on the writer's lane when the scan is safe on disk, or with `ScanError` or `StorageError`; after
  ///     the latter nothing was done, and the scan is in the spool.
  package func accept(
    _ reading: Reading, station: Station.Name, reader: String?, tag: PresentTag? = nil,
    then: @escaping @Sendable (Result<Accepted, any Error>) -> Void
  ) {
    if let tag { tags.field.arrive(tag) }
    let isClockRight = isClockRight()
    database.submit(
      { [self] transaction in
        try take(reading, station, reader, tag, isClockRight: isClockRight, in: transaction)
      },
      then: { [self] result in
        if case .failure(let error) = result {
          notKept(DeskInput(.reading, reading: reading, reader: reader), at: station, error)
        } else {
          kept()
        }
        then(result)
      })
  }

  private func take(
    _ reading: Reading, _ station: Station.Name, _ reader: String?, _ tag: PresentTag?, isClockRight: Bool,
    in transaction: WriteTransaction
  ) throws -> Accepted {
    if let tag { try tags.saw(tag, in: transaction) }
    if let scan = try transaction.scan(reading.id) {
      guard scan.reading.text == reading.text else { throw ScanError.idReused }
      return Accepted(view: try transaction.view(of: scan), isRepeat: true)
    }
    if let tag { try tags.advanceQueue(before: tag.uid, at: station, in: transaction) }
    let input = DeskInput(.reading, reading: reading, reader: reader, isClockRight: isClockRight)
    var step = DeskStep(input, at: station, in: transaction, policies: policies, live: live)
    let done = try step.run()
    if let tag { try tags.dispatch(tag.uid, in: transaction) }
    guard let scan = done.scan else { preconditionFailure("a reading without a scan") }
    transaction.afterCommit { [self] in tell(done, at: station) }
    let view = try transaction.view(of: scan, isCard: done.isCard)
    let statements = transaction.statements
    asked.withLock { $0 += statements }
    return Accepted(view: view, isRepeat: false)
  }

  /// A code went out of a camera's view: what another reader sees from now on is no part of the same hand.
  ///
  /// - Parameters:
  ///   - text: what was read.
  ///   - symbology: of which kind it was.
  ///   - reader: the reader that saw it.
  ///   - station: the reader's desk.
  package func left(_ text: String, _ symbology: Symbology, from reader: String, at station: Station.Name) {
    guard let key = Code.classify(text, symbology: symbology).key else { return }
    sightings.forget(key, by: reader, at: station)
  }

  /// What came of something that was done on a screen.
  package struct Acted: Hashable, Sendable {
    package var state: StationState
    /// Nil where there is nothing to say.
    package var outcome: Outcome?
    /// The change that it made.
    package var change: Change?
  }

  /// Carries out what a person did on the screen, or a timer did, and tells what came of it when it is safe on disk.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - station: the desk.
  ///   - by: who did it, where that is known: the name of a token.
  ///   - pinOf: for a PIN, whose it was checked to be: it counts for no other card that waits by now.
  ///   - shown: what the screen showed; nil where it is no matter, as for a timer.
  ///   - then: called on the writer's lane; with `ScanError` nothing was done and nothing is recorded.
  package func act(
    _ event: DeskEvent, at station: Station.Name, by: String? = nil, pinOf: Borrower.ID? = nil, shown: Shown? = nil,
    then: @escaping @Sendable (Result<Acted, any Error>) -> Void
  ) {
    var input = DeskInput(event, by: by, isClockRight: isClockRight())
    input.pinOf = pinOf
    act(input, at: station, shown: shown, then: then)
  }

  func act(
    _ input: DeskInput, at station: Station.Name, shown: Shown? = nil,
    then: @escaping @Sendable (Result<Acted, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        var step = DeskStep(input, at: station, in: transaction, policies: policies, live: live)
        step.shown = shown
        let done = try step.run()
        transaction.afterCommit { [self] in tell(done, at: station) }
        return Acted(state: done.state, outcome: done.outcome, change: done.change)
      },
      then: { [self] result in
        if case .failure(let error) = result { notKept(error) }
        then(result)
      })
  }

  /// Ends what has been open for too long at any desk, and takes in what was spooled. To be called about twice a second.
  package func tick(at now: Timestamp = .now()) {
    do {
      for station in try database.read({ try $0.stations(endedBefore: now) }) {
        act(.timer, at: station) { [logger, faults] result in
          if case .failure(let error) = result, faults.isFirst("timer") {
            logger.error("a desk's time-out was not kept: \(error)")
          } else if case .success = result {
            faults.over("timer")
          }
        }
      }
      takeInSpooled()
    } catch {
      if faults.isFirst("tick") { logger.error("desks could not be read: \(error)") }
      return
    }
    faults.over("tick")
  }

  /// What the hub's memory knows beside the records.
  private var live: DeskStep.Live { DeskStep.Live(tags: tags, sightings: sightings) }

  private func tell(_ done: DeskStep.Done, at station: Station.Name) {
    if let scan = done.scan { counted.withLock { $0[scan.outcome.code, default: 0] += 1 } }
    published()
    if done.wantsLookup { lookupWanted() }
    for copy in done.labels { labelWanted(copy) }
    let ended = done.state.visits(since: done.before).ended
    let hasFailed = done.state.fault != nil && done.before.fault?.kind != done.state.fault?.kind
    if done.outcome != nil || ended != nil || hasFailed {
      self.done(Told(station: station, outcome: done.outcome, endedVisit: ended, hasFailed: hasFailed))
    }
  }
}

/// Why a reading did not become a scan, or an act on a screen was not done.
package enum ScanError: Error, Sendable {
  /// There is a scan with this id already, of another text.
  case idReused
  /// The desk asks something else by now than what was shown, or would take back another change.
  case otherShown
  /// It has to be said what was shown.
  case notShown
}
