/// A reason of a problem, with a sentence for people.
package struct ProblemReason: Codable, Sendable {
  /// The code of the reason, for programs.
  package var code: String
  /// A sentence for people.
  package var detail: String

  package init(_ code: String, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
