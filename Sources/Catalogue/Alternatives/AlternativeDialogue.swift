/// The state of a dialogue about alternatives: what remains after some answers, and the next question.
///
/// The questions follow from the alternatives alone, so that a list of answers is the whole state.
package struct AlternativeDialogue: Hashable, Sendable {
  /// The alternatives that fit all answers, in their order.
  package let remaining: [Alternative]
  /// The next question; nil if no question can split what remains.
  package let question: AlternativeQuestion?

  /// The most alternatives that a dialogue can distinguish.
  package static let mostAlternatives = 32

  /// Replays a dialogue.
  ///
  /// - Parameters:
  ///   - answers: the numbers that were chosen, the first question's first; `AlternativeQuestion.unknown` for a feature
  ///     that could not be read.
  ///   - alternatives: the alternatives, at most `mostAlternatives`; further ones are left out.
  /// - Throws: `CatalogueError.badAnswer` for a number that the question does not have, or an answer without a question.
  package init(after answers: [Int], about alternatives: [Alternative]) throws(CatalogueError) {
    let alternatives = Array(alternatives.prefix(Self.mostAlternatives))
    var plan = AlternativePlan(alternatives)
    var state = AlternativePlan.State(alternatives: plan.all, skipped: 0)
    for answer in answers {
      guard let feature = plan.bestFeature(in: state) else { throw .badAnswer }
      if answer == AlternativeQuestion.unknown {
        state.skipped |= feature.bit
        continue
      }
      let groups = plan.groups(of: state.alternatives, by: feature)
      guard groups.indices.contains(answer - 1) else { throw .badAnswer }
      state.alternatives = groups[answer - 1].alternatives
    }
    remaining = alternatives.indices.filter { state.alternatives & (1 << UInt32($0)) != 0 }.map { alternatives[$0] }
    question = plan.bestFeature(in: state).map { feature in
      AlternativeQuestion(
        feature: feature,
        choices: plan.groups(of: state.alternatives, by: feature).enumerated().map { index, group in
          AlternativeQuestion.Choice(number: index + 1, text: group.text, count: group.alternatives.nonzeroBitCount)
        })
    }
  }
}
