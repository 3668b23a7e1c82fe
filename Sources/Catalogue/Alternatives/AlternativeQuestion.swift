/// The question that splits alternatives best, with at most nine answers.
package struct AlternativeQuestion: Hashable, Sendable {
  /// One answer.
  package struct Choice: Hashable, Sendable {
    /// 1 to 9: the key, the number on a card, and the order on the screen.
    package var number: Int
    /// The feature as the catalogue writes it; nil for "none of these".
    package var text: String?
    /// The number of alternatives that remain with this answer.
    package var count: Int
  }

  package let feature: AlternativeFeature
  package let choices: [Choice]

  /// The most answers of a question.
  package static let mostChoices = 9
  /// The answer of a person who does not know the feature, which is not asked for again.
  package static let unknown = 0
}
