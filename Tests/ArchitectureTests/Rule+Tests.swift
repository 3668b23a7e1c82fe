extension Rule {
  static let tests = [lanesNameSuites, suitesHaveTimeLimits]

  /// Returns the names of the modules and suites of tests.
  static func suites(in tree: Tree) -> Set<String> {
    let tests = tree.sources.filter(\.isTest)
    var known = Set(tests.map(\.module))
    for file in tests {
      for (match, _) in file.lines(of: /\b(?:struct|class|enum|actor)\s+(\w+Tests)\b/, with: ["Tests"]) {
        known.insert(String(match.1))
      }
    }
    return known
  }

  private static let lanesNameSuites = Rule(
    name: "every suite and module that the lanes of the tests name is there",
    broken: [
      [
        "Tests/lanes.sh": "  [alone]='^(TagsTests\\.(IdleTests))[./]'\n",
        "Tests/TagsTests/A.swift": "struct ATests {}\n",
      ],
      ["Tests/lanes.sh": "  [records]='^((Storage|Imaging)Tests)[./]'\n", "Tests/StorageTests/A.swift": ""],
    ],
    kept: [
      [
        "Tests/lanes.sh":
          "# GoneTests\n  [alone]='^(TagsTests\\.(IdleTests)|(Storage)Tests\\.[^/]+)[./]'\ntest_program=$(path)/deadwaxPackageTests.xctest\n",
        "Tests/TagsTests/IdleTests.swift": "struct IdleTests {}\n", "Tests/StorageTests/A.swift": "",
      ]
    ]
  ) { tree in
    let (path, known) = ("Tests/lanes.sh", suites(in: tree))
    let lines = (tree.texts[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { index, line -> [Violation] in
      guard !line.drop(while: \.isWhitespace).hasPrefix("#") else { return [] }
      let whole = line.matches(of: /\b[A-Z]\w*Tests\b/).map { String($0.output) }
      let parts = line.matches(of: /\(([\w|]+)\)Tests\b/).flatMap { $0.1.split(separator: "|").map { "\($0)Tests" } }
      return (whole + parts).filter { !known.contains($0) }.map {
        Violation(path: path, line: index + 1, sentence: "there is no \($0)")
      }
    }
  }

  private static let leastMinutes = 5

  private static let suitesHaveTimeLimits = perFile(
    "every suite has a time limit, and none is below \(leastMinutes) minutes: tests pass beside other work",
    broken: [
      ("Tests/HubTests/A.swift", "struct ATests {\n  @Test func `a`() {}\n}\n"),
      ("Tests/HubTests/A.swift", "@Suite(.serialized) struct ATests {\n  @Test func `a`() {}\n}\n"),
      ("Tests/HubTests/A.swift", "@Suite(.timeLimit(.minutes(4)))\nstruct ATests {\n  @Test func `a`() {}\n}\n"),
      (
        "Tests/HubTests/A.swift",
        "@Suite(.timeLimit(.minutes(5)))\nstruct ATests {\n  @Test func `a`() {}\n}\n\nstruct BTests {\n  @Test func `b`() {}\n}\n"
      ),
    ],
    kept: [
      (
        "Tests/HubTests/A.swift",
        "@Suite(\n  .serialized, .timeLimit(.minutes(20))\n) struct ATests {\n  @Test func `a`() {}\n}\n"
      ),
      ("Tests/HubTests/A+B.swift", "struct B {}\n\nextension ATests {\n  @Test func `a`() {}\n}\n"),
      ("Tests/HubTests/A.swift", "struct A {}\n"),
    ]
  ) { file in
    guard file.isTest else { return [] }
    var violations: [Violation] = []
    // The limit that the declarations read so far state, and the type at the top level that is open.
    var (minutes, type): (Int?, (name: String, line: Int, minutes: Int?)?) = (nil, nil)
    for (index, line) in file.text.code.enumerated() {
      if line.has(".minutes("), let match = line.firstMatch(of: Patterns.shared.timeLimit) {
        minutes = Int(match.1)
      }
      let declares = ["struct ", "class ", "enum ", "actor "].contains { line.has($0) }
      if declares, let match = line.firstMatch(of: Patterns.shared.openType) {
        type = (String(match.1), index + 1, minutes)
        minutes = nil
      }
      if line.hasPrefix("extension ") { type = nil }
      if line.has("@Test"), let suite = type {
        if suite.minutes ?? 0 < leastMinutes {
          violations.append(
            file.violation(suite.line, "\(suite.name) needs .timeLimit(.minutes(\(leastMinutes))) or more"))
        }
        type = nil
      }
    }
    return violations
  }
}
