/// The keys of sections that a file may contain several times, each with its own name, such as `[reader gate]`. They
/// exist in the file only, and are neither flags nor variables.
package struct KeyGroup: Sendable {
  /// The first word of the section.
  package let name: String
  package let keys: [Key]
  /// The names of the keys without which a section is invalid.
  package let required: [String]

  /// A short phrase that describes the purpose of a section.
  package let help: String

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: the first word of the section.
  ///   - keys: the keys, whose names are unique within the group. A contradiction is a programming error and traps.
  ///   - required: the names of the keys that every section must contain.
  ///   - help: the purpose of a section.
  package init(_ name: String, keys: [Key], required: [String], help: String) {
    precondition(Set(keys.map(\.name)).count == keys.count, "A key of [\(name)] is in the group twice.")
    precondition(Set(required).isSubset(of: keys.map(\.name)), "A required key of [\(name)] is not in the group.")
    self.name = name
    self.keys = keys
    self.required = required
    self.help = help
  }

  func key(named name: String) -> Key? { keys.first { $0.name == name } }

  /// Returns the name in a section such as `reader gate`; nil if the section does not belong to this group.
  func name(in section: String) -> String? {
    let words = section.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.first.map(String.init) == name else { return nil }
    return words.count == 2 ? String(words[1]) : ""
  }

  /// Returns true for a valid name of a section: 1 to 40 lower-case letters, digits or hyphens.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(KeyTable.isNameByte)
  }
}
