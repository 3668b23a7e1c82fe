package import Deadwax
package import Execution
package import Lending
package import Log
package import StationLogic
package import Storage
package import TagJobs
internal import Threads

/// Turns readings into history. Each accepted reading becomes one scan with exactly one outcome, in one transaction
/// with its changes, its recording and its events.
package final class ScanService: Sendable {
  /// The database of the library.
  package let database: Database
  let tags: TagService
  let logger: Logger
  /// The library policy and the station policies, according to the settings.
  package let policies: LibraryPolicies
  /// The callback after each commit that published an event, for services that share it.
  package let published: @Sendable () -> Void
  /// Returns true if the machine's clock is known to be right, for services that share it.
  package let isClockRight: @Sendable () -> Bool
  let spool: ScanSpool?
  let sightings = RecentReadings()
  let faults = RepeatFilter()
  /// The fault that prevents writes; nil if there is none.
  let outage = Locked<StorageOutage?>(nil)
  /// True while spooled scans are being moved into the history.
  let isTakingIn = Locked(false)
  let failed: @Sendable (OutageNotice) -> Void
  private let lookupWanted: @Sendable () -> Void
  private let labelWanted: @Sendable (LabelNotice) -> Void
  private let done: @Sendable (CommitNotice) -> Void
  private let counted = Locked<[Outcome.Code: Int]>([:])
  private let statementCount = Locked(0)

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - library: the library policy where no setting overrides it.
  ///   - tags: the service for tag jobs; nil for a new one without a connection to any reader.
  ///   - spool: the path of a file next to the database for scans that could not be stored; nil for none.
  ///   - isClockRight: returns true if the machine's clock is known to be right; called for every event.
  ///   - logger: the logger for errors.
  ///   - published: called after each commit that published an event, on the writer's lane; must not block.
  ///   - lookupWanted: called in the same way after a scan that queued a code for look-up.
  ///   - labelWanted: called in the same way for a copy that needs a label.
  ///   - done: called in the same way with the result of a step of a station.
  ///   - failed: called at once when writes begin to fail, for each scan that could not be stored, and when writes
  ///     succeed again. It is called on the lane that detects this, so it must not block either.
  package init(
    database: Database, library: LibraryPolicy, tags: TagService? = nil, spool: String? = nil,
    isClockRight: @escaping @Sendable () -> Bool, logger: Logger,
    published: @escaping @Sendable () -> Void,
    lookupWanted: @escaping @Sendable () -> Void = {},
    labelWanted: @escaping @Sendable (LabelNotice) -> Void = { _ in },
    done: @escaping @Sendable (CommitNotice) -> Void = { _ in },
    failed: @escaping @Sendable (OutageNotice) -> Void = { _ in }
  ) {
    self.database = database
    let policies = LibraryPolicies(defaults: library)
    self.policies = policies
    self.tags = tags ?? TagService(database: database, policies: policies, logger: logger, published: published)
    self.spool = spool.map { ScanSpool(path: $0) }
    self.isClockRight = isClockRight
    self.logger = logger
    self.published = published
    self.lookupWanted = lookupWanted
    self.labelWanted = labelWanted
    self.done = done
    self.failed = failed
  }

  /// The number of scans since the start, by outcome.
  package var counts: [Outcome.Code: Int] { counted.withLock { $0 } }

  /// The number of SQL statements that readings have executed since the start.
  package var statements: Int { statementCount.withLock { $0 } }

  /// Creates a station, so that its screen finds it before the first scan.
  package func prepare(_ station: Station.Name) throws {
    try database.write { [policies] transaction in
      guard try transaction.station(station) == nil else { return }
      let policy = try policies.station(try transaction.stationPolicy(station))
      try transaction.save(StationState(mode: policy.home), of: station)
    }
  }

  /// The result of a step of a station, reported when it is on disk, for sounds and receipts.
  package struct CommitNotice: Sendable {
    package var station: Station.Name
    /// The outcome; nil if there is nothing to report.
    package var outcome: Outcome?
    /// The session that this step ended.
    package var endedSession: StoredSession.ID?
    /// True if a fault of the station began with this step.
    package var hasFailed = false
    /// The hold for which this step trapped a copy.
    package var trapped: Hold.ID?
  }

  /// A copy that needs a label.
  package struct LabelNotice: Hashable, Sendable {
    package var copy: Copy.ID
    package var station: Station.Name
    /// The person or program that acted at the station; nil for the station itself.
    package var by: String?
  }

  /// A stored scan, and true if it was already stored before this call.
  package struct Accepted: Hashable, Sendable {
    package var view: ScanView
    package var isRepeat: Bool
  }

  /// Stores a reading as a scan and carries out its effects. Returns at once.
  ///
  /// - Parameters:
  ///   - reading: the reading. Its id is the idempotency key: a repeated call with the same id and text returns the
  ///     first scan.
  ///   - station: the station at which it was read, which is created with its home mode if it is new.
  ///   - reader: the reader that reported it; nil if it came over the network.
  ///   - by: the name of the person or the program that reported it; nil for the station itself.
  ///   - tag: the reader's report about a tag that was placed on it. The presence has it already.
  ///   - then: called on the writer's lane when the scan is on disk, or with a `ScanError` or `StorageError`. After the
  ///     latter the reading had no effect; it is in the spool if the database could not be written.
  package func accept(
    _ reading: Reading, station: Station.Name, reader: String?, by: String? = nil, tag: PresentTag? = nil,
    then: @escaping @Sendable (Result<Accepted, any Error>) -> Void
  ) {
    let input = StationInput(.reading, reading: reading, reader: reader, by: by, isClockRight: isClockRight())
    database.submit(
      { [self] transaction in
        try take(reading, input, station, tag, in: transaction)
      },
      then: { [self] result in
        if case .failure(let error) = result {
          notKept(StationInput(.reading, reading: reading, reader: reader, by: by), at: station, error)
        } else {
          writeSucceeded()
        }
        then(result)
      })
  }

  private func take(
    _ reading: Reading, _ input: StationInput, _ station: Station.Name, _ tag: PresentTag?,
    in transaction: WriteTransaction
  ) throws -> Accepted {
    if let tag { try tags.saw(tag, in: transaction) }
    if let scan = try transaction.scan(reading.id) {
      guard scan.reading.text == reading.text else { throw ScanError.idReused }
      return Accepted(view: try transaction.view(of: scan), isRepeat: true)
    }
    if let tag { try tags.advanceQueue(before: tag.uid, at: station, in: transaction) }
    var step = StationStep(input, at: station, in: transaction, policies: policies, live: live)
    let done = try step.run()
    if let tag { try tags.dispatch(tag.uid, in: transaction) }
    guard let scan = done.scan else { preconditionFailure("a reading without a scan") }
    transaction.afterCommit { [self] in announce(done, at: station) }
    let view = try transaction.view(of: scan, isCard: done.isCard)
    let statements = transaction.statements
    statementCount.withLock { $0 += statements }
    return Accepted(view: view, isRepeat: false)
  }

  /// Reports that a code left a camera's view: later readings by other readers no longer count as simultaneous with it.
  ///
  /// - Parameters:
  ///   - text: the text of the code.
  ///   - symbology: the symbology of the code.
  ///   - reader: the reader that saw it.
  ///   - station: the reader's station.
  package func left(_ text: String, _ symbology: Symbology, from reader: String, at station: Station.Name) {
    guard let key = Code.classify(text, symbology: symbology).key else { return }
    sightings.remove(key, by: reader, at: station)
  }

  /// The result of an operation on a screen.
  package struct Acted: Hashable, Sendable {
    package var state: StationState
    /// The outcome; nil if there is nothing to report.
    package var outcome: Outcome?
    /// The change that it made.
    package var change: Change?
  }

  /// Carries out an operation on a screen or a timer, and reports the result when it is on disk.
  ///
  /// - Parameters:
  ///   - event: the operation.
  ///   - station: the station.
  ///   - by: the name of the token that authorised it, if it is known.
  ///   - pinOf: for a PIN, the borrower whose PIN was verified. It does not count for another card that waits by now.
  ///   - displayed: the precondition: the state that the client saw; nil if it does not matter, as for a timer.
  ///   - then: called on the writer's lane. After a `ScanError` nothing was done and nothing is recorded.
  package func act(
    _ event: StationEvent, at station: Station.Name, by: String? = nil, pinOf: Borrower.ID? = nil,
    displayed: Precondition? = nil,
    then: @escaping @Sendable (Result<Acted, any Error>) -> Void
  ) {
    var input = StationInput(event, by: by, isClockRight: isClockRight())
    input.pinOf = pinOf
    act(input, at: station, displayed: displayed, then: then)
  }

  func act(
    _ input: StationInput, at station: Station.Name, displayed: Precondition? = nil,
    then: @escaping @Sendable (Result<Acted, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        var step = StationStep(input, at: station, in: transaction, policies: policies, live: live)
        step.displayed = displayed
        let done = try step.run()
        transaction.afterCommit { [self] in announce(done, at: station) }
        return Acted(state: done.state, outcome: done.outcome, change: done.change)
      },
      then: { [self] result in
        if case .failure(let error) = result { notKept(error) }
        then(result)
      })
  }

  /// Ends prompts and sessions of all stations whose timeout has passed, closes questions that were decided elsewhere, and
  /// processes the spool. Call it about twice a
  /// second.
  package func tick(at now: Timestamp = .now()) {
    // Detects a fault even if no one scans, so that the next user sees it at once.
    if let fault = database.fault { notKept(fault) }
    do {
      for station in try database.read({ try $0.stations(endedBefore: now) }) {
        act(.timer, at: station) { [logger, faults] result in
          if case .failure(let error) = result, faults.isFirst("timer") {
            logger.error("could not store the timeout of a station: \(error)")
          } else if case .success = result {
            faults.over("timer")
          }
        }
      }
      for (station, release) in try database.read({ try $0.stationsAskingInVain() }) { lookedUp(release, at: station) }
      importSpooled()
    } catch {
      if faults.isFirst("tick") { logger.error("could not read the stations: \(error)") }
      return
    }
    faults.over("tick")
  }

  /// Offers the choice of a record at the stations that have just added a copy of the release. Call it after a look-up
  /// that found several; does not block.
  package func lookedUp(_ release: Release.ID) {
    do {
      for station in try database.read({ try $0.stations(addingCopyOf: release) }) { lookedUp(release, at: station) }
    } catch {
      if faults.isFirst("looked-up") { logger.error("could not offer the choice of a record: \(error)") }
    }
  }

  /// Opens or closes the question about a release at a station.
  private func lookedUp(_ release: Release.ID, at station: Station.Name) {
    act(.lookedUp(release), at: station) { [logger, faults] result in
      if case .failure(let error) = result, faults.isFirst("looked-up") {
        logger.error("could not offer the choice of a record: \(error)")
      } else if case .success = result {
        faults.over("looked-up")
      }
    }
  }

  /// The state in memory that a step uses in addition to the records.
  private var live: StationStep.MemoryState { StationStep.MemoryState(tags: tags, sightings: sightings) }

  private func announce(_ done: StationStep.Done, at station: Station.Name) {
    if let scan = done.scan { counted.withLock { $0[scan.outcome.code, default: 0] += 1 } }
    published()
    if done.wantsLookup { lookupWanted() }
    for copy in done.labels { labelWanted(LabelNotice(copy: copy, station: station, by: done.by)) }
    let ended = done.state.sessions(since: done.before).ended
    let hasFailed = done.state.fault != nil && done.before.fault?.kind != done.state.fault?.kind
    if done.outcome != nil || ended != nil || hasFailed {
      self.done(
        CommitNotice(
          station: station, outcome: done.outcome, endedSession: ended, hasFailed: hasFailed,
          trapped: done.decision.effects.compactMap(\.trapped).last))
    }
  }
}
