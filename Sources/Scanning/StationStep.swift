package import Deadwax
package import Execution
internal import Lending
internal import StationLogic
package import Storage
internal import TagJobs

/// An event at a station, processed inside an open transaction from the state before to the state after. The step reads
/// the facts from the records, decides, carries out the effects, and stores the rows that record it. A replay runs the
/// same code.
package struct StationStep {
  /// The state in memory; a replay takes it from the recording instead.
  package struct MemoryState {
    let tags: TagService
    let sightings: RecentReadings
  }

  /// The result of the step.
  package struct Done {
    var before: StationState
    var state: StationState
    var decision: Decision
    var outcome: Outcome?
    var scan: Scan?
    var change: Change?
    /// True if the reading was a card.
    var isCard = false
    var wantsLookup = false
    var labels: [Copy.ID] = []
    /// The person or program that acted at the station; nil for the station itself.
    var by: String?
  }

  var input: StationInput
  /// The precondition of an operation on a screen; nil if none is checked.
  var displayed: Precondition?
  let station: Station.Name
  let transaction: WriteTransaction
  let policies: LibraryPolicies
  let live: MemoryState?

  /// - Parameters:
  ///   - input: the event with its input.
  ///   - station: the station.
  ///   - transaction: the open transaction.
  ///   - policies: the library policy and the station policies.
  ///   - live: the state in memory; nil in a replay.
  package init(
    _ input: StationInput, at station: Station.Name, in transaction: WriteTransaction, policies: LibraryPolicies,
    live: MemoryState?
  ) {
    self.input = input
    self.station = station
    self.transaction = transaction
    self.policies = policies
    self.live = live
  }

  /// Processes the event.
  ///
  /// - Throws: a `StorageError`; then the transaction must not be committed. A `ScanError` if the event is refused.
  package mutating func run() throws -> Done {
    transaction.isRecordedByCaller = true
    defer { transaction.isRecordedByCaller = false }
    let now = transaction.now
    let library = try policies.library(in: transaction)
    let stored = try transaction.storedStation(station)
    let policy = try policies.station(stored.policy)
    let before = stored.state ?? StationState(mode: policy.home)
    let brought = before.clamped(to: now, library.stations)
    let state = brought.expired(at: now, home: policy.home)
    try displayed?.check(
      input.event, at: state, prompt: before.prompt(),
      version: { [transaction, station] in try transaction.station(station)?.version ?? 0 },
      last: { [transaction, station] in try transaction.lastUndoable(at: station)?.id })
    let machine = StationMachine(library: library, station: policy)
    if let prompt = input.pinOf, state.stage.pinOf != prompt {
      // The prompt for this PIN is no longer open, and the PIN does not answer another borrower's prompt.
      input.event = .answer(false, reason: nil)
    }
    let decision: Decision
    var named: StationFacts.Resolution?
    if input.event == .timer {
      // The step needs the prompt that was open, to report that it has expired.
      decision = machine.next(brought, .timer, nil, at: now)
    } else {
      let reading = input.reading?.reading
      if let reading { named = try transaction.named(by: reading) }
      // A replay accepts everything that was recorded, even by versions without this check.
      if live != nil, let reading, let named, machine.mayBePIN(reading, naming: named, state) {
        throw ScanError.pinPrompted
      }
      let sight = FactsLoader(
        transaction: transaction, library: library, policy: policy, state: state, station: station)
      if let live { try note(live, reading, named, sight) }
      let facts = try sight.facts(of: input, named: named)
      decision = machine.next(state, input.event, facts, at: now)
    }
    var done = Done(before: before, state: decision.state, decision: decision, outcome: decision.outcome)
    done.isCard = named?.card != nil
    try carryOut(&done, library)
    // The next slot becomes the place of a copy that was just added.
    if decision.effects.contains(where: \.addsCopy), let copy = done.outcome?.copy {
      done.state = machine.taken(copy, into: done.state, at: now)
    }
    if live != nil { try noteAccess(of: done) }
    try followStockTake(from: state.mode, to: done.state.mode)
    try store(&done, isNew: stored.state == nil, recents: library.lists.recents)
    return done
  }

  /// Notes that a person began or ended counting at the station. The time alone ends no counting: scans may be missing.
  private func followStockTake(from before: Mode, to after: Mode) throws {
    guard before != after, live != nil, input.event != .timer else { return }
    if after == .stocktake { try transaction.joinStockTake(station) }
    if before == .stocktake { try transaction.leaveStockTakes(station) }
  }

  /// Adds the facts from memory and from the tag records to the input, so that a replay has them too.
  private mutating func note(
    _ live: MemoryState, _ reading: Reading?, _ named: StationFacts.Resolution?, _ sight: FactsLoader
  ) throws {
    if let reading, let reader = input.reader {
      let beside = try sight.concurrentReads(reading, reader, live)
      input.beside = beside.isEmpty ? nil : beside
    }
    let named = try named ?? sight.named(for: input.event)
    let facts = try live.tags.facts(for: reading, naming: named, at: sight.state, of: station, in: transaction)
    input.tags = facts.isEmpty ? nil : facts
    input.pins = try sight.pins(named)
    input.adding = try sight.adding(named, input.event)
    input.counting = try sight.counting(reading, named, by: input.by)
    if case .nothing(.own(let own)) = named, own.kind == .blank, try transaction.isIssued(own) {
      input.isIssued = true
    }
  }

  /// Adds to the history that a staff card has opened the station, or that its PIN was wrong. A replay has these entries
  /// from the recording.
  private func noteAccess(of done: Done) throws {
    let author = AccessAuthor(name: nil, station: station, origin: .console)
    if let staff = done.state.staff, done.before.staff?.borrower != staff.borrower {
      var author = author
      author.name = try transaction.borrower(staff.borrower)?.shortName
      try transaction.note(.staffUnlocked, by: author)
    }
    if case .staffPIN(let staff, _, _, _) = done.before.stage, input.event == .pin(isRight: false) {
      try transaction.count(.pinFailed, of: try transaction.borrower(staff)?.shortName, by: author)
    }
  }

  private mutating func carryOut(_ done: inout Done, _ library: LibraryPolicy) throws {
    var circulation = EffectExecutor(
      transaction: transaction, tags: live?.tags, station: station, scan: input.reading?.id, by: input.by,
      library: library, session: done.state.session ?? done.before.session)
    circulation.tagRefusal = input.tagRefusal
    try circulation.followSessions(from: done.before, to: done.state)
    try circulation.followBatches(from: done.before, to: done.state)
    let outcome = done.outcome ?? Outcome(.sessionEnded, mode: done.state.mode)
    let result = try circulation.perform(done.decision.effects, outcome)
    if done.outcome != nil { done.outcome = result }
    input.tagRefusal = circulation.tagRefusal
    done.change = try circulation.recordChange()
    done.wantsLookup = circulation.wantsLookup
    done.labels = circulation.labels
    done.by = input.by
  }

  /// Stores the rows that record the step: the scan, the recording, the state of the station, and the events.
  private func store(_ done: inout Done, isNew: Bool, recents: Int) throws {
    let isChanged = done.state != done.before || (isNew && input.event != .timer)
    if let reading = input.reading?.reading, let outcome = done.outcome {
      let sequence = try transaction.append(reading, station: station, reader: input.reader, outcome: outcome)
      done.scan = Scan(
        sequence: sequence, reading: reading, station: station, reader: input.reader, receivedAt: transaction.now,
        outcome: outcome)
      try transaction.publish(.scanRecorded, station: station, subject: reading.id.text)
      if let release = outcome.release { try transaction.noteRecent(release, most: recents) }
    }
    // A timer that ended nothing is not recorded, nor is the answer of a look-up that came too late for a question.
    guard isChanged || !["timer", "looked-up"].contains(input.kind) else { return }
    let candidates = done.decision.candidates
    try transaction.append(
      RecordedEvent(
        at: transaction.now, station: station, kind: input.kind, scan: input.reading?.id,
        input: try ColumnJSON.write(input.recorded), seed: transaction.seed, rule: done.decision.rule,
        before: try ColumnJSON.write(done.before), after: try ColumnJSON.write(done.state),
        outcome: try done.outcome.map { try ColumnJSON.write(StoredOutcome($0)) },
        candidates: candidates.isEmpty ? nil : try ColumnJSON.write(candidates), change: done.change?.sequence))
    if isChanged { try transaction.save(done.state, of: station) }
    let reported = input.reading == nil ? done.outcome : nil
    guard isChanged || reported != nil else { return }
    try transaction.publishStation(station, done.state, outcome: reported)
  }

  /// Stores a scan that was reported as not saved in the history; the state of the station does not change.
  package func importUnsaved(_ reading: Reading) throws {
    let state = try transaction.storedStation(station).state ?? StationState()
    let outcome = Outcome(.notSaved, mode: state.mode)
    _ = try transaction.append(reading, station: station, reader: input.reader, outcome: outcome)
    try transaction.publish(.scanRecorded, station: station, subject: reading.id.text)
    let text = try ColumnJSON.write(state)
    try transaction.append(
      RecordedEvent(
        at: transaction.now, station: station, kind: "not-saved", scan: reading.id,
        input: try ColumnJSON.write(input), seed: transaction.seed, rule: "not-saved.taken-in", before: text,
        after: text, outcome: try ColumnJSON.write(StoredOutcome(outcome))))
  }
}
