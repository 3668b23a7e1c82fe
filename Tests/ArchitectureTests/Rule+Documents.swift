extension Rule {
  static let documents = [linksResolve, decisionsAreNumbered, namedTestsExist, namedSuitesExist]

  private static let linksResolve = Rule(
    name: "every link between documents leads somewhere",
    broken: [
      ["README.md": "see [the desk](docs/desk.md)\n"],
      ["docs/a.md": "see [the desk](../README.md#the-desk)\n", "README.md": "# Deadwax\n"],
      ["docs/a.md": "![picture](pictures/desk.png)\n"],
      ["docs/a.md": "# One\n\n[below](#two)\n"],
      ["docs/a.md": "[the desk]: desk.md\n"],
    ],
    kept: [
      [
        "README.md": "see [the desk](docs/desk.md), [out](https://example.org/x)\n", "docs/desk.md": "# StationLogic\n",
      ],
      ["docs/a.md": "see [it](../README.md#the-desk-and-more)\n", "README.md": "## The *desk*, and more\n"],
      ["docs/a.md": "`[a](b.md)`\n```\n[a](b.md)\n```\n"],
      ["docs/a.md": "[folder](decisions/)\n<!-- ![later](later.png) -->\n", "docs/decisions": ""],
    ]
  ) { tree in
    tree.texts.keys.sorted().filter { $0.hasSuffix(".md") }.flatMap { path in
      prose(tree.texts[path] ?? "").enumerated().flatMap { index, line in
        links(in: line).compactMap { target in
          problem(with: target, from: path, in: tree).map { Violation(path: path, line: index + 1, sentence: $0) }
        }
      }
    }
  }

  /// Returns the lines of a Markdown text, empty for lines of code.
  private static func prose(_ text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        isCode.toggle()
        return ""
      }
      return isCode ? "" : String(line.replacing(Patterns.shared.codeOrComment, with: ""))
    }
  }

  private static func links(in line: String) -> [String] {
    line.matches(of: Patterns.shared.link).map { String($0.1) }
      + line.matches(of: Patterns.shared.linkDefinition).map { String($0.1) }
  }

  private static func problem(with target: String, from path: String, in tree: Tree) -> String? {
    guard !target.contains(Patterns.shared.scheme) else { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var file = path
    if !parts[0].isEmpty {
      var steps = path.split(separator: "/").dropLast().map(String.init)
      for step in parts[0].split(separator: "/") where step != "." {
        if step != ".." {
          steps.append(String(step))
        } else if steps.popLast() == nil {
          return "\(target) leads out of the repository"
        }
      }
      file = steps.joined(separator: "/")
      guard tree.paths.contains(file) else { return "\(target) leads to nothing" }
    }
    guard parts.count == 2, let text = tree.texts[file], file.hasSuffix(".md") else { return nil }
    let headings = prose(text).filter { $0.hasPrefix("#") }.map(anchor)
    return headings.contains(String(parts[1])) ? nil : "\(target) names no heading of \(file)"
  }

  /// Returns the link anchor of a heading: lower case, hyphens for spaces, without punctuation.
  private static func anchor(_ heading: String) -> String {
    String(
      heading.drop { $0 == "#" || $0 == " " }.lowercased().compactMap { character -> Character? in
        if character == " " || character == "-" { return "-" }
        return character.isLetter || character.isNumber || character == "_" ? character : nil
      })
  }

  private static let decisionsAreNumbered = Rule(
    name: "decisions are numbered without gap or double",
    broken: [
      ["docs/decisions/0001-a.md": "# 1. A\n", "docs/decisions/0003-b.md": "# 3. B\n"],
      ["docs/decisions/0001-a.md": "# 1. A\n", "docs/decisions/0001-b.md": "# 1. B\n"],
      ["docs/decisions/first.md": "# A\n"],
    ],
    kept: [["docs/decisions/0001-a.md": "# 1. A\n", "docs/decisions/0002-b.md": "# 2. B\n"]]
  ) { tree in
    let paths = tree.texts.keys.sorted().filter { $0.hasPrefix("docs/decisions/") && $0.hasSuffix(".md") }
    return paths.enumerated().compactMap { index, path in
      let name = path.split(separator: "/").last ?? ""
      let digits = String(index + 1)
      let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      guard !name.hasPrefix(number + "-") else { return nil }
      return Violation(path: path, line: 1, sentence: "expected \(number)-…")
    }
  }

  private static let namedTestsExist = Rule(
    name: "every test that the list of traps names is there, and no trap is without one",
    broken: [
      ["docs/traps.md": "| 1 | a trap | `DeskTests/a copy is lent` |\n"],
      [
        "docs/traps.md": "| 1 | a trap | `DeskTests/a copy is lent` |\n",
        "Tests/StationLogicTests/StationMachineTests.swift":
          "struct DeskTests {\n  @Test func `a copy is lent twice`() {}\n}\n",
      ],
      [
        "docs/traps.md": "| 1 | a trap | `DeskTests/a copy is lent` |\n",
        "Tests/StationLogicTests/OtherTests.swift": "struct OtherTests {\n  @Test func `a copy is lent`() {}\n}\n",
      ],
      ["docs/traps.md": "| 1 | a trap | none yet |\n"], ["docs/traps.md": "Nothing has ever gone wrong.\n"],
    ],
    kept: [
      [
        "docs/traps.md": "| | Trap | Shown by |\n|-|-|-|\n| 1 | a trap | `DeskTests/a copy is lent` |\n",
        "Tests/StationLogicTests/StationMachineTests.swift":
          "struct DeskTests {\n  @Test func `a copy is lent`() {}\n}\n",
      ]
    ]
  ) { tree in
    guard let text = tree.texts["docs/traps.md"] else { return [] }
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains(/^\| \d+ \|/) }
    guard !rows.isEmpty else { return [Violation(path: "docs/traps.md", line: 1, sentence: "there is no trap in it")] }
    let tests = tree.sources.filter(\.isTest)
    return rows.flatMap { index, row -> [Violation] in
      let named = row.matches(of: /`(\w+)\/([^`]+)`/)
      guard !named.isEmpty else {
        return [Violation(path: "docs/traps.md", line: index + 1, sentence: "no test shows it")]
      }
      return named.compactMap { match in
        let isThere = tests.contains { file in
          let text = tree.texts[file.path] ?? ""
          return text.has("struct \(match.1) ") && text.has("func `\(match.2)`(")
        }
        return isThere
          ? nil
          : Violation(path: "docs/traps.md", line: index + 1, sentence: "there is no test \(match.1)/\(match.2)")
      }
    }
  }

  private static let namedSuitesExist = Rule(
    name: "every suite and every page test that a document names is there",
    broken: [
      ["docs/promises.md": "| a promise | `DeskTests` | yes |\n"],
      ["docs/decisions/0001-a.md": "# 1. A\n\nSee `DeskTests/a copy is lent` and `DeskTests`.\n"],
      [
        "docs/promises.md": "| a promise | `DeskTests`: 40 cases |\n",
        "Tests/StationLogicTests/DeskTests.swift": "// struct DeskTests {}\nlet name = \"struct DeskTests\"\n",
      ],
      ["docs/promises.md": "`LoanTests`\n", "Sources/Lending/LoanTests.swift": "struct LoanTests {}\n"],
      ["docs/promises.md": "`test_desk.py`\n", "Tests/page/test_desks.py": ""],
      ["docs/promises.md": "`Tests/page/test_desk.py` (Chromium)\n", "Tests/python/test_desk.py": ""],
    ],
    kept: [
      [
        "docs/promises.md":
          "| `DeskTests`, `LoanTests/a loan` and `LookupTests`; `ATests/b` | `swift test --filter NoTests` |\n",
        "Tests/StationLogicTests/StationMachineTests.swift":
          "struct DeskTests {}\n@Suite(.serialized) final class LoanTests {}\nextension ATests {}\nstruct ATests {}\n",
        "Tests/LookupTests/QueueTests.swift": "struct QueueTests {}\n",
      ],
      ["docs/a.md": "`Tests/page/test_desk.py`, `test_desk.py`\n", "Tests/page/test_desk.py": ""],
      ["README.md": "`DeskTests`\n", "docs/a.md": "DeskTests, `Tests`, `Tests/page`\n"],
    ]
  ) { tree in
    let known = suites(in: tree)
    let documents = tree.texts.keys.sorted().filter { $0.hasPrefix("docs/") && $0.hasSuffix(".md") }
    return documents.flatMap { path -> [Violation] in
      (tree.texts[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { index, line -> [Violation] in
          let suites = line.matches(of: Patterns.shared.suite).map { String($0.1) }
            .filter { !known.contains($0) }
          let pages = line.matches(of: Patterns.shared.pageTest).map { "Tests/page/\($0.1)" }
            .filter { !tree.paths.contains($0) }
          return (suites + pages).map { Violation(path: path, line: index + 1, sentence: "there is no test \($0)") }
        }
    }
  }
}
