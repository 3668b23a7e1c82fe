/// The result of merging an entry of an offline station's journal. Every entry ends in one of three states; none is
/// dropped.
package struct MergeResult: Hashable, Codable, Sendable {
  package enum State: String, CaseIterable, Codable, Sendable {
    /// The action was carried out as displayed, or there was nothing to carry out.
    case applied
    /// The action was carried out although a rule or another station's state was against it, because the copy has
    /// already left the library or been returned.
    case appliedWithException = "applied-with-exception"
    /// The action was not carried out. Staff must find out what happened.
    case needsStaff = "needs-staff"
  }

  package var sequence: Int64
  package var state: State
  /// The outcome of the action, or the outcome it would have had.
  package var code: Outcome.Code
  /// All reasons against the action, the most important first. Empty if it was applied without exception.
  package var reasons: [Outcome.Code]

  package init(sequence: Int64, state: State, code: Outcome.Code, reasons: [Outcome.Code] = []) {
    self.sequence = sequence
    self.state = state
    self.code = code
    self.reasons = reasons
  }
}
