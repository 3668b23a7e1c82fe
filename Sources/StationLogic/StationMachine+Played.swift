internal import Deadwax
internal import Lending

extension StationMachine {
  /// Handles one record after another in the modes played, condition and label.
  func handle(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let copy: Copy
    switch facts.named {
    case .copy(let named): copy = named
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      if matches.copies.isEmpty {
        return Decision(
          state, Outcome(.unknownCode, mode: state.mode, release: matches.release), rule: .releaseWithoutCopy)
      }
      // If there are several copies, only those that are not on loan are candidates.
      let inside = matches.copies.filter { $0.loan == nil }
      let possible = inside.isEmpty ? matches.copies : inside
      guard possible.count == 1, let only = possible.first else {
        return choose(
          .chooseCopy, possible.map { .copy($0.id) }, of: matches.release, state, facts, now, rule: .handleChoose
        ).among(matches.targets)
      }
      return handle(only, state, now).among(matches.targets)
    case .slot, .place: return putAway(state, facts, now) ?? wrongKind(state)
    default: return wrongKind(state)
    }
    return handle(copy, state, now)
  }

  private func handle(_ copy: Copy, _ state: StationState, _ now: Timestamp) -> Decision {
    switch state.mode {
    case .condition: inspect(copy, state, now)
    case .label: queueLabel(copy, state, now)
    default: countPlay(copy, state, now)
    }
  }

  /// Counts a play of a copy, but not twice for one movement of the hand.
  private func countPlay(_ copy: Copy, _ state: StationState, _ now: Timestamp) -> Decision {
    let isAgain = isSameMove(copy.id, state, now)
    var outcome = handled(copy, isAgain ? .duplicate : .played, state)
    outcome.facts.count = copy.plays + (isAgain ? 0 : 1)
    return isAgain
      ? Decision(state.atRest, outcome, rule: .playedAgain)
      : Decision(withLastHandled(copy.id, state, now), outcome, [.countPlay(copy)], rule: .played)
  }

  /// Returns the outcome for a copy that was handled, with a note if it is on loan.
  func handled(_ copy: Copy, _ code: Outcome.Code, _ state: StationState) -> Outcome {
    var outcome = Outcome(code, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
    if copy.loan != nil { outcome.facts.notes.append(.copyOnLoan) }
    return outcome
  }
}
