package import CommandLineArguments

/// The values of a program with their origins: the defaults, then the file, the environment and the flags. Later
/// origins override earlier ones.
package struct Configuration: Sendable {
  private struct Entry {
    var text: String?
    var origin: Origin
  }

  private let table: KeyTable
  private var entries: [String: Entry] = [:]

  /// The sections with names, by the name of their group.
  private let named: [String: [NamedSection]]

  /// The file that was read, nil if there is none.
  package let file: String?

  /// The variables that begin with `DEADWAX_` and are unknown to this program. They deserve a warning.
  package let unknownVariables: [String]

  /// Collects the values from all origins.
  ///
  /// - Parameters:
  ///   - table: the table of keys.
  ///   - arguments: the command line.
  ///   - environment: the environment variables. `DEADWAX_CONFIG` names the file, like `--config`.
  ///   - standardFile: the file to read if none is named. It may be absent, but a named file must exist.
  /// - Throws: the first error, with its file and line.
  package init(
    _ table: KeyTable, arguments: ParsedArguments, environment: [String: String], standardFile: String?
  ) throws(ConfigurationError) {
    self.table = table
    for key in table.keys { entries[key.name] = Entry(text: key.standard, origin: .standard) }

    let named = arguments.text("config") ?? environment["DEADWAX_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    var readFile: String?
    var sections: [String: [NamedSection]] = [:]
    if let path = named ?? standardFile, let bytes = try INIFile.bytes(path, mayBeAbsent: named == nil) {
      readFile = path
      let content = try INIFile.content(bytes, path: path)
      for line in content.lines where !table.groups.contains(where: { $0.name(in: line.section) != nil }) {
        try Self.take(line, path, table, &entries)
      }
      for group in table.groups {
        sections[group.name] = try NamedSection.sections(of: group, in: content, path: path)
      }
    }
    file = readFile
    self.named = sections

    var unknown: [String] = []
    for (variable, value) in environment where variable.hasPrefix("DEADWAX_") && variable != "DEADWAX_CONFIG" {
      if let key = table.key(ofVariable: variable) {
        entries[key.name] = try Self.entry(key, value, .environment(variable))
      } else {
        unknown.append(variable)
      }
    }
    unknownVariables = unknown.sorted()
    for key in table.keys {
      guard arguments.has(key.name), let value = arguments.text(key.name) else { continue }
      entries[key.name] = try Self.entry(key, value, .flag(key.name))
    }
  }

  /// Returns the text of a key, nil if it has no value. A key that is not in the table is a programming error and
  /// traps.
  package func text(_ name: String) -> String? { entry(name).text }

  /// Returns the value of a number key, nil if it has no value.
  package func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Returns true if a yes-or-no key is set to yes.
  package func isOn(_ name: String) -> Bool { text(name).flatMap(ValueKind.truth) ?? false }

  /// Returns the words of a list without surrounding white space. Empty if the key has no value.
  package func list(_ name: String) -> [String] {
    ValueKind.words(text(name) ?? "")
  }

  /// Returns the sections of a group, in their order in the file.
  package func sections(_ group: String) -> [NamedSection] { named[group] ?? [] }

  /// Returns the origin of a value.
  package func origin(_ name: String) -> Origin { entry(name).origin }

  /// The configuration in the form of a file, each value with its origin. Secrets are hidden.
  package var displayed: String {
    let lines = table.keys.map { key -> (section: String, text: String, origin: String) in
      let entry = entry(key.name)
      let value = entry.text.map { key.isSecret ? "(hidden)" : $0 }
      return (key.section, value.map { "\(key.name) = \($0)" } ?? "# \(key.name) =", entry.origin.description)
    }
    let width = lines.map(\.text.count).max() ?? 0
    var text = ""
    for section in table.sections {
      text += "[\(section)]\n"
      for line in lines where line.section == section {
        text += line.text + String(repeating: " ", count: width - line.text.count) + "  ; \(line.origin)\n"
      }
    }
    for group in table.groups {
      for section in sections(group.name) { text += section.displayed(in: group) }
    }
    return text
  }

  private func entry(_ name: String) -> Entry {
    guard let entry = entries[name] else { preconditionFailure("There is no key \(name) in the table.") }
    return entry
  }

  private static func take(
    _ line: INIFile.Line, _ path: String, _ table: KeyTable, _ entries: inout [String: Entry]
  ) throws(ConfigurationError) {
    guard let key = table.key(named: line.name), key.section == line.section else {
      throw .unknown(
        section: line.section, name: line.name, path: path, line: line.number, hint: hint(line, table))
    }
    if case .file(_, let other) = entries[key.name]?.origin {
      throw .malformed(path: path, line: line.number, reason: "\(key.name) is already in line \(other)")
    }
    entries[key.name] = try entry(key, line.value, .file(path, line: line.number))
  }

  private static func hint(_ line: INIFile.Line, _ table: KeyTable) -> String? {
    if let key = table.key(named: line.name) { return "It belongs in [\(key.section)]." }
    return nearest(line.name, among: table.keys.map(\.name)).map { "Did you mean \($0)?" }
  }

  private static func entry(_ key: Key, _ text: String, _ origin: Origin) throws(ConfigurationError) -> Entry {
    let text = trimmed(text[...])
    guard key.kind.accepts(text) else { throw .invalid(name: key.name, expected: key.kind.expectation, origin) }
    return Entry(text: text, origin: origin)
  }

  static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
