package import Deadwax

/// What follows from an event: the new state, what to change in the records, and its outcome.
package struct Decision: Hashable, Sendable {
  package var state: StationState
  package var effects: [Effect]
  /// Nil for a fault, and for a timer but where a question or a choice ran out. What is done on the screen has one, too, but leaves no row in the history.
  package var outcome: Outcome?
  /// Which of the desk's rules it followed, as it stands in `Rule`.
  package var rule: String
  /// What the scan could have meant, and which of these was left, for the explanation.
  package var candidates: [CodeTarget]

  package init(
    _ state: StationState, _ outcome: Outcome?, _ effects: [Effect] = [], rule: Rule, candidates: [CodeTarget] = []
  ) {
    self.state = state
    self.effects = effects
    self.outcome = outcome
    self.rule = rule.rawValue
    self.candidates = candidates
  }

  /// The same, and something more to be known of it.
  func noting(_ note: Outcome.Code) -> Decision {
    guard let outcome, !outcome.facts.notes.contains(note) else { return self }
    var noted = self
    noted.outcome?.facts.notes.append(note)
    return noted
  }

  /// The same, with all that the scan could have meant where nothing was said of that yet.
  func among(_ candidates: [CodeTarget]) -> Decision {
    guard self.candidates.isEmpty else { return self }
    var told = self
    told.candidates = candidates
    return told
  }
}

extension StationState {
  /// The same with something else open on top.
  func with(_ stage: Stage) -> StationState {
    var state = self
    state.stage = stage
    return state
  }

  /// The same with nothing open on top.
  var atRest: StationState { with(.idle) }
}
