/// One of the numbered choices.
package struct ChoiceRequest: Codable, Sendable {
  /// The number, from 1.
  package var number: Int
  /// The `id` of the prompt that the client displayed. Required if the answer would decide something; another id is
  /// refused.
  package var prompt: String?

  package init(number: Int, prompt: String? = nil) {
    self.number = number
    self.prompt = prompt
  }
}
