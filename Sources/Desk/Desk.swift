package import Deadwax
package import Lending

/// The state machine of a station: pure, without clock and without records of its own.
///
/// What a reading is taken for is asked in this order: what has failed, an order, a choice that is open, a question that
/// is open, the mode. A choice and a question are dropped by a scan that has nothing to do with them, and that scan is
/// taken as if they had never been; it notes `declined`.
package struct Desk: Sendable {
  package let house: HousePolicy
  package let station: StationPolicy
  package let rules: LoanRules

  package init(house: HousePolicy = HousePolicy(), station: StationPolicy = StationPolicy()) {
    self.house = house
    self.station = station
    rules = LoanRules(house: house, station: station)
  }

  /// The times and rules of the desks.
  package var policy: DeskPolicy { house.desk }

  /// What follows from an event at a time. A timer changes the state at most; it never asks for an effect.
  ///
  /// - Parameters:
  ///   - state: where the desk stands.
  ///   - event: what happened.
  ///   - world: what the records say. Nil for a timer, a fault, a mode that was chosen and an end; all else is decided
  ///     with the world it happened in, what is done on the screen with one that names the order it stands for.
  ///   - now: the time of the event; never earlier than that of the event before.
  /// - Returns: the new state, the effects, and for all but faults the outcome; for a timer only where somebody was asked
  ///   something and did not answer.
  package func next(_ state: StationState, _ event: DeskEvent, _ world: World?, at now: Timestamp) -> Decision {
    let before = state
    let state = state.expired(at: now, home: station.home)
    switch event {
    case .timer: return passed(before, state, now)
    case .fault(let kind): return failed(kind, state, now)
    case .reading, .choose, .end, .answer, .pick, .pin, .undo, .renewAll: break
    }
    if state.fault?.kind == StationState.Fault.database {
      return Decision(state, Outcome(.notSaved, mode: state.mode), rule: .notSaved)
    }
    return decide(prolonged(state, now), event, world, now)
  }

  private func decide(_ state: StationState, _ event: DeskEvent, _ world: World?, _ now: Timestamp) -> Decision {
    switch event {
    case .choose(let mode): return switched(state, to: mode, world, now)
    case .end: return ended(state, world)
    default: break
    }
    guard let world else { preconditionFailure("\(event) is decided with the world it happened in") }
    switch event {
    case .reading: return read(state, world, now)
    case .answer(let yes, let reason): return answer(yes, reason: reason, state, world, now)
    case .pick(let number): return pick(number, state, world, now)
    case .pin(let isRight): return pin(isRight, state, world, now)
    case .undo: return undo(state, world, now)
    case .renewAll: return renewAll(state, world, now)
    case .timer, .fault, .choose, .end: return Decision(state, nil, rule: .timer)
    }
  }

  private func read(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    switch world.named {
    case .command(let command): return order(command, state, world, now)
    case .disagreement: return Decision(state, Outcome(.tagContentMismatch, mode: state.mode), rule: .tagMismatch)
    case .ambiguous: return Decision(state, Outcome(.ambiguousCode, mode: state.mode), rule: .codeAmbiguous)
    case .nothing(let code):
      if world.scanned == nil || ![.write, .bind].contains(state.mode) { return unknown(code, state, world, now) }
    default: break
    }
    return wrongDisc(state, world) ?? whileWaitingForPIN(state, world, now) ?? take(state, world, now)
  }

  /// What a choice, a question or the mode makes of something that has a name.
  func take(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    whileChoosing(state, world, now) ?? whileConfirming(state, world, now) ?? act(state, world, now)
  }

  /// What the mode makes of something that has a name.
  func act(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if case .cardAnd(let borrower, let thing) = world.named { return cardOr(thing, borrower, state, world, now) }
    if case .borrower(let borrower) = world.named, !state.mode.takesCards, !isTag(world, in: state.mode) {
      return cardOutOfPlace(borrower, state, world, now)
    }
    switch state.mode {
    case .auto: return auto(state, world, now)
    case .lookup: return lookUp(state, world, now)
    case .add: return add(state, world, now)
    case .wishlist: return wish(state, world, now)
    case .checkout: return checkOut(state, world, now)
    case .return: return giveBack(state, world, now)
    case .renew: return renew(state, world, now)
    case .shelve, .move: return shelve(state, world, now)
    case .stocktake: return Decision(state, Outcome(.noStocktake, mode: state.mode), rule: .stocktakeNone)
    case .played, .condition, .label: return handle(state, world, now)
    case .inbox: return sort(state, world, now)
    case .write: return write(state, world, now)
    case .bind: return bind(state, world, now)
    }
  }

  /// In write and bind a tag is a tag, also when it is somebody's card: it is asked about before it becomes another's.
  private func isTag(_ world: World, in mode: Mode) -> Bool { [.write, .bind].contains(mode) && world.scanned != nil }

  /// Any sign of life pushes on the end of the session and the way back to the desk's own mode.
  private func prolonged(_ state: StationState, _ now: Timestamp) -> StationState {
    var state = state
    if state.session != nil { state.session?.until = now + policy.sessionTime }
    if state.revertsAt != nil { state.revertsAt = policy.revertTime.map { now + $0 } }
    return state
  }

  /// Time has passed. Whoever was asked and did not answer is told that it is over, and that nothing was done.
  private func passed(_ before: StationState, _ state: StationState, _ now: Timestamp) -> Decision {
    guard let until = before.stage.deadline, now >= until else { return Decision(state, nil, rule: .timer) }
    var outcome = Outcome(.choiceExpired, mode: state.mode)
    switch before.stage {
    case .choosing: break
    case .confirming(let asked, _): (outcome.copy, outcome.release) = (asked.copy, asked.release)
    case .question(let asked, _): outcome.copy = asked.copy
    case .idle, .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode, .pin, .staffPIN:
      return Decision(state, nil, rule: .timer)
    }
    return Decision(state, outcome, rule: .timer)
  }

  /// A fault lies over the state and changes nothing beneath it.
  private func failed(_ kind: String?, _ state: StationState, _ now: Timestamp) -> Decision {
    var state = state
    guard let kind else {
      state.fault = nil
      return Decision(state, nil, rule: .faultOver)
    }
    if state.fault?.kind != kind { state.fault = StationState.Fault(kind: kind, since: now) }
    return Decision(state, nil, rule: .faultBegan)
  }

  /// Nothing of this kind can be done here.
  func wrongKind(_ state: StationState) -> Decision {
    Decision(state, Outcome(.wrongKind, mode: state.mode), rule: .wrongKind)
  }

  /// Whether this desk did something with the copy so lately that it is the same movement of the hand.
  func isSameMove(_ copy: Copy.ID, _ state: StationState, _ now: Timestamp) -> Bool {
    guard let hand = state.hand, hand.copy == copy else { return false }
    return now < hand.at + policy.againTime
  }

  /// The state after something was done with a copy, which is in the hand now.
  func holding(_ copy: Copy.ID, _ state: StationState, _ now: Timestamp) -> StationState {
    var state = state.atRest
    state.hand = StationState.Hand(copy: copy, until: now + max(policy.putAwayTime, policy.againTime), at: now)
    return state
  }

  /// The state with a copy in the hand that came to be only when the effect was carried out: a new one. To be called by
  /// whoever carries out `addCopy` and `addUnresolved`, so that the next slot puts it away.
  package func taken(_ copy: Copy.ID, into state: StationState, at now: Timestamp) -> StationState {
    state.mode == .add ? holding(copy, state, now) : state
  }
}

extension StationState.Fault {
  /// Nothing can be kept: no scan is taken. With `readers`, what is typed still is.
  package static let database = "database"
  package static let readers = "readers"
}

extension Mode {
  /// Whether a borrower's card means something in it.
  var takesCards: Bool { [.auto, .checkout, .renew].contains(self) }
  /// Whether a session stays open in it.
  var keepsSession: Bool { takesCards || self == .return }
}
