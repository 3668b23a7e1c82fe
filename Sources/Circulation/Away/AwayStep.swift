internal import Away
internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// A scan of an offline station, processed inside an open transaction: the decision, its effects, and the rows that
/// record it. It neither depends on nor changes the current state of the station. A replay runs the same code.
struct AwayStep {
  /// The result of the step.
  struct Done {
    var state: AwayVerdict.State
    var outcome: Outcome
    var reasons: [Outcome.Code]
    var change: Change?
    var borrower: Borrower.ID?
  }

  let input: DeskInput
  let station: Station.Name
  let transaction: WriteTransaction
  let policies: HousePolicies

  /// - Parameters:
  ///   - input: the input, with a reading and with the station's own record of the scan.
  ///   - station: the station.
  ///   - transaction: the open transaction.
  ///   - policies: the library policy and the station policies.
  init(_ input: DeskInput, at station: Station.Name, in transaction: WriteTransaction, policies: HousePolicies) {
    self.input = input
    self.station = station
    self.transaction = transaction
    self.policies = policies
  }

  /// Processes the scan.
  ///
  /// - Throws: a `StorageError`; then the transaction must not be committed.
  func run() throws -> Done {
    guard let reading = input.reading?.reading, let act = input.away else {
      throw StorageError(code: .mismatch, call: "AwayStep", message: "the input is not an entry of an offline station")
    }
    transaction.tellsOfChanges = true
    defer { transaction.tellsOfChanges = false }
    let house = try policies.house(in: transaction)
    var ruling = try AwayJudge(records: transaction, house: house, reading: reading, act: act).ruling()
    var circulation = Circulation(
      transaction: transaction, tags: nil, station: station, scan: reading.id, by: nil, house: house, session: nil)
    let result = try circulation.perform(ruling.effects, ruling.outcome)
    if result.code != ruling.outcome.code {
      // The schema's constraints decide last.
      var refused = AwayRuling.staff(result.code, result.facts.reasons, result)
      refused.borrower = ruling.borrower
      refused.candidates = ruling.candidates
      ruling = refused
    }
    let change = try circulation.recordChange()
    if ruling.state == .appliedWithException {
      let notes = ruling.outcome.facts.notes + ruling.reasons
      ruling.outcome.facts.notes = ReasonOrder.sorted(notes.filter { $0 != ruling.outcome.code })
    }
    try keep(reading, ruling, change)
    return Done(
      state: ruling.state, outcome: ruling.outcome, reasons: ruling.reasons, change: change, borrower: ruling.borrower)
  }

  private func keep(_ reading: Reading, _ ruling: AwayRuling, _ change: Change?) throws {
    let kept = try transaction.desk(station)
    let state = try kept.state ?? StationState(mode: policies.station(kept.policy).home)
    // A station is created by its first scan, even by one that is merged later.
    if kept.state == nil { try transaction.save(state, of: station) }
    _ = try transaction.append(reading, station: station, reader: input.reader, outcome: ruling.outcome)
    try transaction.publish(.scanRecorded, station: station, subject: reading.id.text)
    let text = try StateText.write(state)
    try transaction.append(
      RecordedEvent(
        at: transaction.now, station: station, kind: "away", scan: reading.id, input: try StateText.write(input),
        seed: transaction.seed, rule: ruling.rule.rawValue, before: text, after: text,
        outcome: try StateText.write(KeptOutcome(ruling.outcome)),
        candidates: ruling.candidates.isEmpty ? nil : try StateText.write(ruling.candidates),
        change: change?.sequence))
  }
}
