/// A parsed command line: the flags of the table, and the operands.
package struct Arguments: Sendable, Equatable {
  /// The operands, which are the words that are not flags, in order.
  package private(set) var operands: [String] = []

  /// True if `--help` or `-h` is present. Nothing else is checked then.
  package private(set) var isHelpWanted = false

  /// True if `--version` is present. Nothing else is checked then.
  package private(set) var isVersionWanted = false

  /// The file given with `--config`.
  private(set) var file: String?

  /// The values by the names of their keys.
  private(set) var values: [String: String] = [:]

  static let reserved: Set<String> = ["help", "version", "config"]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - words: the words without the program's name. `--name value` and `--name=value` are equivalent. After `--`,
  ///     every word is an operand.
  ///   - table: the table of known flags.
  /// - Throws: `usage` for an unknown flag, for one without its value, and for one that occurs twice.
  package init(_ words: [String], table: KeyTable) throws(ConfigurationError) {
    let flags = words.prefix { $0 != "--" }
    isHelpWanted = flags.contains { $0 == "--help" || $0 == "-h" }
    isVersionWanted = flags.contains("--version")
    if isHelpWanted || isVersionWanted { return }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      try take(word, &rest, table)
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, _ table: KeyTable
  ) throws(ConfigurationError) {
    guard word.hasPrefix("--") else { throw .usage("There is no flag \(word).") }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let key = table.key(named: name)
    guard key != nil || name == "config" else {
      let near = KeyTable.nearest(name, among: table.keys.map(\.name) + Self.reserved)
      throw .usage("There is no flag --\(name)." + (near.map { " Did you mean --\($0)?" } ?? ""))
    }
    let value: String
    if parts.count == 2 {
      value = String(parts[1])
    } else if key?.kind == .yesNo {
      value = "yes"
    } else if let next = rest.first, !next.hasPrefix("--") {
      value = next
      rest.removeFirst()
    } else {
      throw .usage("The flag --\(name) needs a value: \(key?.expectation ?? "a path").")
    }
    if name == "config" {
      guard !value.isEmpty else { throw .usage("The flag --config needs a value: a path.") }
      guard file == nil else { throw .usage("The flag --config is given twice.") }
      file = value
    } else if values.updateValue(value, forKey: name) != nil {
      throw .usage("The flag --\(name) is given twice.")
    }
  }
}
