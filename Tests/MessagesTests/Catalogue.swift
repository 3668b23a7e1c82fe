import Foundation
import Messages
import TestSupport

/// The catalogue as it lies in the repository, and the sources that ask for it.
enum Catalogue {
  static let path = Repository.path("www/messages")

  /// What the hub says itself.
  static func messages() throws -> Messages { try Messages(folder: path) }

  /// The hub's own part, and a folder for each of those that only pages read.
  static let parts =
    [""]
    + (FileManager.default.subpaths(atPath: path) ?? []).filter { $0.hasSuffix("/en.json") }
    .map { String($0.dropLast("en.json".count)) }.sorted()

  static func file(_ part: String, _ language: Language) throws -> String {
    try String(contentsOfFile: "\(path)/\(part)\(language.rawValue).json", encoding: .utf8)
  }

  /// All texts of one language as they stand in its files.
  static func texts(_ language: Language) throws -> [String: String] {
    try parts.reduce(into: [:]) { texts, part in
      let own = try JSONDecoder().decode([String: String].self, from: Data(file(part, language).utf8))
      texts.merge(own) { first, _ in first }
    }
  }

  static func keys(_ language: Language) throws -> Set<String> { Set(try texts(language).keys) }

  /// Every source that may name a key: Swift and the pages.
  static func sources() throws -> [(path: String, text: String)] {
    try ["Sources", "www"].flatMap { folder in
      let root = Repository.path(folder)
      let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return try names.filter { name in [".swift", ".js", ".html"].contains { name.hasSuffix($0) } }
        .map { (folder + "/" + $0, try String(contentsOfFile: root + "/" + $0, encoding: .utf8)) }
    }
  }

  /// Everything in double quotes that looks like a key: `"desk.undo"`, and in the pages also `` `rule.${…}` ``.
  static func named(in text: String) -> Set<String> {
    Set(text.matches(of: /["'`]([a-z][a-z-]*(?:\.[a-z0-9][a-z0-9-]*)+)["'`]/).map { String($0.output.1) })
  }

  /// Keys of which other words are made than those of today's pages: what is printed on the cards of commands.
  static let spare = ["command."]

  /// The first words of keys that are put together: `` `outcome.${code}.title` ``, `"mode.\(mode).title"`.
  static func begun(in text: String) -> Set<String> {
    Set(text.matches(of: /["'`]([a-z][a-z-]*(?:\.[a-z0-9][a-z0-9-]*)*[.-])(?:\$\{|\\\()/).map { String($0.output.1) })
  }
}
