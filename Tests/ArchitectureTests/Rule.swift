import Testing

/// One thing that must hold in the whole repository, with the proof that breaking it is noticed.
struct Rule: Sendable, CustomTestStringConvertible {
  /// As a sentence.
  let name: String
  /// Made-up repositories that break the rule, each once: text by path.
  let broken: [[String: String]]
  /// Made-up repositories that come close to breaking it, and do not.
  let kept: [[String: String]]
  let violations: @Sendable (Tree) -> [Violation]

  var testDescription: String { name }

  static let all: [Rule] = imports + declarations + texts + documents + pages

  /// A rule that looks at one Swift file after the other. The examples are texts of one file each, by its path.
  static func perFile(
    _ name: String, broken: [(String, String)], kept: [(String, String)],
    violations: @escaping @Sendable (SourceFile) -> [Violation]
  ) -> Rule {
    Rule(
      name: name, broken: broken.map { [$0.0: $0.1] }, kept: kept.map { [$0.0: $0.1] },
      violations: { $0.sources.flatMap(violations) })
  }
}
