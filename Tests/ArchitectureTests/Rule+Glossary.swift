extension Rule {
  static let glossary = [namesFollowTheGlossary]

  private static let glossaryPath = "docs/glossary.md"

  /// Words of the glossary's last column that also have a standard meaning of their own in code, so that their use as
  /// a name proves nothing: a value of a Swift or C interface, a thing of another field, or a part of a longer word.
  private static let otherMeanings: Set<String> = [
    // Standard terms of programming.
    "act", "area", "attach", "charge", "count", "delete", "device", "extend", "fine", "forget", "format", "issue",
    "item",
    "keeping", "late", "lock", "log", "member", "once", "position", "record", "remove", "removed", "request", "reserve",
    "result", "serve", "server", "signature", "state", "suspend", "terminal", "turn", "type", "user", "verdict",
    // Terms of this program: titles of releases, chips of the simulator, sleeves before the camera, pieces of a file.
    "chip", "dead", "gone", "lending", "location", "piece", "sleeve", "sticker", "title",
    // Parts of a term of the glossary: in-house use, not for loan as a code on the wire.
    "house", "in-house", "not for loan",
  ]

  private static let namesFollowTheGlossary = Rule(
    name: "a name in code uses the word of the glossary, not one of its last column",
    broken: [
      [glossaryPath: sampleGlossary, "Sources/Lending/A.swift": "func giveBack() {}\n"],
      [glossaryPath: sampleGlossary, "Sources/Lending/A.swift": "enum A {\n  case isGivenBack, giveBackLater\n}\n"],
      [glossaryPath: sampleGlossary, "Tests/LendingTests/A.swift": "let patronName = 1\n"],
      [glossaryPath: sampleGlossary, "Sources/Lending/A.swift": "struct PatronList {}\n"],
    ],
    kept: [
      [glossaryPath: sampleGlossary, "Sources/Lending/A.swift": "func checkIn(given: Int) {}\nlet patronage = 1\n"],
      [glossaryPath: sampleGlossary, "Sources/Lending/A.swift": "// let patron = 1\nlet a = \"let patron\"\n"],
      [glossaryPath: sampleGlossary, "Sources/Lending/A.swift": "let state = 1\n"],
      ["Sources/Lending/A.swift": "let patron = 1\n"],
    ]
  ) { tree in
    let unwanted = unwantedNames(tree.texts[glossaryPath] ?? "")
    guard !unwanted.isEmpty else { return [] }
    let declaration = /\b(?:func|var|let|case|struct|enum|class|protocol|typealias|actor)\s+(\w+(?:\s*,\s*\w+)*)/
    let words = ["func", "var", "let", "case", "struct", "enum", "class", "protocol", "typealias", "actor"]
    // The same names are declared again and again.
    var found: [Substring: [(words: [String], term: String)]] = [:]
    return tree.sources.flatMap { file in
      file.lines(of: declaration, with: words).flatMap { match, line -> [Violation] in
        let names = match.1.has(",") ? match.1.split(separator: Patterns.shared.commas) : [match.1]
        return names.flatMap { name -> [Violation] in
          if found[name] == nil {
            let parts = parts(of: String(name))
            found[name] = unwanted.filter { parts.firstRange(of: $0.words) != nil }
          }
          return (found[name] ?? []).map {
            file.violation(line, "\(name): the glossary says '\($0.term)', not '\($0.words.joined(separator: " "))'")
          }
        }
      }
    }
  }

  private static let sampleGlossary = """
    | term | meaning | not |
    |---|---|---|
    | check in | Take a copy back. | give back |
    | borrower | A person. | patron |
    | condition | A grade. | state |

    """

  /// Returns the words that are not used as names, each with the term to use, from the tables of the glossary.
  private static func unwantedNames(_ glossary: String) -> [(words: [String], term: String)] {
    var names: [(words: [String], term: String)] = []
    for line in glossary.split(separator: "\n") {
      let cells: [Substring] = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        cell.trimming { $0.isWhitespace }
      }
      guard cells.count >= 5, cells[1] != "term", !cells[1].hasPrefix("-") else { continue }
      for part in cells[3].split(separator: ",") {
        let name = String(part.trimming { $0.isWhitespace })
        guard !otherMeanings.contains(name) else { continue }
        let words = name.lowercased().split { $0 == " " || $0 == "-" }
        names.append((words.map { String($0) }, String(cells[1])))
      }
    }
    return names
  }

  /// Returns the words of a name in lower case: `giveBackLater` has give, back and later.
  private static func parts(of name: String) -> [String] {
    name.matches(of: Patterns.shared.nameParts).map { $0.output.lowercased() }
  }
}

extension StringProtocol {
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isLeftOut($0) }), let last = lastIndex(where: { !isLeftOut($0) }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
}
