package import Deadwax

/// What became of an entry of a station's journal. Every entry ends in one of three ways; none is dropped.
package struct AwayVerdict: Hashable, Codable, Sendable {
  package enum State: String, CaseIterable, Codable, Sendable {
    /// Done as the person was told, or there was nothing to do.
    case applied
    /// Done, for the record has left the house or has come back, though a rule or another desk stood against it.
    case appliedWithException = "applied-with-exception"
    /// Not done: only a person can tell what happened.
    case needsStaff = "needs-staff"
  }

  package var sequence: Int64
  package var state: State
  /// What was done, or would have been.
  package var code: Outcome.Code
  /// Everything that stood against it, the weightiest first; empty when it was simply applied.
  package var reasons: [Outcome.Code]

  package init(sequence: Int64, state: State, code: Outcome.Code, reasons: [Outcome.Code] = []) {
    self.sequence = sequence
    self.state = state
    self.code = code
    self.reasons = reasons
  }
}
