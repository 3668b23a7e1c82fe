/// A positional argument of a command.
package struct Operand: Sendable {
  /// The placeholder in the help, such as `COPY`.
  package let name: String

  let isRequired: Bool
  let repeats: Bool

  /// Returns an operand that must be given once.
  package static func one(_ name: String) -> Operand { Operand(name: name, isRequired: true, repeats: false) }

  /// Returns an operand that may be given once.
  package static func optional(_ name: String) -> Operand { Operand(name: name, isRequired: false, repeats: false) }

  /// Returns an operand that must be given once or more often. It is the last one.
  package static func some(_ name: String) -> Operand { Operand(name: name, isRequired: true, repeats: true) }

  /// Returns an operand that may be given any number of times. It is the last one.
  package static func any(_ name: String) -> Operand { Operand(name: name, isRequired: false, repeats: true) }

  /// The operand in a synopsis: `COPY`, `[COPY]`, `COPY…` or `[COPY…]`.
  var synopsis: String {
    let name = name + (repeats ? "…" : "")
    return isRequired ? name : "[\(name)]"
  }

  /// The name in a sentence: `copy`, `UID`.
  private var noun: String {
    let word = name.prefix { $0 != "|" }
    return word.count < 4 ? String(word) : word.lowercased()
  }

  /// Checks the number of operands.
  ///
  /// - Returns: nil if the number is right, or else the error as a sentence.
  static func fault(of given: [String], as operands: [Operand]) -> String? {
    let required = operands.prefix { $0.isRequired }
    if given.count < required.count { return "No \(required[given.count].noun) is given." }
    guard given.count > operands.count, operands.last?.repeats != true else { return nil }
    return "Unexpected argument \(printable(given[operands.count]))."
  }
}
