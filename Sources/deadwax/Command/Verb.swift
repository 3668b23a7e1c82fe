/// One thing that the program does: its help, its options and its code, in one place.
struct Verb: Sendable {
  /// One word, or a noun and what is done with it: `scan`, `tag list`.
  let name: String

  /// As `CODE | -`.
  let operands: String

  /// A phrase for the list of all verbs.
  let summary: String

  /// What else there is to know, in whole sentences; empty where that is all.
  let details: String

  /// Whole command lines with what each does, for the help.
  let examples: [(line: String, does: String)]
  let options: [Option]

  /// Hands every word behind it to another program, as it stands.
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

  /// The noun of a command of two words; nil for a command of one.
  var noun: String? {
    name.firstIndex(of: " ").map { String(name[..<$0]) }
  }

  /// The table of verbs, in the order of the help.
  static let all =
    [scan, scans, resolve, explain, undo, changes] + loan + copy + borrower + hold + fee + inbox + away + tag + label
    + station
    + setting + [recording, replay, decode, cameras, scanners, events, doctor]
}
