package import Deadwax
internal import Lending

extension StationMachine {
  /// Handles a borrower's card in a mode that uses cards: it opens a session, ends its own, or replaces another's.
  func card(_ borrower: Borrower, _ state: StationState, _ world: StationFacts, _ now: Timestamp) -> Decision {
    if let session = state.session {
      if session.borrower == borrower.id {
        return Decision(left(state), Outcome(.sessionEnded, mode: state.mode), rule: .sessionEndedByCard)
      }
      // A staff card in another borrower's session is for help; a second scan opens their own session.
      if borrower.isStaff, state.staff?.borrower != borrower.id { return staffReady(borrower, state, world, now) }
    }
    let standing = rules.standing(of: borrower, now: now)
    if !isAttended(state), let refusal = standing.blockers.first, isClosed(refusal) {
      var outcome = Outcome(refusal, mode: state.mode)
      outcome.facts.reasons = standing.blockers
      outcome.facts.needsStaff = true
      return Decision(left(state), outcome, rule: .cardRefused)
    }
    var waiting: Copy?
    if case .pendingCopy = state.stage { waiting = world.pendingCopy }
    guard station.asksPIN, borrower.hasPIN else { return welcome(borrower, with: waiting, state, world, now) }
    if let until = world.pinLockedUntil, now < until { return pinLocked(until: until, left(state)) }
    // The waiting record is checked out after the correct PIN; until then it counts as in hand.
    var next = left(state)
    next.hand = waiting.map { StationState.LastHandled(copy: $0.id, until: now + policy.questionTime, at: now) }
    next.stage = .pin(borrower.id, tries: world.pinFailures, until: now + policy.questionTime)
    return Decision(next, Outcome(.pinNeeded, mode: state.mode), rule: .pinPrompted)
  }

  /// True for a reason that does not even open a session at a self-service station. With other reasons, the borrower
  /// may still look and renew.
  private func isClosed(_ reason: Outcome.Code) -> Bool { [.cardBlocked, .cardExpired].contains(reason) }

  /// Opens the session, with all reasons against the borrower, and checks out or renews the waiting record.
  private func welcome(
    _ borrower: Borrower, with waiting: Copy?, _ state: StationState, _ world: StationFacts, _ now: Timestamp
  ) -> Decision {
    let isSwitch = state.session != nil
    let standing = rules.standing(of: borrower, now: now)
    var opened = left(state)
    opened.session = StationState.Session(
      borrower: borrower.id, until: now + policy.sessionTime, visit: world.visit,
      said: standing.warnings.filter(isAboutPerson))
    if let waiting {
      // Reasons that concern the borrower alone are reported with it.
      if opened.mode == .renew { return renew(waiting, opened, world, now, by: borrower).noting(standing.warnings) }
      return lend(waiting, to: borrower, opened, world, now).noting(standing.warnings)
    }
    var outcome = Outcome(isSwitch ? .switchBorrower : .sessionStarted, mode: state.mode)
    outcome.facts.notes = standing.blockers + standing.warnings
    return Decision(opened, outcome, rule: isSwitch ? .sessionSwitched : .sessionStarted)
  }

  /// Returns the state without the session and everything in it.
  private func left(_ state: StationState) -> StationState {
    var state = state
    state.endSession()
    return state
  }

  /// True for a warning about the borrower or the station, not about the record: given once in a session.
  func isAboutPerson(_ warning: Outcome.Code) -> Bool { [.overdueNote, .clock].contains(warning) }

  // MARK: - PIN

  /// Handles an entered PIN. Failures count for the card at all stations, until a correct PIN.
  func pin(_ isRight: Bool, _ state: StationState, _ world: StationFacts, _ now: Timestamp) -> Decision {
    let open: (id: Borrower.ID, after: StationState, until: Timestamp)
    switch state.stage {
    case .pin(let id, _, let until) where world.borrower?.id == id: open = (id, left(state), until)
    case .staffPIN(let id, _, let until, let over) where world.staff?.id == id:
      open = (id, uncovered(over, state, now), until)
    default: return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .pinNotPrompted)
    }
    if let locked = world.pinLockedUntil, now < locked { return pinLocked(until: locked, open.after) }
    let counted = Effect.countPIN(open.id, isRight: isRight)
    var decision: Decision
    let failures = world.pinFailures + 1
    if isRight {
      decision = withPIN(state, world, now)
    } else if failures >= policy.pinTries {
      decision = pinLocked(until: now + policy.pinLockTime, open.after)
    } else {
      let next = state.with(state.stage.afterWrongPIN(failures))
      decision = Decision(next, Outcome(.pinWrong, mode: state.mode), rule: .pinWrong)
    }
    decision.effects.insert(counted, at: 0)
    return decision
  }

  /// Continues after a correct PIN with the action that the card was scanned for.
  private func withPIN(_ state: StationState, _ world: StationFacts, _ now: Timestamp) -> Decision {
    if case .staffPIN(_, _, _, let over) = state.stage, let staff = world.staff {
      let uncovered = uncovered(over, state, now)
      guard let pending = uncovered.stage.confirming else { return staffReady(staff, uncovered, now) }
      return agreedByCard(staff, to: pending, uncovered, world, now)
    }
    guard let borrower = world.borrower else {
      return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .pinNotPrompted)
    }
    return welcome(borrower, with: world.inHand, state, world, now)
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
  func whileWaitingForPIN(_ state: StationState, _ world: StationFacts, _ now: Timestamp) -> Decision? {
    guard let id = state.stage.pinOf else { return nil }
    if case .borrower(let borrower) = world.named, borrower.id != id {
      guard case .staffPIN(_, _, _, let over) = state.stage else { return nil }
      if borrower.isStaff { return take(uncovered(over, state, now), world, now) }
    }
    return Decision(state, Outcome(.pinNeeded, mode: state.mode), rule: .pinPrompted)
  }

  // MARK: - Staff

  /// Handles a card in a mode that uses no cards: a staff card opens the staff functions.
  func cardOutOfPlace(
    _ borrower: Borrower, _ state: StationState, _ world: StationFacts, _ now: Timestamp
  ) -> Decision {
    borrower.isStaff ? staffReady(borrower, state, world, now) : wrongKind(state)
  }

  private func staffReady(
    _ staff: Borrower, _ state: StationState, _ world: StationFacts, _ now: Timestamp
  ) -> Decision {
    pinBefore(staff, state, world, now) ?? staffReady(staff, state, now)
  }

  private func staffReady(_ staff: Borrower, _ state: StationState, _ now: Timestamp) -> Decision {
    Decision(opened(for: staff, state, now), Outcome(.staffReady, mode: state.mode), rule: .staffReady)
  }

  /// Prompts for the PIN of a staff card before the card opens anything; the open stage waits beneath. A blocked or
  /// expired card opens nothing. Nil if no PIN is needed: the card has none, the library does not require it, or the
  /// card has already opened the station.
  func pinBefore(_ staff: Borrower, _ state: StationState, _ world: StationFacts, _ now: Timestamp) -> Decision? {
    if let refusal = rules.standing(of: staff, now: now).blockers.first(where: isClosed) {
      return Decision(state, Outcome(refusal, mode: state.mode), rule: .cardRefused)
    }
    guard policy.asksStaffPIN, staff.hasPIN, state.staff?.borrower != staff.id else { return nil }
    if let until = world.pinLockedUntil, now < until { return pinLocked(until: until, state) }
    let next = StationState.Stage.staffPIN(
      staff.id, tries: world.pinFailures, until: now + policy.questionTime, over: state.stage.beneathPIN)
    return Decision(state.with(next), Outcome(.pinNeeded, mode: state.mode), rule: .pinPrompted)
  }

  private func pinLocked(until: Timestamp, _ state: StationState) -> Decision {
    Decision(state, Outcome(.pinLocked, mode: state.mode, dueAt: until), rule: .pinLocked)
  }

  /// Returns the state without the PIN prompt on top. A confirmation beneath it gets the full time again; any other
  /// stage that has expired meanwhile is closed.
  func uncovered(_ over: StationState.Stage, _ state: StationState, _ now: Timestamp) -> StationState {
    if case .confirming(let pending, _) = over {
      return state.with(.confirming(pending, until: now + policy.questionTime))
    }
    return state.with(over.deadline.map { now < $0 } ?? true ? over : .idle)
  }

  /// Returns the state with the staff functions open for a limited time.
  func opened(for staff: Borrower, _ state: StationState, _ now: Timestamp) -> StationState {
    var state = state
    state.staff = StationState.Staff(borrower: staff.id, until: now + policy.staffTime)
    return state
  }

  // MARK: - Ambiguous card codes

  /// Handles a code that is a card and another record. If the mode fits only one of them, it is that one; otherwise a
  /// person chooses.
  func cardOr(
    _ thing: StationFacts.Resolution, _ borrower: Borrower, _ state: StationState, _ world: StationFacts,
    _ now: Timestamp
  ) -> Decision {
    guard state.mode.takesCards else {
      var world = world
      world.named = thing
      return act(state, world, now)
    }
    return choose(
      .ambiguousClass, [.borrower(borrower.id)] + thing.targets, state, world, now, rule: .cardOrThing)
  }
}

extension Decision {
  /// Returns the decision with notes about the borrower, in the common order of notes.
  fileprivate func noting(_ notes: [Outcome.Code]) -> Decision {
    var noted = self
    noted.outcome?.facts.notes = ReasonOrder.sorted((outcome?.facts.notes ?? []) + notes)
    return noted
  }
}
