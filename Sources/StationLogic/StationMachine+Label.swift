internal import Deadwax
internal import Lending

extension StationMachine {
  /// Queues a label for a copy, but not twice for one movement of the hand.
  func queueLabel(_ copy: Copy, _ state: StationState, _ now: Timestamp) -> Decision {
    let isAgain = isSameMove(copy.id, state, now)
    let outcome = handled(copy, isAgain ? .duplicate : .labelQueued, state)
    return isAgain
      ? Decision(state.atRest, outcome, rule: .labelAgain)
      : Decision(withLastHandled(copy.id, state, now), outcome, [.label(copy)], rule: .labelQueued)
  }
}
