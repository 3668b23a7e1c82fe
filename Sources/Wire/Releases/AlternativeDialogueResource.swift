/// A dialogue that finds the right alternative: what remains after some answers, and the next question.
package struct AlternativeDialogueResource: Codable, Sendable {
  /// The alternatives that fit all answers.
  package var items: [AlternativeResource]
  /// The next question; nil if none can split what remains.
  package var question: Question?
  /// The version of the release, for `If-Match` of a choice.
  package var version: Int

  /// A question with at most nine answers.
  package struct Question: Codable, Sendable {
    package var feature: Feature
    package var choices: [Choice]

    package init(feature: Feature, choices: [Choice]) {
      self.feature = feature
      self.choices = choices
    }
  }

  /// The feature that a question asks for.
  package enum Feature: String, CaseIterable, Codable, Sendable {
    case country, year
    case catalogNumber = "catalog-number"
    case note, formats, matrix
  }

  /// An answer.
  package struct Choice: Codable, Sendable {
    /// 1 to 9.
    package var number: Int
    /// The feature as the catalogue writes it; nil for "none of these".
    package var text: String?
    /// The number of alternatives that remain with this answer.
    package var count: Int

    package init(number: Int, text: String?, count: Int) {
      self.number = number
      self.text = text
      self.count = count
    }
  }

  package init(items: [AlternativeResource], question: Question?, version: Int) {
    self.items = items
    self.question = question
    self.version = version
  }
}
