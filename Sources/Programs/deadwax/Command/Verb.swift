internal import CommandLineArguments
internal import HubClient

/// A command of this program: its declaration and its code, in one place.
struct Verb: Sendable {
  let definition: CommandDefinition
  let run: @Sendable (Invocation) throws -> ExitCode

  init(
    _ name: String, operands: [Operand] = [], summary: String, details: String = "",
    examples: [(line: String, does: String)] = [], options: [Option] = [], passesOn: Bool = false,
    run: @escaping @Sendable (Invocation) throws -> ExitCode
  ) {
    definition = CommandDefinition(
      name, operands: operands, summary: summary, details: details, examples: examples, options: options,
      passesOn: passesOn)
    self.run = run
  }

  /// The table of commands, in the order of the help.
  static let all: [Verb] = [
    [scan, scans, resolve, find, explain, undo, changes], batch, loan, release, copy, bulk, attachment, lists, place,
    slot,
    changer, light, borrower, hold, notice, fee, inbox, alternative, recheck, discogs, discogsComparison, discogsPush,
    discogsToken, offline, tag, label, station, signIn, setting, device, backup, library, statistic, play, concert,
    [wall, exportTable, importTable, recording, replay, decode, cameras, scanners, events, doctor],
  ].flatMap(\.self)
}
