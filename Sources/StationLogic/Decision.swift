package import Deadwax

/// The result of an event: the new state, the effects on the records, and the outcome.
package struct Decision: Hashable, Sendable {
  package var state: StationState
  package var effects: [Effect]
  /// The outcome; nil for a fault, and for a timer unless a prompt or a choice expired. An action on the screen has
  /// one, too, but leaves no row in the history.
  package var outcome: Outcome?
  /// The rule that the decision followed: a raw value of `Rule`.
  package var rule: String
  /// The records that the scan could refer to, and those that remained, for the explanation.
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

  /// Returns the decision with an additional note.
  func noting(_ note: Outcome.Code) -> Decision {
    guard let outcome, !outcome.facts.notes.contains(note) else { return self }
    var noted = self
    noted.outcome?.facts.notes.append(note)
    return noted
  }

  /// Returns the decision with all records that the scan could refer to, unless it already lists them.
  func among(_ candidates: [CodeTarget]) -> Decision {
    guard self.candidates.isEmpty else { return self }
    var reported = self
    reported.candidates = candidates
    return reported
  }
}

extension StationState {
  /// Returns the state with another stage.
  func with(_ stage: Stage) -> StationState {
    var state = self
    state.stage = stage
    return state
  }

  /// The state with nothing open on top.
  var atRest: StationState { with(.idle) }
}
