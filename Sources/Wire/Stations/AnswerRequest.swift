/// The answer to the open prompt.
package struct AnswerRequest: Codable, Sendable {
  /// Yes or no.
  package var answer: Answer
  /// The reason why staff override a rule; needs the role `staff`.
  package var reason: String?
  /// The `id` of the prompt that the client displayed. Required if the answer would decide something; another id is
  /// refused.
  package var prompt: String?

  package init(answer: Answer, reason: String? = nil, prompt: String? = nil) {
    self.answer = answer
    self.reason = reason
    self.prompt = prompt
  }

  /// An answer to a prompt.
  package enum Answer: String, CaseIterable, Codable, Sendable {
    case yes, no
  }
}
