import Foundation
import Lending
import Messages
import TestSupport

/// The message catalogue in the repository, and the sources that use it.
enum Catalogue {
  static let path = Repository.path("www/messages")

  /// Returns the hub's own messages.
  static func messages() throws -> Messages { try Messages(folder: path) }

  /// The hub's own part, and a folder for each part that only pages read.
  static let parts =
    [""]
    + (FileManager.default.subpaths(atPath: path) ?? []).filter { $0.hasSuffix("/en.json") }
    .map { String($0.dropLast("en.json".count)) }.sorted()

  static func file(_ part: String, _ language: Language) throws -> String {
    try String(contentsOfFile: "\(path)/\(part)\(language.rawValue).json", encoding: .utf8)
  }

  /// The English texts of the settings, by key. They are the help in the table of settings, which the API serves with
  /// each setting, and have no copy in the files.
  static let settings = Dictionary(uniqueKeysWithValues: Setting.all.map { ("setting.\($0.key)", $0.help) })

  /// Returns all texts of one language: those of its files, and in English those of the settings.
  static func texts(_ language: Language) throws -> [String: String] {
    try parts.reduce(into: language == .english ? settings : [:]) { texts, part in
      let own = try JSONDecoder().decode([String: String].self, from: Data(file(part, language).utf8))
      texts.merge(own) { first, _ in first }
    }
  }

  static func keys(_ language: Language) throws -> Set<String> { Set(try texts(language).keys) }

  /// Returns every source that may contain a key: Swift and the pages.
  static func sources() throws -> [(path: String, text: String)] {
    try ["Sources", "www"].flatMap { folder in
      let root = Repository.path(folder)
      let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return try names.filter { name in [".swift", ".js", ".html"].contains { name.hasSuffix($0) } }
        .map { (folder + "/" + $0, try String(contentsOfFile: root + "/" + $0, encoding: .utf8)) }
    }
  }

  /// Returns all quoted strings that look like a key: `"desk.undo"`, and in the pages also `` `rule.${…}` ``, and the key
  /// in the declaration of a page: `skip: #main page.to-list`.
  static func named(in text: String) -> Set<String> {
    Set(
      text.matches(of: /["'`]([a-z][a-z-]*(?:\.[a-z0-9][a-z0-9-]*)+)["'`]/).map { String($0.output.1) }
        + text.matches(of: /(?:^|\n)skip: \S+ (\S+)\n/).map { String($0.output.1) })
  }

  /// Returns the prefixes of composed keys: `` `outcome.${code}.title` ``, `"mode.\(mode).title"`.
  static func begun(in text: String) -> Set<String> {
    Set(text.matches(of: /["'`]([a-z][a-z-]*(?:\.[a-z0-9][a-z0-9-]*)*[.-])(?:\$\{|\\\()/).map { String($0.output.1) })
  }
}
