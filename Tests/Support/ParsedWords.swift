package import CommandLineArguments

extension ParsedArguments {
  /// Returns the arguments of a program that is one command.
  ///
  /// - Throws: `UsageError`, or `TestFailure` if the words ask for the help or the version.
  package static func parsing(
    _ words: [String], options: [Option], operands: [Operand] = []
  ) throws -> ParsedArguments {
    let command = CommandDefinition("", operands: operands, summary: "", options: options)
    let program = ProgramDefinition("program", version: "1", commands: [command])
    guard case .command(_, let arguments) = try program.parse(words) else { throw TestFailure("no arguments") }
    return arguments
  }
}
