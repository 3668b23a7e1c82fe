/// A change of the recheck of the library.
package struct RecheckPatch: Codable, Sendable {
  /// A state that a caller can set.
  package enum State: String, Codable, CaseIterable, Sendable {
    /// Continues a paused recheck.
    case running
    case paused
    /// Ends it for good.
    case stopped
  }

  /// The new state.
  package var state: State

  package init(state: State) { self.state = state }
}
