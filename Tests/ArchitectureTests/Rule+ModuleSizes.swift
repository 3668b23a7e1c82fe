extension Rule {
  static let sizes = [modulesAreSmall]

  /// The largest number of files of a module.
  private static let fileLimit = 60
  /// The largest number of lines of a module.
  private static let lineLimit = 5_000

  private static let modulesAreSmall = Rule(
    name: "a module has at most 60 files and 5,000 lines, or a reason in the table of large modules",
    broken: [
      Dictionary(uniqueKeysWithValues: (0...fileLimit).map { ("Sources/Newcomer/File\($0).swift", "let a = 1\n") }),
      [
        "Sources/Newcomer/A.swift": String(repeating: "\n", count: lineLimit),
        "Sources/Newcomer/Part/B.swift": "let a = 1\n",
      ],
      [
        "Sources/Programs/deadwax-newcomer/A.swift": String(repeating: "\n", count: lineLimit + 1)
      ],
      // A reason that is no longer needed is removed.
      ["Tests/ArchitectureTests/Levels.swift": "", "Sources/Storage/A.swift": "let a = 1\n"],
    ],
    kept: [
      Dictionary(uniqueKeysWithValues: (0..<fileLimit).map { ("Sources/Newcomer/File\($0).swift", "let a = 1\n") }),
      ["Sources/Newcomer/A.swift": String(repeating: "\n", count: lineLimit)],
      // The reason is in the table.
      ["Sources/Storage/A.swift": String(repeating: "\n", count: lineLimit + 1)],
      // Tests may be many.
      ["Tests/NewcomerTests/A.swift": String(repeating: "\n", count: lineLimit + 1)],
    ]
  ) { tree in
    let files = Dictionary(grouping: tree.sources.filter { !$0.isTest && !$0.module.isEmpty }, by: \.module)
    var violations: [Violation] = []
    for (module, files) in files.sorted(by: { $0.key < $1.key }) {
      let lines = files.reduce(0) { $0 + SourceFile.lineCount(of: tree.texts[$1.path] ?? "") }
      guard files.count > fileLimit || lines > lineLimit, Levels.large[module] == nil else { continue }
      let size = "\(module) has \(files.count) files with \(lines) lines"
      violations.append(
        Violation(path: files[0].path, line: 1, sentence: "\(size): split it, or give a reason in Levels.large"))
    }
    let table = "Tests/ArchitectureTests/Levels.swift"
    guard tree.paths.contains(table) else { return violations }
    for module in Levels.large.keys.sorted() {
      let files = files[module] ?? []
      let lines = files.reduce(0) { $0 + SourceFile.lineCount(of: tree.texts[$1.path] ?? "") }
      guard files.count <= fileLimit, lines <= lineLimit else { continue }
      violations.append(Violation(path: table, line: 1, sentence: "\(module) needs no reason in Levels.large"))
    }
    return violations
  }
}
