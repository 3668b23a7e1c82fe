internal import Deadwax
internal import Lending

extension StationMachine {
  /// Handles one record after another: counts a play, grades it, or queues a label.
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
    var outcome = Outcome(.played, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
    let isAgain = isSameMove(copy.id, state, now)
    let next = withLastHandled(copy.id, state, now)
    if copy.loan != nil { outcome.facts.notes.append(.copyOnLoan) }
    switch state.mode {
    case .condition:
      if let grade = state.grade { return give(grade, to: copy, state, now) }
      outcome.code = .found
      outcome.facts.word = copy.mediaCondition
      return Decision(next, outcome, rule: .conditionCopyFirst)
    case .label:
      outcome.code = isAgain ? .duplicate : .labelQueued
      return isAgain
        ? Decision(state.atRest, outcome, rule: .labelAgain)
        : Decision(next, outcome, [.label(copy)], rule: .labelQueued)
    default:
      outcome.facts.count = copy.plays + (isAgain ? 0 : 1)
      outcome.code = isAgain ? .duplicate : .played
      return isAgain
        ? Decision(state.atRest, outcome, rule: .playedAgain)
        : Decision(next, outcome, [.countPlay(copy)], rule: .played)
    }
  }
}
