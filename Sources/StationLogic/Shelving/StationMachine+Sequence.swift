internal import Deadwax
internal import Lending

extension StationMachine {
  /// Continues after a copy went into the slot or the place that was scanned first: the next copy goes into the slot
  /// after it, or into the same place. The outcome names the next slot.
  func continued(
    _ decision: Decision, _ copy: Copy, _ stage: StationState.Stage, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var continued = decision
    let until = now + policy.pairTime
    switch stage {
    case .pendingSlot where [.shelve, .move].contains(decision.state.mode):
      let sequence = SlotSequence(facts.shelving.row, placed: copy.id)
      guard let next = sequence.next else { return decision.noting(.placeFull) }
      continued.state.stage = .pendingSlot(next.id, until: until)
      continued.outcome?.facts.nextSlot = next.number
      return sequence.skipped.isEmpty ? continued : continued.skipping(sequence.skipped)
    // A place after a place moves the first one in mode move, so the first one is over with its copy there.
    case .pendingPlace(let place, _) where decision.state.mode == .shelve:
      continued.state.stage = .pendingPlace(place, until: until)
      return continued
    default: return decision
    }
  }

  /// Leaves the slot that waits for a copy empty, and goes on to the next one.
  func nextSlot(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    guard [.shelve, .move].contains(state.mode), case .pendingSlot = state.stage, let slot = facts.shelving.slot else {
      return Decision(state, Outcome(.nothingOpen, mode: state.mode), rule: .nextNone)
    }
    let sequence = SlotSequence(facts.shelving.row, placed: nil)
    guard let next = sequence.next else {
      return Decision(
        state, Outcome(.placeFull, mode: state.mode, location: slot.location), rule: .nextFull)
    }
    let decision = Decision(
      state.with(.pendingSlot(next.id, until: now + policy.pairTime)),
      Outcome(.copyNeeded, mode: state.mode, location: next.location), rule: .nextSlot)
    return sequence.skipped.isEmpty ? decision : decision.skipping(sequence.skipped)
  }

  /// Returns the stage after an undo: in a sequence, the slot that has become free waits again. A redo goes on behind it.
  func stage(after last: StationFacts.LastChange, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> StationState.Stage
  {
    guard [.shelve, .move].contains(state.mode), last.kind == .shelve, case .pendingSlot = state.stage else {
      return .idle
    }
    let slot = last.isUndo ? SlotSequence(facts.shelving.row, placed: last.copy).next : facts.shelving.lastSlot
    return slot.flatMap { $0.isDisabled ? nil : $0 }.map { .pendingSlot($0.id, until: now + policy.pairTime) } ?? .idle
  }
}

extension Decision {
  /// Returns the decision with a note about the slots that are passed over because they hold a copy or are disabled.
  fileprivate func skipping(_ slots: [Int]) -> Decision {
    var noted = noting(.slotsSkipped)
    noted.outcome?.facts.skippedSlots = SlotSequence.text(of: slots)
    return noted
  }
}
