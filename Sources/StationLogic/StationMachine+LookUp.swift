internal import Deadwax
internal import Lending

extension StationMachine {
  /// Displays the record of a code, and changes nothing.
  func lookUp(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .copy(let copy): return Decision(state, found(copy, state.mode, facts, now), rule: .lookUpCopy)
    case .release(let release, let copies):
      // The barcode is what several records share; a copy's own code asks nothing.
      if let question = facts.adding.source, let decision = prompt(question, state, facts, now) { return decision }
      if copies.count == 1, let copy = copies.first {
        return Decision(state, found(copy, state.mode, facts, now), rule: .lookUpCopy)
      }
      var outcome = Outcome(
        .found, mode: state.mode, release: release, choices: copies.map { .copy($0.id) })
      outcome.facts.count = copies.isEmpty ? nil : copies.count
      if facts.code.isWished { outcome.facts.notes.append(.alreadyWished) }
      return Decision(state, outcome, rule: .lookUpRelease, candidates: outcome.choices)
    case .releases:
      let releases = facts.named.matches?.releases ?? []
      let owned = releases.filter { !$0.copies.isEmpty }
      if owned.count == 1, let only = owned.first {
        return lookUp(state, facts.naming(.release(only.release, copies: only.copies)), now).among(facts.named.targets)
      }
      let choices = releases.map { CodeTarget.release($0.release) }
      return Decision(
        state, Outcome(.found, mode: state.mode, choices: choices), rule: .lookUpReleases, candidates: choices)
    case .slot(let slot):
      return Decision(
        state, Outcome(.found, mode: state.mode, copy: facts.shelving.occupant, location: slot.location),
        rule: .lookUpPlace)
    case .place(let place):
      return Decision(
        state, Outcome(.found, mode: state.mode, location: Location(place: place.id, placeName: place.name)),
        rule: .lookUpPlace)
    default: return wrongKind(state)
    }
  }

  /// Returns all facts about a copy except its borrower.
  private func found(_ copy: Copy, _ mode: Mode, _ facts: StationFacts, _ now: Timestamp) -> Outcome {
    var outcome = Outcome(
      .found, mode: mode, release: copy.release, copy: copy.id, location: copy.location, dueAt: copy.loan?.dueAt)
    let holds = facts.holds(on: copy).filter { !facts.lending.ineligible.contains($0.borrower) }
    let waiting = HoldQueue.waiting(for: copy, among: holds, now: now).count
    if copy.loan != nil { outcome.facts.notes.append(.copyOnLoan) }
    if let loan = copy.loan, loan.isOverdue(at: now) {
      outcome.facts.overdueDays = rules.overdueDays(loan, at: now)
    }
    if waiting > 0 {
      outcome.facts.notes.append(.holdWaiting)
      outcome.facts.count = waiting
    }
    if copy.status == .withdrawn { outcome.facts.notes.append(.withdrawn) }
    if copy.isReference { outcome.facts.notes.append(.notForLoan) }
    if facts.code.isWished { outcome.facts.notes.append(.alreadyWished) }
    if copy.partCount > 1 { outcome.facts.parts = copy.partCount - copy.partsMissing }
    outcome.facts.word = copy.mediaCondition
    if mode == .lookup {
      outcome.facts.lastPlayedAt = copy.lastPlayedAt
      outcome.facts.lastLentAt = facts.adding.lastLentAt
      outcome.facts.show = facts.adding.show
    }
    return outcome
  }
}
