extension Rule {
  static let names = [
    typeNamesAreUnique, filesAreNamedAfterTheirType, programsLieTogether, pathsDifferByMoreThanCase, foldersAreSmall,
    commentsNameTypes,
  ]

  private static let typeNamesAreUnique = Rule(
    name: "a type name has one meaning in all modules",
    broken: [
      ["Sources/Desk/Presence.swift": "struct Presence {}\n", "Sources/Tags/Presence.swift": "enum Presence {}\n"],
      [
        "Sources/Storage/Words.swift": "package final class Words: Sendable {\n}\n",
        "Sources/Programs/deadwax/Words.swift": "typealias Words = [String]\n",
      ],
    ],
    kept: [
      ["Sources/Desk/Presence.swift": "struct Presence {}\n", "Sources/Tags/A.swift": "private enum Presence {}\n"],
      ["Sources/Desk/A.swift": "struct A {\n  struct Line {}\n}\n", "Sources/Tags/Line.swift": "struct Line {}\n"],
      [
        "Sources/Programs/deadwax/Main.swift": "@main\nstruct Main {}\n",
        "Sources/Programs/deadwaxd/Main.swift": "@main struct Main {}\n",
      ],
      ["Sources/Desk/A.swift": "struct A {}\n", "Tests/DeskTests/A.swift": "struct A {}\n"],
      [
        "Sources/Desk/A.swift": "struct A {}\n// struct B {}\n", "Sources/Tags/B.swift": "struct B {}\nlet a = \"A\"\n",
      ],
    ]
  ) { tree in
    var places: [String: [(file: SourceFile, line: Int)]] = [:]
    for file in tree.sources where !file.isTest {
      for type in types(of: file) where !type.isEntry { places[type.name, default: []].append((file, type.line)) }
    }
    return places.sorted { $0.key < $1.key }.flatMap { name, places -> [Violation] in
      guard Set(places.map(\.file.module)).count > 1 else { return [] }
      let modules = Set(places.map(\.file.module)).sorted().joined(separator: " and ")
      return places.map { $0.file.violation($0.line, "\(name) is a type of \(modules)") }
    }
  }

  private static let filesAreNamedAfterTheirType = perFile(
    "a type stands in a file of its name, alone or with a topic: Loan.swift, Loan+Text.swift",
    broken: [
      ("Sources/Desk/Command.swift", "package enum Mode {}\n\npackage enum Command {}\n"),
      ("Sources/Desk/LoanRecord.swift", "struct LoanFilter {}\n"),
      ("Sources/Desk/Receipt+Text.swift", "@frozen package enum Letters {}\n"),
    ],
    kept: [
      ("Sources/Desk/Loan.swift", "package struct Loan {\n  struct Line {}\n}\n\nprivate struct Draft {}\n"),
      ("Sources/Desk/Receipt+Text.swift", "extension Receipt {\n  enum Paper {}\n}\n"),
      ("Sources/Desk/Loan+Text.swift", "struct Loan {}\n"),
      ("Sources/Desk/LoanRecord.swift", "// struct Loan {}\nextension Queryable {}\nlet text = \"struct Loan\"\n"),
      ("Tests/DeskTests/Worlds.swift", "struct World {}\n"),
    ]
  ) { file in
    guard !file.isTest, let name = file.path.split(separator: "/").last?.prefix(while: { $0 != "+" && $0 != "." })
    else { return [] }
    return types(of: file).filter { $0.name != name }.map {
      file.violation($0.line, "\($0.name) belongs into \($0.name).swift")
    }
  }

  private static let programsLieTogether = Rule(
    name: "a program lies in Sources/Programs, in a folder of its name",
    broken: [
      [
        "Package.swift": "targets: [\n  program(\"deadwaxd\", []),\n]",
        "Sources/deadwaxd/Main.swift": "@main struct Main {}\n",
      ],
      ["Package.swift": "targets: [\n]", "Sources/Programs/deadwax-old/Main.swift": "@main struct Main {}\n"],
    ],
    kept: [
      [
        "Package.swift": "targets: [\n  program(\"deadwaxd\", []),\n  module(\"Hub\", []),\n]",
        "Sources/Programs/deadwaxd/Main.swift": "@main struct Main {}\n",
        "Sources/Hub/Hub.swift": "struct Hub {}\n",
      ]
    ]
  ) { tree in
    tree.sources.filter { !$0.isTest }.compactMap { file in
      // The fuzzer is a target only in an environment of its own, which the manifest's text does not show.
      let isProgram = tree.manifest.target(file.module)?.kind == .program || file.module == "deadwax-fuzz"
      guard isProgram != file.path.hasPrefix("Sources/Programs/\(file.module)/") else { return nil }
      return file.violation(1, isProgram ? "belongs into Sources/Programs" : "\(file.module) is no program")
    }
  }

  private static let pathsDifferByMoreThanCase = Rule(
    name: "no two paths differ by case alone: a checkout on macOS or Windows would lose one",
    broken: [
      ["Sources/Deadwax/A.swift": "", "Sources/deadwax/B.swift": ""], ["docs/tags.md": "", "docs/Tags.md": ""],
    ],
    kept: [["Sources/Deadwax/A.swift": "", "Sources/Programs/deadwax/A.swift": "", "docs/a.md": ""]]
  ) { tree in
    var spellings: [String: Set<String>] = [:]
    for path in tree.paths {
      let parts = path.split(separator: "/")
      for count in 1...max(parts.count, 1) {
        let part = parts.prefix(count).joined(separator: "/")
        spellings[part.lowercased(), default: []].insert(part)
      }
    }
    return spellings.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }.map {
      Violation(path: $0[0], line: 1, sentence: "differs only by case from \($0[1])")
    }
  }

  private static let mostFiles = 40

  private static let foldersAreSmall = Rule(
    name: "no folder of code holds more than \(mostFiles) files",
    broken: [
      Dictionary(uniqueKeysWithValues: (0...mostFiles).map { ("Sources/Storage/Records/A\($0).swift", "") }),
      Dictionary(uniqueKeysWithValues: (0...mostFiles).map { ("Tests/DeskTests/A\($0).swift", "") }),
    ],
    kept: [
      Dictionary(uniqueKeysWithValues: (1...mostFiles).map { ("Sources/Storage/Records/A\($0).swift", "") }),
      Dictionary(uniqueKeysWithValues: (0...mostFiles).map { ("Sources/Storage/A\($0 % 2)/B\($0).swift", "") }),
    ]
  ) { tree in
    let folders = Dictionary(grouping: tree.sources) { file in
      file.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    return folders.filter { $0.value.count > mostFiles }.sorted { $0.key < $1.key }.map {
      Violation(path: $0.key, line: 1, sentence: "\($0.value.count) files: divide it by topic")
    }
  }

  /// Names in documentation comments that are not in the code: HTTP headers, terms of PN532, POSIX and procfs, a file,
  /// and a type that is avoided.
  private static let foreignNames: Set<String> = [
    "Allow", "Authorization", "ETag", "Expect", "Forwarded", "InDataExchange", "Jn", "Mutex", "Package",
    "Synchronization", "Via", "VmHWM", "VmRSS",
  ]

  private static let commentsNameTypes = Rule(
    name: "a name with a capital in a documentation comment is one of the code, so that renamed types are noticed",
    broken: [
      ["Sources/Tags/A.swift": "/// Throws ``TagFault``.\nfunc a() {}\n"],
      ["Sources/Tags/A.swift": "/// Throws `TagFault`.\nfunc a() {}\n"],
      ["Sources/Tags/A.swift": "struct A {\n  /// The result of `TagFault.init(code:)`.\n  var b = 1\n}\n"],
      ["Sources/Tags/A.swift": "/// A list of `[TagFault]`, or a `Loan.Draft`.\nstruct Loan {}\n"],
      ["Sources/Tags/A.swift": "/// Throws `TagFault`.\n// struct TagFault {}\nlet a = \"struct TagFault\"\n"],
      [
        "Sources/Tags/A.swift": "/// Throws `TagFault`.\nfunc a() {}\n",
        "Tests/TagsTests/B.swift": "struct TagFault: Error {}\n",
      ],
    ],
    kept: [
      [
        "Sources/Tags/A.swift":
          "/// Throws `TagError`, ``TagError``, `TagError.gone`, `[TagError]` or `TagError.Kind`.\n",
        "Sources/Deadwax/B.swift": "package enum TagError: Error {\n  case gone\n  enum Kind { case gone }\n}\n",
      ],
      [
        "Sources/Tags/A.swift":
          "/// Of `Outcome`, `Value` and `Tags`: `DW:I:`, `GET /a`, `A`, `NTAG213`, `CET-1CEST`, `SELECT`, `Mint (M)`.\n",
        "Sources/Deadwax/B.swift": "protocol B {\n  associatedtype Outcome\n}\nfunc c<Value>(_ value: Value) {}\n",
      ],
      ["Sources/Tags/A.swift": "// `TagFault` is no more.\n/// A word: TagFault.\nlet a = \"/// `TagFault`\"\n"],
      ["Sources/C/CNFC/A.swift": "/// The `Nfc_Device` of C.\n", "Sources/C/CNFC/CNFC.h": "struct Nfc_Device;\n"],
      ["Tests/TagsTests/A.swift": "/// `TagFault`\nlet a = 1\n"],
    ]
  ) { tree in
    let files = tree.sources.filter { !$0.isTest }
    // Code that compiles names only what exists, so that types of Foundation count without a list of them.
    var known = foreignNames.union(files.map(\.module))
    for file in files {
      for line in file.text.code {
        for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        where word.first?.isUppercase == true { known.insert(String(word)) }
      }
    }
    let headers = tree.texts.filter { $0.key.hasPrefix("Sources/C/") && $0.key.hasSuffix(".h") }.values
    return files.flatMap { file in
      file.text.comments.enumerated().flatMap { index, line -> [Violation] in
        guard line.hasPrefix("///"), line.has("`") else { return [] }
        return line.matches(of: Patterns.shared.typeReference).flatMap { match in
          match.1.split(separator: ".").map(String.init).filter { name in
            // A name in capitals alone is a command, a code or a term.
            name.contains(where: \.isLowercase) && !known.contains(name) && !headers.contains { $0.contains(name) }
          }.map { file.violation(index + 1, "the code has no \($0)") }
        }
      }
    }
  }

  /// Returns the types at the top level of a file that other files see, each with its line. `isEntry` is true for the
  /// type that a program begins with.
  private static func types(of file: SourceFile) -> [(name: String, line: Int, isEntry: Bool)] {
    let type =
      /^(?:(?:package|internal|final|indirect|nonisolated|@\w+)\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/
    let words = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    return file.lines(of: type, with: words).map { match, line in
      let above = line > 1 ? file.text.code[line - 2] : ""
      return (String(match.1), line, match.output.0.contains("@main") || above.hasPrefix("@main"))
    }
  }
}
