internal import Deadwax
internal import Lending

extension StationMachine {
  /// Puts the scanned record into the crate of the pile. The first scan makes the crate.
  ///
  /// A trade barcode stands for the only copy of its release. If there are several copies, or none, it stands for the
  /// release: a pile is scanned without a question for each sleeve. A barcode and a label within one movement of the
  /// hand are one copy.
  func collect(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let release: Release.ID
    var copy: Copy?
    switch facts.named {
    case .copy(let named): (release, copy) = (named.release, named)
    case .release(let named, let copies):
      release = named
      copy = copies.count == 1 ? copies.first : facts.named.matches.flatMap { inHand($0, state, now) }
    case .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      if let copy = inHand(matches, state, now) {
        var named = facts
        named.named = .copy(copy)
        return collect(state, named, now).among(matches.targets)
      }
      return chooseRelease(matches, state, facts, now)
    default: return wrongKind(state)
    }
    guard let crate = facts.collecting.crate else { return wrongKind(state) }
    let subject: CrateItem.Subject = copy.map { .copy($0.id) } ?? .release(release)
    var outcome = Outcome(.collected, mode: state.mode, release: release, copy: copy?.id)
    if copy?.loan != nil { outcome.facts.notes.append(.copyOnLoan) }
    outcome.facts.count = facts.collecting.count
    var next = copy.map { withLastHandled($0.id, state, now) } ?? state.atRest
    if facts.collecting.present.contains(subject) {
      outcome.code = .alreadyCollected
      return Decision(next, outcome, rule: .collectedAlready)
    }
    guard facts.collecting.count < CrateItem.most else {
      outcome.code = .crateFull
      return Decision(state.atRest, outcome, rule: .collectFull)
    }
    outcome.facts.count = facts.collecting.count + 1
    next.collecting = crate
    return Decision(next, outcome, [.collect(subject, into: crate)], rule: .collected)
  }
}
