internal import CommandLineArguments

/// A section of the file with its own name, such as `[reader gate]`, and its values.
package struct NamedSection: Sendable, Equatable {
  /// The name, such as `gate`.
  package let name: String
  private let path: String
  /// The line of the header.
  private let line: Int
  private var values: [String: Value] = [:]

  private struct Value: Sendable, Equatable {
    var text: String
    var line: Int
  }

  /// Collects the sections of a group.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - content: the content of the file.
  ///   - path: the path for error messages.
  /// - Returns: the sections in order.
  /// - Throws: the first error with its line.
  static func sections(
    of group: KeyGroup, in content: INIFile.Content, path: String
  ) throws(ConfigurationError) -> [NamedSection] {
    var sections: [NamedSection] = []
    for header in content.headers {
      guard let name = group.name(in: header.section) else { continue }
      guard KeyGroup.isName(name) else {
        throw .malformed(
          path: path, line: header.number,
          reason: "the name in [\(group.name) NAME] must be 1 to 40 lower-case letters, digits or hyphens")
      }
      if let other = sections.first(where: { $0.name == name }) {
        throw .malformed(
          path: path, line: header.number, reason: "[\(group.name) \(name)] is already in line \(other.line)")
      }
      sections.append(NamedSection(name: name, path: path, line: header.number))
    }
    for line in content.lines {
      guard let name = group.name(in: line.section),
        let index = sections.firstIndex(where: { $0.name == name })
      else { continue }
      try sections[index].take(line, of: group)
    }
    for section in sections {
      for name in group.required where section.values[name] == nil {
        throw section.error("[\(group.name) \(section.name)] needs a line \(name) = …")
      }
    }
    return sections
  }

  private init(name: String, path: String, line: Int) {
    self.name = name
    self.path = path
    self.line = line
  }

  private mutating func take(_ line: INIFile.Line, of group: KeyGroup) throws(ConfigurationError) {
    guard let key = group.key(named: line.name) else {
      let near = nearest(line.name, among: group.keys.map(\.name))
      throw .unknown(
        section: line.section, name: line.name, path: path, line: line.number, hint: near.map { "Did you mean \($0)?" })
    }
    if let other = values[key.name] {
      throw .malformed(path: path, line: line.number, reason: "\(key.name) is already in line \(other.line)")
    }
    let text = Configuration.trimmed(line.value[...])
    guard key.kind.accepts(text) else {
      throw .invalid(name: key.name, expected: key.kind.expectation, .file(path, line: line.number))
    }
    values[key.name] = Value(text: text, line: line.number)
  }

  /// Returns the text of a key; nil if the section has no such line.
  package func text(_ key: String) -> String? { values[key]?.text }

  /// Returns an error about a value of this section.
  ///
  /// - Parameters:
  ///   - key: the key with the invalid value.
  ///   - expected: the phrase that ends the sentence "… must be".
  /// - Returns: the error with the line of the value.
  package func invalid(_ key: String, expected: String) -> ConfigurationError {
    .invalid(name: key, expected: expected, .file(path, line: values[key]?.line ?? line))
  }

  /// Returns an error about this section as a whole.
  ///
  /// - Parameter reason: the reason, without a full stop.
  /// - Returns: the error with the line of the header.
  package func error(_ reason: String) -> ConfigurationError { .malformed(path: path, line: line, reason: reason) }

  /// The section in the form of a file, for `Configuration.displayed`.
  func displayed(in group: KeyGroup) -> String {
    var text = "[\(group.name) \(name)]  ; \(path):\(line)\n"
    for key in group.keys {
      guard let value = values[key.name] else { continue }
      text += "\(key.name) = \(key.isSecret ? "(hidden)" : value.text)\n"
    }
    return text
  }
}
