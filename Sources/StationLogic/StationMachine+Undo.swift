internal import Deadwax
internal import Lending

extension StationMachine {
  /// Undoes the last change of this station, unless its rows have changed since. If that change is itself an undo, it
  /// is redone. Older changes are out of reach.
  ///
  /// While a question about the record of a release is open, it reverses the last answer instead.
  ///
  /// At a self-service station, borrowers undo only changes of their own session. Staff have no time limit.
  func undo(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let before = answeredBefore(state, facts, now) { return before }
    // A count changes no record, so an undo there would reverse something else.
    if state.mode == .stocktake {
      return Decision(state, Outcome(.nothingToUndo, mode: state.mode), rule: .undoNothing)
    }
    let isAsking = state.stage.isAsking
    let resting = state.atRest
    guard let last = facts.lastChange, state.staff != nil || now < last.at + policy.undoTime else {
      return Decision(state, Outcome(.nothingToUndo, mode: state.mode), rule: .undoNothing)
    }
    guard isAttended(state) || (state.session != nil && last.session == state.session?.id) else {
      return Decision(state, Outcome(.nothingToUndo, mode: state.mode), rule: .undoNotOwn)
    }
    var outcome = Outcome(last.isUndo ? .redone : .undone, mode: state.mode, release: last.release, copy: last.copy)
    if let since = last.since {
      outcome.code = .changedSince
      outcome.facts.word = since.rawValue
      return Decision(state, outcome, rule: .undoChangedSince)
    }
    outcome.facts.word = last.kind.rawValue
    var next = resting.with(stage(after: last, state, facts, now))
    next.hand = nil
    if let copy = last.copy { recount(copy, after: last, &next) }
    let decision = Decision(next, outcome, [.undo(last.id)], rule: last.isUndo ? .redone : .undone)
    return isAsking ? decision.noting(.declined) : decision
  }

  /// Updates the batch of returns after an undo or a redo.
  private func recount(_ copy: Copy.ID, after last: StationFacts.LastChange, _ state: inout StationState) {
    guard var batch = state.batch else { return }
    if last.isUndo, last.kind == .checkIn, !batch.copies.contains(copy) {
      batch.copies.append(copy)
      batch.count += 1
    } else if !last.isUndo, let place = batch.copies.firstIndex(of: copy) {
      batch.copies.remove(at: place)
      if last.kind == .checkIn { batch.count -= 1 }
    }
    state.batch = batch
  }
}
