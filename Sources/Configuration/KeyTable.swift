package import CommandLineArguments

/// All configuration keys of a program. The options, the checks and the help text are derived from it.
package struct KeyTable: Sendable {
  package let keys: [Key]
  /// The groups of keys for sections with names.
  package let groups: [KeyGroup]
  private static let reserved = Option.reserved.union(["config"])

  private let byName: [String: Int]
  private let byVariable: [String: Int]

  /// - Parameters:
  ///   - keys: the keys in display order, with those of a section together. A contradictory table is a programming
  ///     error and traps.
  ///   - groups: the groups of keys for sections with names.
  package init(_ keys: [Key], groups: [KeyGroup] = []) {
    var byName: [String: Int] = [:]
    var byVariable: [String: Int] = [:]
    for (index, key) in keys.enumerated() {
      precondition(
        !key.name.isEmpty && key.name.utf8.allSatisfy(Self.isNameByte),
        "The key \(key.name) is not a word of lower-case letters, digits and hyphens.")
      precondition(byName.updateValue(index, forKey: key.name) == nil, "The key \(key.name) is in the table twice.")
      precondition(!Self.reserved.contains(key.name), "The key \(key.name) is a flag that every program has.")
      precondition(
        key.standard.map(key.kind.accepts) ?? true, "The default of \(key.name) must be \(key.kind.expectation).")
      byVariable[key.variable] = index
    }
    self.keys = keys
    self.groups = groups
    self.byName = byName
    self.byVariable = byVariable
  }

  func key(named name: String) -> Key? { byName[name].map { keys[$0] } }

  func key(ofVariable variable: String) -> Key? { byVariable[variable].map { keys[$0] } }

  /// The sections in order.
  package var sections: [String] {
    var sections: [String] = []
    for key in keys where !sections.contains(key.section) { sections.append(key.section) }
    return sections
  }

  /// The options of the command line: one for each key, and one for the file.
  package var options: [Option] {
    keys.map(\.option) + [Option("config", .path, nil, "the configuration file")]
  }

  /// The help for the groups, whose keys exist in the file only.
  package var groupHelp: String {
    let width = min(34, (groups.flatMap(\.keys).map { Self.assignment($0).count }.max() ?? 0) + 2)
    var lines: [String] = []
    for group in groups {
      lines.append("[\(group.name) NAME]  \(group.help)")
      for key in group.keys {
        let text = Self.assignment(key)
        lines.append(text + String(repeating: " ", count: max(2, width - text.count)) + key.help)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func assignment(_ key: Key) -> String { "  \(key.name) = \(key.kind.placeholder ?? "yes|no")" }

  static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }
}
