package import Deadwax
package import Lending

/// The state machine of a station: pure, without clock and without records of its own.
package struct Desk: Sendable {
  package let house: HousePolicy
  package let station: StationPolicy

  package init(house: HousePolicy = HousePolicy(), station: StationPolicy = StationPolicy()) {
    self.house = house
    self.station = station
  }

  /// The times and rules of the desks.
  package var policy: DeskPolicy { house.desk }

  /// What follows from an event at a time. A timer changes the state at most; it never asks for an effect.
  ///
  /// - Parameters:
  ///   - state: where the desk stands.
  ///   - event: what happened.
  ///   - world: what the records say, for a reading and for an answer; ignored otherwise.
  ///   - now: the time of the event; never earlier than that of the event before.
  /// - Returns: the new state, the effects, and for a reading its outcome.
  package func next(_ state: StationState, _ event: DeskEvent, _ world: World?, at now: Timestamp) -> Decision {
    let state = state.expired(at: now)
    switch event {
    case .timer: return Decision(state, nil)
    case .choose(let mode): return Decision(switched(state, to: mode), nil)
    case .end: return Decision(StationState(mode: state.mode), nil, state.mode == .write ? [.endQueue] : [])
    case .pick, .pin, .undo, .renewAll, .fault: return Decision(state, nil)
    case .answer(let yes, _):
      guard let world else { preconditionFailure("an answer is decided with the world it was given in") }
      return answer(yes, state, world, now)
    case .reading:
      guard let world else { preconditionFailure("a reading is decided with the world it was read in") }
      return read(state, world, now)
    }
  }

  private func read(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    switch world.named {
    case .command(let command): return order(state, command, world, now)
    case .disagreement: return Decision(state, Outcome(.tagContentMismatch, mode: state.mode))
    case .ambiguous: return Decision(state, Outcome(.ambiguousCode, mode: state.mode))
    case .nothing(let code):
      if world.scanned == nil || ![.write, .bind].contains(state.mode) { return unknown(state, code, world) }
    default: break
    }
    switch state.mode {
    case .lookup: return lookUp(state, world)
    case .add: return add(state, world)
    case .checkout: return checkOut(state, world, now)
    case .return: return giveBack(state, world)
    case .shelve: return shelve(state, world, now)
    case .write: return write(state, world, now)
    case .bind: return bind(state, world, now)
    case .auto, .wishlist, .renew, .move, .stocktake, .played, .condition, .label, .inbox:
      return Decision(state, Outcome(.wrongKind, mode: state.mode))
    }
  }

  private func order(_ state: StationState, _ command: Command, _ world: World, _ now: Timestamp) -> Decision {
    if let mode = command.mode {
      let next = mode == .write ? world.queueNext : nil
      return Decision(
        switched(state, to: mode), Outcome(.modeChanged, mode: mode, release: next?.release, copy: next?.id))
    }
    if command == .yes || command == .no { return answer(command == .yes, state, world, now) }
    let endsQueue = state.mode == .write && world.hasQueue
    if state.stage == .idle, state.session == nil, !endsQueue {
      return Decision(state, Outcome(.nothingOpen, mode: state.mode))
    }
    return Decision(
      StationState(mode: state.mode), Outcome(.sessionEnded, mode: state.mode), endsQueue ? [.endQueue] : [])
  }

  /// A session outlives being put into the mode it is already in; everything else that was open ends.
  private func switched(_ state: StationState, to mode: Mode) -> StationState {
    if mode == state.mode, state.session != nil { return state }
    return StationState(mode: mode)
  }

  private func unknown(_ state: StationState, _ code: Code, _ world: World) -> Decision {
    let mode = state.mode
    // A tag that was torn while it was written: it is being finished, whatever the desk is set to.
    if let job = world.scanned?.openJob { return Decision(state, Outcome(.tagWriting, mode: mode, copy: job.copy)) }
    switch code {
    case .gtin(let gtin) where mode == .add:
      return Decision(state, Outcome(.addedUnresolved, mode: mode), [.addUnresolved(gtin)])
    case .tag(let uid): return Decision(state, Outcome(uid.isRandom ? .tagRandomUID : .unknownTag, mode: mode))
    case .own where world.isNewLabel: return Decision(state, Outcome(.newLabel, mode: mode))
    case .own(let own) where own.kind == .command: return Decision(state, Outcome(.unknownCommand, mode: mode))
    case .damagedOwn: return Decision(state, Outcome(.damagedCode, mode: mode))
    case .wrongCheckDigit: return Decision(state, Outcome(.wrongCheckDigit, mode: mode))
    case .unusable: return Decision(state, Outcome(.unusableCode, mode: mode))
    case .gtin, .own, .text: return Decision(state, Outcome(.unknownCode, mode: mode))
    }
  }
}
