/// A program with its commands: the single declaration from which the parser and the help are derived.
package struct ProgramDefinition: Sendable {
  package let name: String
  package let version: String
  package let commands: [CommandDefinition]

  /// The options of every command, besides `--help` and `--version`.
  package let commonOptions: [Option]

  /// Further help in whole sentences, after the list of commands; may be empty.
  package let details: String

  /// - Parameters:
  ///   - name: the name of the executable file.
  ///   - version: the version that `--version` prints.
  ///   - commands: the commands in the order of the help. A program that is one command has one with an empty name.
  ///   - commonOptions: the options of every command.
  ///   - details: further help.
  package init(
    _ name: String, version: String, commands: [CommandDefinition], commonOptions: [Option] = [], details: String = ""
  ) {
    for command in commands {
      let names = (command.options + commonOptions).map(\.name)
      precondition(Set(names).count == names.count, "\(name) \(command.name) has an option twice.")
    }
    self.name = name
    self.version = version
    self.commands = commands
    self.commonOptions = commonOptions
    self.details = details
  }

  /// The only command of a program that has no names for commands; nil for other programs.
  var onlyCommand: CommandDefinition? { commands.first { $0.name.isEmpty } }

  /// Returns the options that a command accepts; those of every command if it is nil.
  func options(of command: CommandDefinition?) -> [Option] { (command?.options ?? []) + commonOptions }

  /// Returns the command with this name.
  ///
  /// - Throws: `UsageError` with the most similar name.
  func command(named name: String) throws(UsageError) -> CommandDefinition {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let near = nearest(name, among: commands.map(\.name) + Set(commands.compactMap(\.noun)).sorted())
    throw error("Unknown command \(printable(name))." + (near.map { " Did you mean \($0)?" } ?? ""), in: nil)
  }

  /// Returns the error with the command line that prints the help.
  func error(_ sentence: String, in command: CommandDefinition?) -> UsageError {
    let words = [name, command?.name ?? "", "--help"].filter { !$0.isEmpty }
    return UsageError(sentence, advice: "See: " + words.joined(separator: " "))
  }

  /// Returns an error in the values of a command, found after parsing.
  package func error(_ sentence: String, in command: String) -> UsageError {
    error(sentence, in: commands.first { $0.name == command })
  }
}
