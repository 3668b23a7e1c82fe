package import Deadwax
internal import Lending

extension StationMachine {
  /// Handles an entered PIN. Failures count for the card at all stations, until a correct PIN.
  func pin(_ isRight: Bool, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let open: (id: Borrower.ID, after: StationState, until: Timestamp)
    switch state.stage {
    case .pin(let id, _, let until) where facts.borrower?.id == id: open = (id, left(state), until)
    case .staffPIN(let id, _, let until, let over) where facts.pin.staff?.id == id:
      open = (id, uncovered(over, state, now), until)
    default: return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .pinNotPrompted)
    }
    if let locked = facts.pin.lockedUntil, now < locked { return pinLocked(until: locked, open.after) }
    let counted = Effect.countPIN(open.id, isRight: isRight)
    var decision: Decision
    let failures = facts.pin.failures + 1
    if isRight {
      decision = withPIN(state, facts, now)
    } else if let locked = policy.pinLock(after: failures, at: now) {
      decision = pinLocked(until: locked, open.after)
    } else {
      let next = state.with(state.stage.afterWrongPIN(failures))
      decision = Decision(next, Outcome(.pinWrong, mode: state.mode), rule: .pinWrong)
    }
    decision.effects.insert(counted, at: 0)
    return decision
  }

  /// Continues after a correct PIN with the action that the card was scanned for.
  func withPIN(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if case .staffPIN(_, _, _, let over) = state.stage, let staff = facts.pin.staff {
      let uncovered = uncovered(over, state, now)
      guard let pending = uncovered.stage.confirming else { return staffReady(staff, uncovered, now) }
      return agreedByCard(staff, to: pending, uncovered, facts, now)
    }
    guard let borrower = facts.borrower else {
      return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .pinNotPrompted)
    }
    return welcome(borrower, with: facts.inHand, state, facts, now)
  }

  /// Returns true if text typed as a code may be the requested PIN. Then it is not a scan: it is refused and not
  /// recorded.
  ///
  /// - Parameters:
  ///   - reading: the received reading.
  ///   - named: the record it belongs to.
  ///   - state: the current state of the station.
  /// - Returns: true if the reading is refused.
  package func mayBePIN(_ reading: Reading, naming named: StationFacts.Resolution, _ state: StationState) -> Bool {
    guard state.stage.pinOf != nil, reading.symbology == .typed else { return false }
    if case .nothing = named { return true }
    return reading.text.trimmed.utf8.allSatisfy(\.isASCIIDigit)
  }

  /// Refuses other scans before the PIN. The same card prompts again and retains its count of failures; another card
  /// replaces it.
  func whileWaitingForPIN(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision? {
    guard let id = state.stage.pinOf else { return nil }
    if case .borrower(let borrower) = facts.named, borrower.id != id {
      guard case .staffPIN(_, _, _, let over) = state.stage else { return nil }
      if borrower.isStaff { return take(uncovered(over, state, now), facts, now) }
    }
    return Decision(state, Outcome(.pinNeeded, mode: state.mode), rule: .pinPrompted)
  }

  /// Prompts for the PIN of a staff card before the card opens anything; the open stage waits beneath. A blocked or
  /// expired card opens nothing. Nil if no PIN is needed: the card has none, the library does not require it, or the
  /// card has already opened the station.
  func pinBefore(_ staff: Borrower, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision? {
    if let refusal = rules.standing(of: staff, now: now).blockers.first(where: isClosed) {
      return Decision(state, Outcome(refusal, mode: state.mode), rule: .cardRefused)
    }
    guard policy.asksStaffPIN, staff.hasPIN, state.staff?.borrower != staff.id else { return nil }
    if let until = facts.pin.lockedUntil, now < until { return pinLocked(until: until, state) }
    let next = StationState.Stage.staffPIN(
      staff.id, tries: facts.pin.failures, until: now + policy.questionTime, over: state.stage.beneathPIN)
    return Decision(state.with(next), Outcome(.pinNeeded, mode: state.mode), rule: .pinPrompted)
  }

  func pinLocked(until: Timestamp, _ state: StationState) -> Decision {
    Decision(state, Outcome(.pinLocked, mode: state.mode, dueAt: until), rule: .pinLocked)
  }
}
