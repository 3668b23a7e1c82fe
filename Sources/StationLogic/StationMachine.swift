package import Deadwax
package import Lending

/// The state machine of a station. It is pure: it has no clock and no records of its own.
///
/// A reading is interpreted in this order: open fault, command, open choice, open prompt, mode. A scan that does not
/// belong to an open choice or prompt cancels it. That scan is then processed as if it had never been open, with the
/// note `declined`.
package struct StationMachine: Sendable {
  package let library: LibraryPolicy
  package let station: StationPolicy
  package let rules: LendingPolicy

  package init(library: LibraryPolicy, station: StationPolicy) {
    self.library = library
    self.station = station
    rules = LendingPolicy(library: library, station: station)
  }

  /// The times and rules of the stations.
  package var policy: StationDefaults { library.stations }

  /// Decides about an event at a time. A timer changes at most the state and never has effects.
  ///
  /// - Parameters:
  ///   - state: the current state of the station.
  ///   - event: the event.
  ///   - facts: the facts from the records. Nil for a timer, a fault, a selected mode and an end; every other event
  ///     requires it. For an action on the screen, `named` is the equivalent command.
  ///   - now: the time of the event; never earlier than the previous event.
  /// - Returns: the new state, the effects, and an outcome for all events but faults. A timer has one only if a prompt
  ///   or a choice expired.
  package func next(_ state: StationState, _ event: StationEvent, _ facts: StationFacts?, at now: Timestamp) -> Decision
  {
    let before = state
    let state = state.expired(at: now, home: station.home)
    switch event {
    case .timer: return passed(before, state, now)
    case .fault(let kind): return failed(kind, state, now)
    case .reading, .choose, .end, .answer, .pick, .pin, .undo, .renewAll, .nextSlot, .setBatch, .endBatch,
      .lookedUp:
      break
    }
    if state.fault?.kind == StationState.Fault.database {
      return Decision(state, Outcome(.notSaved, mode: state.mode), rule: .notSaved)
    }
    // The catalogue is not a person, so its answer keeps no session open.
    if case .lookedUp = event { return decide(state, event, facts, now) }
    return decide(prolonged(state, now), event, facts, now)
  }

  private func decide(_ state: StationState, _ event: StationEvent, _ facts: StationFacts?, _ now: Timestamp)
    -> Decision
  {
    switch event {
    case .choose(let mode): return switched(state, to: mode, facts, now)
    case .end: return ended(state, facts)
    default: break
    }
    guard let facts else { preconditionFailure("\(event) needs facts") }
    switch event {
    case .reading: return read(state, facts, now)
    case .answer(let yes, let reason): return answer(yes, reason: reason, state, facts, now)
    case .pick(let number): return pick(number, state, facts, now)
    case .pin(let isRight): return pin(isRight, state, facts, now)
    case .undo: return undo(state, facts, now)
    case .renewAll: return renewAll(state, facts, now)
    case .nextSlot: return nextSlot(state, facts, now)
    case .setBatch(let settings): return setBatch(settings, state, facts, now)
    case .endBatch: return endBatch(state, facts)
    case .lookedUp(let release): return lookedUp(release, state, facts, now)
    case .timer, .fault, .choose, .end: return Decision(state, nil, rule: .timer)
    }
  }

  private func read(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .command(let command): return order(command, state, facts, now)
    case .disagreement: return Decision(state, Outcome(.tagContentMismatch, mode: state.mode), rule: .tagMismatch)
    case .ambiguous: return Decision(state, Outcome(.ambiguousCode, mode: state.mode), rule: .codeAmbiguous)
    case .nothing(let code):
      if facts.tagging.scanned == nil || ![.write, .bind].contains(state.mode) {
        return counting(unknown(code, state, facts, now), state, facts)
      }
    default: break
    }
    return wrongDisc(state, facts) ?? whileWaitingForPIN(state, facts, now) ?? take(state, facts, now)
  }

  /// Applies the open choice, the open confirmation or the mode to a resolved record.
  func take(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    whileChoosing(state, facts, now) ?? whileConfirming(state, facts, now) ?? act(state, facts, now)
  }

  /// Applies the mode to a resolved record.
  func act(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if case .cardAnd(let borrower, let thing) = facts.named, state.mode != .stocktake {
      return cardOr(thing, borrower, state, facts, now)
    }
    if case .borrower(let borrower) = facts.named, !state.mode.takesCards, !isCardToBind(state),
      !isTag(facts, in: state.mode)
    {
      return cardOutOfPlace(borrower, state, facts, now)
    }
    switch state.mode {
    case .auto: return auto(state, facts, now)
    case .lookup: return lookUp(state, facts, now)
    case .add: return add(state, facts, now)
    case .wishlist: return wish(state, facts, now)
    case .collect: return collect(state, facts, now)
    case .checkout: return checkOut(state, facts, now)
    case .return: return checkIn(state, facts, now)
    case .renew: return renew(state, facts, now)
    case .shelve, .move: return shelve(state, facts, now)
    case .stocktake: return count(state, facts, now)
    case .played, .condition, .label: return handle(state, facts, now)
    case .inbox: return sort(state, facts, now)
    case .write: return write(state, facts, now)
    case .bind: return bind(state, facts, now)
    }
  }

  /// True if a tag counts as a tag in write and bind, even if it is a borrower's card. A prompt precedes any new
  /// binding.
  private func isTag(_ facts: StationFacts, in mode: Mode) -> Bool {
    [.write, .bind].contains(mode) && facts.tagging.scanned != nil
  }

  /// True if a code waits in mode bind for the card that it is to belong to.
  private func isCardToBind(_ state: StationState) -> Bool {
    guard state.mode == .bind, case .pendingCode = state.stage else { return false }
    return true
  }

  /// Extends the session and the time until the home mode, as after any activity.
  private func prolonged(_ state: StationState, _ now: Timestamp) -> StationState {
    var state = state
    if state.session != nil { state.session?.until = now + policy.sessionTime }
    if state.revertsAt != nil { state.revertsAt = policy.revertTime.map { now + $0 } }
    return state
  }

  /// Handles the passing of time. If a prompt or a choice expired, the outcome reports that nothing was done.
  private func passed(_ before: StationState, _ state: StationState, _ now: Timestamp) -> Decision {
    guard let until = before.stage.deadline, now >= until else { return Decision(state, nil, rule: .timer) }
    var outcome = Outcome(.choiceExpired, mode: state.mode)
    switch before.stage {
    case .choosing: break
    case .confirming(let pending, _): (outcome.copy, outcome.release) = (pending.copy, pending.release)
    case .question(let pending, _): outcome.copy = pending.copy
    case .idle, .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode, .pin, .staffPIN:
      return Decision(state, nil, rule: .timer)
    }
    return Decision(state, outcome, rule: .timer)
  }

  /// Sets or clears a fault, which covers the state and changes nothing beneath it.
  private func failed(_ kind: String?, _ state: StationState, _ now: Timestamp) -> Decision {
    var state = state
    guard let kind else {
      state.fault = nil
      return Decision(state, nil, rule: .faultOver)
    }
    if state.fault?.kind != kind { state.fault = StationState.Fault(kind: kind, since: now) }
    return Decision(state, nil, rule: .faultBegan)
  }

  /// The source and time of a request to the rules.
  func prompting(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> RequestOrigin {
    RequestOrigin(channel: .station(isAttended: isAttended(state)), isClockRight: facts.isClockRight, at: now)
  }

  /// Refuses a record of a type that the mode cannot use.
  func wrongKind(_ state: StationState) -> Decision {
    Decision(state, Outcome(.wrongKind, mode: state.mode), rule: .wrongKind)
  }

  /// True if this station handled the copy so recently that the scan belongs to the same hand movement.
  func isSameMove(_ copy: Copy.ID, _ state: StationState, _ now: Timestamp) -> Bool {
    guard let hand = state.hand, hand.copy == copy else { return false }
    return now < hand.at + policy.againTime
  }

  /// Returns the copy of a barcode that was handled so recently that the barcode belongs to the same hand movement. The
  /// code that identified the copy then does not matter.
  func inHand(_ matches: BarcodeMatches, _ state: StationState, _ now: Timestamp) -> Copy? {
    matches.copies.first { isSameMove($0.id, state, now) }
  }

  /// Returns the state after a transaction with a copy, which is now in hand.
  func withLastHandled(_ copy: Copy.ID, _ state: StationState, _ now: Timestamp) -> StationState {
    var state = state.atRest
    state.hand = StationState.LastHandled(copy: copy, until: now + max(policy.putAwayTime, policy.againTime), at: now)
    return state
  }

  /// Returns the state with a new copy in hand that an effect has just created. Code that applies an effect that
  /// `addsCopy` must call it, so that the next slot becomes the copy's place.
  package func taken(_ copy: Copy.ID, into state: StationState, at now: Timestamp) -> StationState {
    state.mode == .add ? withLastHandled(copy, state, now) : state
  }
}

extension StationState.Fault {
  /// The kind of a fault in which nothing can be stored, so no scan is accepted. With `readers`, typed codes still are.
  package static let database = "database"
  package static let readers = "readers"
}

extension Mode {
  /// True if borrowers' cards have a function in the mode.
  var takesCards: Bool { [.auto, .checkout, .renew].contains(self) }
  /// True if a session stays open in the mode.
  var keepsSession: Bool { takesCards || self == .return }
}
