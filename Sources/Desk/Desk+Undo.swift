internal import Deadwax
internal import Lending

extension Desk {
  /// Takes back what this desk did last, unless something else has happened to it since.
  ///
  /// Borrowers who serve themselves take back only what was done in their own session; staff is not bound to the time.
  func undo(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    let isAsking = state.stage.isAsking
    let resting = state.atRest
    guard let last = world.lastChange, state.staff != nil || now < last.at + policy.undoTime else {
      return Decision(state, Outcome(.nothingToUndo, mode: state.mode), rule: .undoNothing)
    }
    guard isAttended(state) || (state.session != nil && last.visit == state.session?.visit) else {
      return Decision(state, Outcome(.nothingToUndo, mode: state.mode), rule: .undoNotOwn)
    }
    var outcome = Outcome(.undone, mode: state.mode, release: last.release, copy: last.copy)
    if let since = last.since {
      outcome.code = .changedSince
      outcome.facts.word = since.rawValue
      return Decision(state, outcome, rule: .undoChangedSince)
    }
    outcome.facts.word = last.kind.rawValue
    var next = resting
    next.hand = nil
    if let copy = last.copy, let place = next.batch?.copies.firstIndex(of: copy) {
      next.batch?.copies.remove(at: place)
      if last.kind == .giveBack { next.batch?.count -= 1 }
    }
    let decision = Decision(next, outcome, [.undo(last.id)], rule: .undone)
    return isAsking ? decision.noting(.declined) : decision
  }
}
