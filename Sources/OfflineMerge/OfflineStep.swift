package import Deadwax
package import Execution
internal import Lending
internal import OfflineStation
internal import StationLogic
package import Storage

/// A scan of an offline station, processed inside an open transaction: the decision, its effects, and the rows that
/// record it. It neither depends on nor changes the current state of the station. A replay runs the same code.
package struct OfflineStep {
  /// The result of the step.
  package struct Done {
    var state: MergeResult.State
    var outcome: Outcome
    var reasons: [Outcome.Code]
    var change: Change?
    var borrower: Borrower.ID?
  }

  let input: StationInput
  let station: Station.Name
  let transaction: WriteTransaction
  let policies: LibraryPolicies

  /// - Parameters:
  ///   - input: the input, with a reading and with the station's own record of the scan.
  ///   - station: the station.
  ///   - transaction: the open transaction.
  ///   - policies: the library policy and the station policies.
  package init(
    _ input: StationInput, at station: Station.Name, in transaction: WriteTransaction, policies: LibraryPolicies
  ) {
    self.input = input
    self.station = station
    self.transaction = transaction
    self.policies = policies
  }

  /// Processes the scan.
  ///
  /// - Throws: a `StorageError`; then the transaction must not be committed.
  package func run() throws -> Done {
    guard let reading = input.reading?.reading, let act = input.offline else {
      throw StorageError(
        .mismatch, call: "OfflineStep", message: "the input is not an entry of an offline station")
    }
    transaction.isRecordedByCaller = true
    defer { transaction.isRecordedByCaller = false }
    let library = try policies.library(in: transaction)
    var decision = try MergeRules(records: transaction, library: library, reading: reading, act: act).decision()
    var circulation = EffectExecutor(
      transaction: transaction, tags: nil, station: station, scan: reading.id, by: nil, library: library, session: nil)
    let result = try circulation.perform(decision.effects, decision.outcome)
    if result.code != decision.outcome.code {
      // The schema's constraints decide last.
      var refused = MergeDecision.staff(result.code, result.facts.reasons, result)
      refused.borrower = decision.borrower
      refused.candidates = decision.candidates
      decision = refused
    }
    let change = try circulation.recordChange()
    if decision.state == .appliedWithException {
      let notes = decision.outcome.facts.notes + decision.reasons
      decision.outcome.facts.notes = ReasonOrder.sorted(notes.filter { $0 != decision.outcome.code })
    }
    try store(reading, decision, change)
    return Done(
      state: decision.state, outcome: decision.outcome, reasons: decision.reasons, change: change,
      borrower: decision.borrower)
  }

  private func store(_ reading: Reading, _ decision: MergeDecision, _ change: Change?) throws {
    let stored = try transaction.storedStation(station)
    let state = try stored.state ?? StationState(mode: policies.station(stored.policy).home)
    // A station is created by its first scan, even by one that is merged later.
    if stored.state == nil { try transaction.save(state, of: station) }
    _ = try transaction.append(reading, station: station, reader: input.reader, outcome: decision.outcome)
    try transaction.publish(.scanRecorded, station: station, subject: reading.id.text)
    let text = try ColumnJSON.write(state)
    try transaction.append(
      RecordedEvent(
        at: transaction.now, station: station, kind: "offline", scan: reading.id,
        input: try ColumnJSON.write(input.recorded),
        seed: transaction.seed, rule: decision.rule.rawValue, before: text, after: text,
        outcome: try ColumnJSON.write(StoredOutcome(decision.outcome)),
        candidates: decision.candidates.isEmpty ? nil : try ColumnJSON.write(decision.candidates),
        change: change?.sequence))
  }
}
