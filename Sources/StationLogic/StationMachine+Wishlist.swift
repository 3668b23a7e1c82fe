internal import Deadwax
internal import Lending

extension StationMachine {
  /// Puts a release on the library's wish list.
  func wish(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let release: Release.ID
    let owned: Int
    switch facts.named {
    case .copy(let copy): (release, owned) = (copy.release, 1)
    case .release(let named, let copies): (release, owned) = (named, copies.count)
    case .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return chooseRelease(matches, state, facts, now)
    default: return wrongKind(state)
    }
    var outcome = Outcome(.wished, mode: state.mode, release: release)
    if owned > 0 { outcome.facts.notes = [.copyExists] }
    if facts.code.isWished {
      outcome.code = .alreadyWished
      return Decision(state.atRest, outcome, rule: .wishedAlready)
    }
    return Decision(state.atRest, outcome, [.wish(release)], rule: .wished)
  }
}
