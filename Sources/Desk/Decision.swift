package import Deadwax

/// What follows from an event: the new state, what to change in the records, and for a reading its outcome.
package struct Decision: Hashable, Sendable {
  package var state: StationState
  package var effects: [Effect]
  /// Nil for a timer, and for what is chosen on the screen; an answer there has one, but leaves no row in the history.
  package var outcome: Outcome?
  /// Which of the desk's rules it followed, as `check-out.copy.in-session`: never changed once released, for it is kept
  /// with the scan to explain it.
  package var rule: String
  /// What the scan could have meant, and which of these was left, for the explanation.
  package var candidates: [CodeTarget]

  package init(
    _ state: StationState, _ outcome: Outcome?, _ effects: [Effect] = [], rule: String = "",
    candidates: [CodeTarget] = []
  ) {
    self.state = state
    self.effects = effects
    self.outcome = outcome
    self.rule = rule
    self.candidates = candidates
  }
}
