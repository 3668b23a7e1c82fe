internal import Foundation
import TestSupport

/// The repository as the rules see it: text files by their path from its root.
struct Tree {
  private(set) var texts: [String: String] = [:]
  /// Every path, including pictures and folders.
  private(set) var paths: Set<String> = []
  /// The Swift files of Sources and Tests, in the order of their paths.
  private(set) var sources: [SourceFile] = []
  /// The package's targets; empty without a Package.swift.
  private(set) var manifest = Manifest("")
  private(set) var prose = Prose(sources: [], texts: [:])

  /// Creates a sample repository, to test a rule.
  init(_ texts: [String: String]) {
    self.texts = texts
    paths = Set(texts.keys)
    understand()
  }

  /// The working copy, without built or downloaded files.
  static let repository: Tree = {
    var tree = Tree([:])
    tree.read(folder: "")
    tree.understand()
    return tree
  }()

  private static let textEndings: Set<String> = [
    "", "c", "cfg", "conf", "css", "h", "html", "ini", "js", "json", "jsonl", "md", "mjs", "modulemap", "py", "rules",
    "service", "sh", "sql", "svg", "swift", "toml", "txt", "yml",
  ]

  private mutating func read(folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.path(folder))) ?? []
    for name in names where !Self.isLeftOut(name) {
      let path = folder.isEmpty ? name : folder + "/" + name
      paths.insert(path)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: Repository.path(path), isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        read(folder: path)
      } else if Self.textEndings.contains(URL(fileURLWithPath: name).pathExtension) {
        texts[path] = try? String(contentsOfFile: Repository.path(path), encoding: .utf8)
      }
    }
  }

  private static func isLeftOut(_ name: String) -> Bool {
    name == ".git" || name == ".venv" || name == "__pycache__" || name.hasPrefix(".build")
  }

  private mutating func understand() {
    manifest = Manifest(texts["Package.swift"] ?? "")
    sources = texts.keys.sorted()
      .filter { $0.hasSuffix(".swift") && ($0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")) }
      .map { SourceFile(path: $0, text: texts[$0] ?? "") }
    prose = Prose(sources: sources, texts: texts)
  }
}

/// A Swift file with the data that the rules need.
struct SourceFile {
  let path: String
  let text: SourceText
  /// The modules it imports, each with its line counted from 1.
  private(set) var imports: [(module: String, line: Int)] = []

  init(path: String, text: String) {
    self.path = path
    self.text = SourceText(text)
    imports = lines(of: Patterns.shared.importStatement, with: ["import"]).map { (String($0.match.1), $0.line) }
  }

  /// `Storage` for Sources/Storage/…, `deadwaxd` for Sources/Programs/deadwaxd/…, `Demo` for Sources/Simulators/Demo/…, `StorageTests` for
  /// Tests/StorageTests/…
  var module: String {
    let parts = path.split(separator: "/")
    guard parts.count > 2 else { return "" }
    switch (parts[0], parts[1]) {
    case ("Tests", "Support"): return "TestSupport"
    case ("Tests", "LendingSupport"): return "LendingTestSupport"
    case ("Tests", "ServerSupport"): return "ServerTestSupport"
    case ("Tests", "StorageSupport"): return "StorageTestSupport"
    // A program that only tests start has a subfolder of its own.
    case ("Tests", "Fixtures"): return String(parts[2])
    case ("Sources", "Programs"), ("Sources", "Simulators"): return String(parts[2])
    default: return String(parts[1])
    }
  }

  var isTest: Bool { path.hasPrefix("Tests/") }

  /// Returns the matches of an expression in the code, without comments and literals; lines are counted from 1.
  ///
  /// - Parameters:
  ///   - expression: the expression to find in each line.
  ///   - words: a pre-filter: only lines with one of these words are searched, which is many times faster.
  /// - Returns: the matches, in their order.
  func lines<Output>(of expression: Regex<Output>, with words: [String]) -> [(match: Regex<Output>.Match, line: Int)] {
    text.code.enumerated().flatMap { index, code -> [(match: Regex<Output>.Match, line: Int)] in
      guard words.contains(where: { code.has($0) }) else { return [] }
      return code.matches(of: expression).map { ($0, index + 1) }
    }
  }

  /// Counts the lines, including a last line without a line feed.
  static func lineCount(of text: String) -> Int {
    text.utf8.count { $0 == UInt8(ascii: "\n") } + 1 - (text.hasSuffix("\n") ? 1 : 0)
  }

  func violation(_ line: Int, _ sentence: String) -> Violation {
    Violation(path: path, line: line, sentence: sentence)
  }
}

/// A violation of a rule at one place.
struct Violation: CustomStringConvertible {
  let path: String
  let line: Int
  let sentence: String

  var description: String { "\(path):\(line): \(sentence)" }
}
