internal import Deadwax
internal import Lending

extension StationMachine {
  /// Handles a borrower's card in a mode that uses cards: it opens a session, ends its own, or replaces another's.
  func card(_ borrower: Borrower, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let session = state.session {
      if session.borrower == borrower.id {
        return Decision(left(state), Outcome(.sessionEnded, mode: state.mode), rule: .sessionEndedByCard)
      }
      // A staff card in another borrower's session is for help; a second scan opens their own session.
      if borrower.isStaff, state.staff?.borrower != borrower.id { return staffReady(borrower, state, facts, now) }
    }
    let standing = rules.standing(of: borrower, now: now)
    if !isAttended(state), let refusal = standing.blockers.first, isClosed(refusal) {
      var outcome = Outcome(refusal, mode: state.mode)
      outcome.facts.reasons = standing.blockers
      outcome.facts.needsStaff = true
      return Decision(left(state), outcome, rule: .cardRefused)
    }
    var waiting: Copy?
    if case .pendingCopy = state.stage { waiting = facts.pendingCopy }
    guard station.asksPIN, borrower.hasPIN else { return welcome(borrower, with: waiting, state, facts, now) }
    if let until = facts.pin.lockedUntil, now < until { return pinLocked(until: until, left(state)) }
    // The waiting record is checked out after the correct PIN; until then it counts as in hand.
    var next = left(state)
    next.hand = waiting.map { StationState.LastHandled(copy: $0.id, until: now + policy.questionTime, at: now) }
    next.stage = .pin(borrower.id, tries: facts.pin.failures, until: now + policy.questionTime)
    return Decision(next, Outcome(.pinNeeded, mode: state.mode), rule: .pinPrompted)
  }

  /// True for a reason that does not even open a session at a self-service station. With other reasons, the borrower
  /// may still look and renew.
  func isClosed(_ reason: Outcome.Code) -> Bool { [.cardBlocked, .cardExpired].contains(reason) }

  /// Opens the session, with all reasons against the borrower, and checks out or renews the waiting record.
  func welcome(
    _ borrower: Borrower, with waiting: Copy?, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    let isSwitch = state.session != nil
    let standing = rules.standing(of: borrower, now: now)
    var opened = left(state)
    opened.session = StationState.Session(
      borrower: borrower.id, until: now + policy.sessionTime, id: facts.newSession,
      said: standing.warnings.filter(isAboutPerson))
    if let waiting {
      // Reasons that concern the borrower alone are reported with it.
      if opened.mode == .renew { return renew(waiting, opened, facts, now, by: borrower).noting(standing.warnings) }
      return lend(waiting, to: borrower, opened, facts, now).noting(standing.warnings)
    }
    var outcome = Outcome(isSwitch ? .switchBorrower : .sessionStarted, mode: state.mode)
    outcome.facts.notes = standing.blockers + standing.warnings
    return Decision(opened, outcome, rule: isSwitch ? .sessionSwitched : .sessionStarted)
  }

  /// Returns the state without the session and everything in it.
  func left(_ state: StationState) -> StationState {
    var state = state
    state.endSession()
    return state
  }

  /// True for a warning about the borrower or the station, not about the record: given once in a session.
  func isAboutPerson(_ warning: Outcome.Code) -> Bool { [.overdueNote, .clock].contains(warning) }

  // MARK: - Staff

  /// Handles a card in a mode that uses no cards: a staff card opens the staff functions.
  func cardOutOfPlace(
    _ borrower: Borrower, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    borrower.isStaff ? staffReady(borrower, state, facts, now) : wrongKind(state)
  }

  func staffReady(
    _ staff: Borrower, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    pinBefore(staff, state, facts, now) ?? staffReady(staff, state, now)
  }

  func staffReady(_ staff: Borrower, _ state: StationState, _ now: Timestamp) -> Decision {
    Decision(opened(for: staff, state, now), Outcome(.staffReady, mode: state.mode), rule: .staffReady)
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
    _ thing: StationFacts.Resolution, _ borrower: Borrower, _ state: StationState, _ facts: StationFacts,
    _ now: Timestamp
  ) -> Decision {
    guard state.mode.takesCards else {
      var facts = facts
      facts.named = thing
      return act(state, facts, now)
    }
    return choose(
      .ambiguousClass, [.borrower(borrower.id)] + thing.targets, state, facts, now, rule: .cardOrThing)
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
