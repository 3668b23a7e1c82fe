/// A change of the state of a push.
package struct DiscogsPushPatch: Codable, Sendable {
  /// A state that a caller can set.
  package enum State: String, Codable, CaseIterable, Sendable {
    /// Confirms the planned steps, or continues a paused push.
    case running
    case paused
    /// Ends it for good, or discards the plan.
    case stopped
  }

  /// The new state.
  package var state: State

  package init(state: State) { self.state = state }
}
