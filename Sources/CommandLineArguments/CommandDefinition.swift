/// A command of a program: its operands, its options and its help, in one place.
package struct CommandDefinition: Sendable {
  /// The name, either a word or a noun and a verb: `scan`, `tag list`. Empty for a program that is one command.
  package let name: String

  package let operands: [Operand]
  package let options: [Option]

  /// A phrase for the list of all commands.
  package let summary: String

  /// Further help in whole sentences, before the options; may be empty.
  package let details: String

  /// Further help after the options; may be empty.
  package let notes: String

  /// Complete command lines with their effect, for the help.
  package let examples: [(line: String, does: String)]

  /// The forms of the command in the help, if its operands and options alone do not show them.
  package let forms: [String]

  /// True if every following argument is passed to another program unchanged.
  package let passesOn: Bool

  package init(
    _ name: String, operands: [Operand] = [], summary: String, details: String = "", notes: String = "",
    examples: [(line: String, does: String)] = [], forms: [String] = [], options: [Option] = [], passesOn: Bool = false
  ) {
    let rest = operands.drop { $0.isRequired && !$0.repeats }
    precondition(rest.dropFirst().allSatisfy { !$0.isRequired }, "\(name): required operands come first.")
    precondition(operands.dropLast().allSatisfy { !$0.repeats }, "\(name): only the last operand can repeat.")
    self.name = name
    self.operands = operands
    self.options = options
    self.summary = summary
    self.details = details
    self.notes = notes
    self.examples = examples
    self.forms = forms
    self.passesOn = passesOn
  }

  /// The noun of a two-word command; nil for a one-word command.
  package var noun: String? { name.firstIndex(of: " ").map { String(name[..<$0]) } }

  /// The name with the operands and the required options: `loan out COPY… --to BORROWER`.
  package var synopsis: String {
    let parts = [name] + operands.map(\.synopsis) + options.filter(\.isRequired).map(\.synopsis)
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
