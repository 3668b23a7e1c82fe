package import Deadwax

/// All reasons that concern a loan.
package struct LoanCheck: Codable, Sendable {
  /// True if the loan needs no confirmation and nothing refuses it.
  package var isClear: Bool
  /// The reasons that refuse the loan.
  package var blockers: [ProblemReason]
  /// The reasons that need a confirmation.
  package var confirms: [ProblemReason]
  /// The notes that do not prevent the loan.
  package var warnings: [ProblemReason]
  /// True if staff may override the blockers.
  package var overridable: Bool?
  /// The due time that the loan would have.
  package var dueAt: RFC3339Time?
  /// The token that confirms the reasons, if only a confirmation is missing. Send it as `confirm`.
  package var token: String?

  package init(
    isClear: Bool, blockers: [ProblemReason], confirms: [ProblemReason], warnings: [ProblemReason],
    overridable: Bool? = nil, dueAt: RFC3339Time? = nil, token: String? = nil
  ) {
    self.isClear = isClear
    self.blockers = blockers
    self.confirms = confirms
    self.warnings = warnings
    self.overridable = overridable
    self.dueAt = dueAt
    self.token = token
  }
}
