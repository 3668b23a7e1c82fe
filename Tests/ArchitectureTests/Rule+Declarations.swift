extension Rule {
  static let declarations = [
    nothingIsPublic, uncheckedHasItsProof, ruleInputsHaveNoDefault, namesSayWhatTheyAre, filesAreShort,
  ]

  private static let nothingIsPublic = perFile(
    "nothing is public: package reaches every module there is",
    broken: [
      ("Sources/StationLogic/A.swift", "public struct Station {}\n"),
      ("Sources/StationLogic/A.swift", "package struct A { public let b = 1 }\n"),
      ("Sources/StationLogic/A.swift", "public import Deadwax\n"),
      ("Sources/StationLogic/A.swift", "open class A {}\n"),
    ],
    kept: [
      (
        "Sources/StationLogic/A.swift",
        "// a public place\nlet text = \"public\"\n@Test func `public is not allowed`() {}\n"
      ),
      ("Sources/StationLogic/A.swift", "let file = open(path, O_RDONLY)\nlogger.info(\"x\", privacy: .public)\n"),
    ]
  ) { file in
    file.lines(
      of: /(?:^|[^.\w])(public|open\s+(?:class|func|var|subscript))\b(?!\s*[(:,=)])/, with: ["public", "open"]
    ).map {
      file.violation($0.line, "'\($0.match.1)': package is enough")
    }
  }

  private static let uncheckedHasItsProof = perFile(
    "@unchecked Sendable and nonisolated(unsafe) have their proof beside them",
    broken: [
      ("Sources/StationLogic/A.swift", "final class A: @unchecked Sendable {\n  var x = 1\n}\n"),
      ("Sources/StationLogic/A.swift", "// What it is.\n\nnonisolated(unsafe) var x = 1\n"),
      ("Sources/StationLogic/A.swift", "/// What it is.\nfinal class A: @unchecked Sendable {}\n"),
      (
        "Sources/StationLogic/A.swift", "let a = 1 // Sendable is sound here\n\n\nextension A: @unchecked Sendable {}\n"
      ),
    ],
    kept: [
      (
        "Sources/StationLogic/A.swift",
        "final class A: @unchecked Sendable {\n  // Sendable is sound: only under the lock.\n}\n"
      ),
      (
        "Sources/StationLogic/A.swift",
        "// Written once before any\n// other thread starts.\n// (And read afterwards.)\nnonisolated(unsafe) var x = 1\n"
      ),
      ("Sources/StationLogic/A.swift", "nonisolated(unsafe) var x = 1  // touched on the lane alone\n"),
    ]
  ) { file in
    file.lines(of: /@unchecked\s+Sendable|nonisolated\(unsafe\)/, with: ["@unchecked", "nonisolated"]).compactMap {
      match, line in
      let proof = comments(beside: line - 1, in: file.text).lowercased()
      // A comment that only describes the type is not enough: it must explain the thread safety.
      guard !proof.contains(/sendable|thread|lane|lock|mutex|safe|sound/) else { return nil }
      return file.violation(line, "\(match.output) needs a comment beside it that proves it")
    }
  }

  /// Returns the comments on a line, in the block directly above it and in the block directly below.
  private static func comments(beside line: Int, in text: SourceText) -> String {
    func isCommentOnly(_ line: Int) -> Bool {
      text.comments.indices.contains(line) && !text.comments[line].isEmpty
        && text.code[line].allSatisfy(\.isWhitespace)
    }
    var found = [text.comments[line]]
    var above = line - 1
    while isCommentOnly(above) {
      found.insert(text.comments[above], at: 0)
      above -= 1
    }
    var below = line + 1
    while isCommentOnly(below) {
      found.append(text.comments[below])
      below += 1
    }
    return found.joined(separator: "\n")
  }

  private static let rulePlaces = ["Rules/", "Plans/", "Calendar/", "HoldQueue.swift", "HoldExpiry.swift"].map {
    "Sources/Lending/\($0)"
  }

  private static let ruleInputsHaveNoDefault = perFile(
    "no input of a lending rule has a default value: a forgotten one must not compile",
    broken: [
      ("Sources/Lending/Plans/A.swift", "package init(_ facts: Int, skipping: Set<Int> = []) {}\n"),
      (
        "Sources/Lending/Rules/A.swift",
        "extension A {\n  func fee(\n    of a: Int,\n    isOn: Bool = true\n  ) -> Int { 1 }\n}\n"
      ),
      ("Sources/Lending/Calendar/A.swift", "func a(_ b: (Int) -> Int, c: Int? = nil) {}\n"),
      ("Sources/Lending/HoldQueue.swift", "static func next<Value>(among holds: [Value] = []) {}\n"),
      ("Sources/Lending/Plans/A.swift", "enum A {\n  case lend(Int, fee: Int = 0)\n}\n"),
      ("Sources/Lending/Rules/A.swift", "subscript(at: Int = 0) -> Int { at }\n"),
    ],
    kept: [
      ("Sources/Lending/Plans/A.swift", "package init(_ facts: Int) { let isOn = facts >= 1 }\n"),
      ("Sources/Lending/Rules/A.swift", "// func a(b: Int = 1)\nfunc a(_ b: Int) -> Bool { b == 1 }\nvar c = a(1)\n"),
      ("Sources/Lending/Rules/A.swift", "self.init(a: { $0 = 1 })\nlet b = A.init(c: { d = 2 })\n"),
      ("Sources/Lending/Rules/A.swift", "switch a {\ncase .b(let c): d = c\n}\n"),
      ("Sources/Lending/Settings/A.swift", "func a(b: Int = 1) {}\n"),
    ]
  ) { file in
    guard rulePlaces.contains(where: file.path.hasPrefix) else { return [] }
    let code = file.text.code.joined(separator: "\n")
    let declaration = /(?:\bfunc\s+[^\s(<]+\s*(?:<[^>]*>)?|(?:^|[^.\w])(?:init[?!]?|subscript)|\bcase\s+\w+)\s*\(/
    return code.matches(of: declaration).compactMap { match in
      var (depth, end) = (1, match.range.upperBound)
      while depth > 0, end < code.endIndex {
        if code[end] == "(" { depth += 1 }
        if code[end] == ")" { depth -= 1 }
        end = code.index(after: end)
      }
      guard code[match.range.upperBound..<end].contains(/[^=<>!]=[^=]/) else { return nil }
      let line = code[..<match.range.lowerBound].count { $0 == "\n" } + 1
      return file.violation(line, "a parameter has a default value: the caller must decide")
    }
  }

  private static let namesSayWhatTheyAre = perFile(
    "no type, file or folder is called helper, manager, handler, models, utility, info or data",
    broken: [
      ("Sources/StationLogic/A.swift", "package struct StationManager {}\n"),
      ("Sources/StationLogic/A.swift", "enum StringUtils {}\n"),
      ("Sources/StationLogic/A.swift", "protocol Handler {}\n"),
      ("Sources/StationLogic/A.swift", "typealias LoanData = Int\n"),
      ("Sources/StationLogic/ScanHelpers.swift", ""),
      ("Sources/StationLogic/Array+Utilities.swift", ""),
      ("Sources/StationLogic/Models/Loan.swift", ""),
    ],
    kept: [
      ("Sources/StationLogic/A.swift", "struct Station {}\n// struct StationManager {}\nlet a = FileManager.default\n"),
      ("Sources/StationLogic/Metadata.swift", "struct Metadata {}\nlet data = Data()\n"),
    ]
  ) { file in
    let word = /(?:^|[a-z0-9])(Utils?|Utility|Utilities|Helpers?|Managers?|Handlers?|Models|Infos?|Data)$/
    let words = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    let types = file.lines(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/, with: words)
    let names = file.path.split(separator: "/").flatMap { part in
      part.hasSuffix(".swift") ? part.dropLast(6).split(separator: "+") : [part]
    }
    return types.filter { $0.match.1.contains(word) }.map { file.violation($0.line, "\($0.match.1) says too little") }
      + names.filter { $0.contains(word) }.map { file.violation(1, "a path with \($0) in it says too little") }
  }

  private static let filesAreShort = Rule(
    name: "no file has more than 400 lines",
    broken: [
      ["Sources/StationLogic/A.swift": String(repeating: "\n", count: 401)],
      ["www/app.js": String(repeating: "let a\n", count: 400) + "let b"],
    ],
    kept: [
      ["Sources/StationLogic/A.swift": String(repeating: "\n", count: 400)],
      ["docs/openapi.json": String(repeating: "\n", count: 4000)],
    ]
  ) { tree in
    let endings = [".swift", ".h", ".js", ".mjs", ".css", ".html", ".py", ".sh"]
    return tree.texts.keys.sorted().filter { path in path == "dev" || endings.contains { path.hasSuffix($0) } }
      .compactMap { path in
        let count = SourceFile.lineCount(of: tree.texts[path] ?? "")
        return count > 400 ? Violation(path: path, line: 401, sentence: "\(count) lines: split it by topic") : nil
      }
  }
}
