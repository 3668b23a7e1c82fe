internal import Deadwax
internal import Lending

extension Desk {
  /// A borrower's card, where cards mean something: it opens a session, ends its own, or takes over another's.
  func card(_ borrower: Borrower, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if let session = state.session {
      if session.borrower == borrower.id {
        return Decision(left(state), Outcome(.sessionEnded, mode: state.mode), rule: .sessionEndedByCard)
      }
      // Staff comes to help; the card once more and they borrow themselves.
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
    // The record that waited is lent with the right PIN: until then it lies in the hand.
    var asked = left(state)
    asked.hand = waiting.map { StationState.Hand(copy: $0.id, until: now + policy.questionTime, at: now) }
    asked.stage = .pin(borrower.id, tries: world.pinFailures, until: now + policy.questionTime)
    return Decision(asked, Outcome(.pinNeeded, mode: state.mode), rule: .pinAsked)
  }

  /// Whether a card like this does not even open a session where borrowers serve themselves. With the others the
  /// borrower may at least see and renew.
  private func isClosed(_ reason: Outcome.Code) -> Bool { [.cardBlocked, .cardExpired].contains(reason) }

  /// Opens the session, with all that stands against the borrower, and lends or renews the record that waited.
  private func welcome(
    _ borrower: Borrower, with waiting: Copy?, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    let isSwitch = state.session != nil
    let standing = rules.standing(of: borrower, now: now)
    var opened = left(state)
    opened.session = StationState.Session(
      borrower: borrower.id, until: now + policy.sessionTime, visit: world.visit,
      said: standing.warnings.filter(isAboutPerson))
    if let waiting {
      // What stands against the borrower alone is told with it.
      if opened.mode == .renew { return renew(waiting, opened, world, now, by: borrower).noting(standing.warnings) }
      return lend(waiting, to: borrower, opened, world, now).noting(standing.warnings)
    }
    var outcome = Outcome(isSwitch ? .switchBorrower : .sessionStarted, mode: state.mode)
    outcome.facts.notes = standing.blockers + standing.warnings
    return Decision(opened, outcome, rule: isSwitch ? .sessionSwitched : .sessionStarted)
  }

  /// The state when whoever stood there has gone: nothing of the session is left.
  private func left(_ state: StationState) -> StationState {
    var state = state
    state.endSession()
    return state
  }

  /// A warning about the borrower or the desk, not about the record: given once in a session.
  func isAboutPerson(_ warning: Outcome.Code) -> Bool { [.overdueNote, .clock].contains(warning) }

  // MARK: PIN

  /// The PIN that was typed. Wrong ones count for the card wherever they were typed, until a right one.
  func pin(_ isRight: Bool, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    let open: (id: Borrower.ID, after: StationState, until: Timestamp)
    switch state.stage {
    case .pin(let id, _, let until) where world.borrower?.id == id: open = (id, left(state), until)
    case .staffPIN(let id, _, let until, let over) where world.staff?.id == id:
      open = (id, uncovered(over, state, now), until)
    default: return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .pinNotAsked)
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
      let asked = state.with(state.stage.afterWrongPIN(failures))
      decision = Decision(asked, Outcome(.pinWrong, mode: state.mode), rule: .pinWrong)
    }
    decision.effects.insert(counted, at: 0)
    return decision
  }

  /// The PIN was right: what the card was held up for is done.
  private func withPIN(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if case .staffPIN(_, _, _, let over) = state.stage, let staff = world.staff {
      let uncovered = uncovered(over, state, now)
      guard let asked = uncovered.stage.confirming else { return staffReady(staff, uncovered, now) }
      return agreedByCard(staff, to: asked, uncovered, world, now)
    }
    guard let borrower = world.borrower else {
      return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .pinNotAsked)
    }
    return welcome(borrower, with: world.inHand, state, world, now)
  }

  /// Before the PIN nothing else is taken: the same card is asked again and keeps its tries, another takes its place.
  func whileWaitingForPIN(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision? {
    guard let id = state.stage.pinOf else { return nil }
    if case .borrower(let borrower) = world.named, borrower.id != id {
      guard case .staffPIN(_, _, _, let over) = state.stage else { return nil }
      if borrower.isStaff { return take(uncovered(over, state, now), world, now) }
    }
    return Decision(state, Outcome(.pinNeeded, mode: state.mode), rule: .pinAsked)
  }

  // MARK: staff

  /// A card where cards mean nothing: that of staff opens what only staff may do.
  func cardOutOfPlace(
    _ borrower: Borrower, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    borrower.isStaff ? staffReady(borrower, state, world, now) : wrongKind(state)
  }

  private func staffReady(
    _ staff: Borrower, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    pinBefore(staff, state, world, now) ?? staffReady(staff, state, now)
  }

  private func staffReady(_ staff: Borrower, _ state: StationState, _ now: Timestamp) -> Decision {
    Decision(opened(for: staff, state, now), Outcome(.staffReady, mode: state.mode), rule: .staffReady)
  }

  /// Asks a member of staff for the PIN before the card opens anything; what is open waits beneath. A card that is blocked
  /// or has ended opens nothing. Nil where nothing is to be asked: the card has no PIN, the house asks for none, or the
  /// card has opened the desk already.
  func pinBefore(_ staff: Borrower, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision? {
    if let refusal = rules.standing(of: staff, now: now).blockers.first(where: isClosed) {
      return Decision(state, Outcome(refusal, mode: state.mode), rule: .cardRefused)
    }
    guard policy.asksStaffPIN, staff.hasPIN, state.staff?.borrower != staff.id else { return nil }
    if let until = world.pinLockedUntil, now < until { return pinLocked(until: until, state) }
    let asked = StationState.Stage.staffPIN(
      staff.id, tries: world.pinFailures, until: now + policy.questionTime, over: state.stage.beneathPIN)
    return Decision(state.with(asked), Outcome(.pinNeeded, mode: state.mode), rule: .pinAsked)
  }

  private func pinLocked(until: Timestamp, _ state: StationState) -> Decision {
    Decision(state, Outcome(.pinLocked, mode: state.mode, dueAt: until), rule: .pinLocked)
  }

  /// The state without the PIN that was asked for over it. A question waits once more as long as any; what else has
  /// lasted too long meanwhile is gone.
  func uncovered(_ over: StationState.Stage, _ state: StationState, _ now: Timestamp) -> StationState {
    if case .confirming(let asked, _) = over {
      return state.with(.confirming(asked, until: now + policy.questionTime))
    }
    return state.with(over.deadline.map { now < $0 } ?? true ? over : .idle)
  }

  /// The state in which for a while may be done what only staff may.
  func opened(for staff: Borrower, _ state: StationState, _ now: Timestamp) -> StationState {
    var state = state
    state.staff = StationState.Staff(borrower: staff.id, until: now + policy.staffTime)
    return state
  }

  // MARK: a code that is a card and something else

  /// Where only one of the two can be meant it is that one; else a person says which.
  func cardOr(
    _ thing: World.Named, _ borrower: Borrower, _ state: StationState, _ world: World, _ now: Timestamp
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
  func noting(_ notes: [Outcome.Code]) -> Decision { notes.reduce(self) { $0.noting($1) } }
}
