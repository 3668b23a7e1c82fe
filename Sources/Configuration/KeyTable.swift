/// All configuration keys of a program. The help text, the checks and `config show` are derived from it.
package struct KeyTable: Sendable {
  package let keys: [Key]
  /// The groups of keys for sections with names.
  package let groups: [KeyGroup]
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
      precondition(!Arguments.reserved.contains(key.name), "The key \(key.name) is a flag that every program has.")
      precondition(
        key.standard.map(key.accepts) ?? true, "The default of \(key.name) must be \(key.expectation).")
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

  /// The flags with their descriptions for `--help`, in lines of about 100 characters at most.
  package var help: String {
    let flags = keys.map { key in "  --\(key.name)" + (key.placeholder.map { " \($0)" } ?? "") }
    let width = min(34, (flags.map(\.count).max() ?? 0) + 2)
    var text = ""
    for section in sections {
      text += "[\(section)]\n"
      for (key, flag) in zip(keys, flags) where key.section == section {
        let room = String(repeating: " ", count: max(2, width - flag.count))
        let standard = key.isSecret ? nil : key.standard.map { $0.isEmpty ? " (none)" : " (\($0))" }
        text += "\(flag)\(room)\(key.help)\(standard ?? "")\n"
      }
    }
    for group in groups {
      text += "[\(group.name) NAME]  \(group.help)\n"
      for key in group.keys {
        let flag = "  \(key.name) = \(key.placeholder ?? "yes|no")"
        text += flag + String(repeating: " ", count: max(2, width - flag.count)) + key.help + "\n"
      }
    }
    return text
  }

  /// Returns the known word that is most similar to a mistyped one, or nil if none is similar.
  static func nearest(_ word: String, among words: [String]) -> String? {
    let ranked = words.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, word.utf8.count / 3), best.1 < word.utf8.count
    else { return nil }
    return best.0
  }

  /// Returns the number of letters to insert, delete or replace (Levenshtein distance).
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let cost = letter == other ? diagonal : 1 + min(diagonal, row[j], row[j + 1])
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[right.count]
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }
}
