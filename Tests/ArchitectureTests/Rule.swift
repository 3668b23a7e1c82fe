import Testing

/// A rule for the whole repository, with examples that prove that violations are detected.
struct Rule: Sendable, CustomTestStringConvertible {
  /// The rule as a sentence.
  let name: String
  /// Sample repositories that violate the rule, each once: text by path.
  let broken: [[String: String]]
  /// Sample repositories that nearly violate the rule, but do not.
  let kept: [[String: String]]
  let violations: @Sendable (Tree) -> [Violation]

  var testDescription: String { name }

  static let all: [Rule] =
    imports + modules + sizes + queues + facts + declarations + names + texts + documents + tests + pages + language
    + glossary

  /// Creates a rule that checks one Swift file after another. The examples are texts of one file each, by path.
  static func perFile(
    _ name: String, broken: [(String, String)], kept: [(String, String)],
    violations: @escaping @Sendable (SourceFile) -> [Violation]
  ) -> Rule {
    Rule(
      name: name, broken: broken.map { [$0.0: $0.1] }, kept: kept.map { [$0.0: $0.1] },
      violations: { $0.sources.flatMap(violations) })
  }
}
