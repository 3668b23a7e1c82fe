/// The certainty with which the first of several alternatives is the right one.
///
/// It follows from the stored reasons, so that the numbers of owners, which stay at the catalogue, need not be stored.
package enum MatchConfidence: String, CaseIterable, Sendable {
  /// A person chose one.
  case chosen
  /// Only one fits the scan target.
  case unique
  /// The first is ahead of the next by a rule, or has at least four times as many owners.
  case dominant
  /// The first is a guess among equals, or none fits.
  case ambiguous

  /// Derives the certainty of a choice.
  ///
  /// - Parameters:
  ///   - reasons: for each alternative, the most likely first, the raw `MatchReason` by which it comes behind the one
  ///     before it; nil for the first.
  ///   - isChosen: true if a person chose one.
  package init(reasons: [String?], isChosen: Bool) {
    let offTarget = "scan-target"
    let fitting = reasons.prefix { $0 != offTarget }
    self =
      if isChosen {
        .chosen
      } else if fitting.isEmpty {
        .ambiguous
      } else if let next = fitting.dropFirst().first {
        next.map(Self.equals.contains) ?? true ? .ambiguous : .dominant
      } else {
        .unique
      }
  }

  /// The reasons that say little about the copy in a person's hand.
  private static let equals: Set<String> = ["owners", "year", "number"]
}
