package import Deadwax

/// A reason of a problem, with a sentence for people.
package struct ProblemReason: Codable, Sendable {
  /// The code of the reason, for programs.
  package var code: OpenWord<ReasonCode>
  /// The member of the body, or the parameter of the query, that is at fault.
  package var field: String?
  /// A sentence for people.
  package var detail: String

  package init(_ outcome: Outcome.Code, _ detail: String) {
    code = OpenWord(ReasonCode(outcome))
    self.detail = detail
  }

  package init(_ fault: InputFault, at field: String?, _ detail: String) {
    code = OpenWord(ReasonCode(fault))
    self.field = field
    self.detail = detail
  }
}
