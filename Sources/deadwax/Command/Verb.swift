/// One thing that the program does: its help, its options and its code, in one place.
struct Verb: Sendable {
  let name: String

  /// As `CODE | -`.
  let operands: String

  /// A phrase for the list of all verbs.
  let summary: String

  /// What else there is to know, in whole sentences; empty where that is all.
  let details: String
  let options: [Option]

  /// Hands every word behind it to another program, as it stands.
  let passesOn: Bool
  let run: @Sendable (Invocation) throws -> ExitCode

  init(
    _ name: String, operands: String = "", summary: String, details: String = "", options: [Option] = [],
    passesOn: Bool = false, run: @escaping @Sendable (Invocation) throws -> ExitCode
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.details = details
    self.options = options
    self.passesOn = passesOn
    self.run = run
  }

  /// The table of verbs, in the order of the help.
  static let all = [scan, scans, resolve, decode, cameras, scanners, events, doctor]
}
