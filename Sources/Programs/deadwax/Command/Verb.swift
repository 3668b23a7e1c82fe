/// A command of this program: its help, its options and its code, in one place.
struct Verb: Sendable {
  /// The name, either a word or a noun and a verb: `scan`, `tag list`.
  let name: String

  /// The operands in the help, such as `CODE | -`.
  let operands: String

  /// A phrase for the list of all commands.
  let summary: String

  /// Further help in whole sentences; may be empty.
  let details: String

  /// Complete command lines with their effect, for the help.
  let examples: [(line: String, does: String)]
  let options: [Option]

  /// True if every following argument is passed to another program unchanged.
  let passesOn: Bool
  let run: @Sendable (Invocation) throws -> ExitCode

  init(
    _ name: String, operands: String = "", summary: String, details: String = "",
    examples: [(line: String, does: String)] = [], options: [Option] = [], passesOn: Bool = false,
    run: @escaping @Sendable (Invocation) throws -> ExitCode
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.details = details
    self.examples = examples
    self.options = options
    self.passesOn = passesOn
    self.run = run
  }

  /// The noun of a two-word command; nil for a one-word command.
  var noun: String? {
    name.firstIndex(of: " ").map { String(name[..<$0]) }
  }

  /// The table of commands, in the order of the help.
  static let all =
    [scan, scans, resolve, explain, undo, changes] + loan + copy + borrower + hold + fee + inbox + offline + tag + label
    + station
    + setting + [recording, replay, decode, cameras, scanners, events, doctor]
}
