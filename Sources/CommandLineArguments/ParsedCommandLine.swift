internal import Glibc

/// A command line after parsing.
package enum ParsedCommandLine: Sendable {
  case help(String)
  case version(String)
  case command(CommandDefinition, ParsedArguments)
}

extension ProgramDefinition {
  /// Parses a command line.
  ///
  /// - Parameter words: the arguments without the program's name. `--name value` and `--name=value` are equivalent.
  ///   After `--`, every word is an operand. Help is given whatever else is wrong.
  /// - Returns: the request.
  /// - Throws: `UsageError` for an unknown command or option, a missing, duplicate or invalid value, or a wrong number
  ///   of operands.
  package func parse(_ words: [String]) throws(UsageError) -> ParsedCommandLine {
    var parser = Parser(program: self, rest: words[...])
    do throws(UsageError) {
      return try parser.parse()
    } catch {
      let wantsHelp = parser.rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
      guard wantsHelp else { throw error }
      return .help(parser.help)
    }
  }

  /// Parses the command line of this process. Prints the help or the version and exits if it asks for them; prints the
  /// error and exits with 64 if it is invalid.
  package func parseOrExit() -> (command: String, arguments: ParsedArguments) {
    do throws(UsageError) {
      switch try parse(Array(CommandLine.arguments.dropFirst())) {
      case .help(let text):
        print(text)
        exit(0)
      case .version(let text):
        print(text)
        exit(0)
      case .command(let command, let arguments): return (command.name, arguments)
      }
    } catch {
      error.print(by: name)
      exit(UsageError.exitCode)
    }
  }
}

/// The state of parsing one command line.
private struct Parser {
  let program: ProgramDefinition
  var rest: ArraySlice<String>
  private var command: CommandDefinition?
  /// The first word of a two-word command, such as `tag` in `tag list`.
  private var noun: String?
  private var given: [(option: Option, value: String)] = []
  private var operands: [String] = []

  init(program: ProgramDefinition, rest: ArraySlice<String>) {
    self.program = program
    self.rest = rest
    command = program.onlyCommand
  }

  /// The help for the words that were parsed so far.
  var help: String {
    command.map { program.help(of: $0) } ?? noun.map { program.help(ofNoun: $0) } ?? program.help
  }

  mutating func parse() throws(UsageError) -> ParsedCommandLine {
    while let word = rest.popFirst() {
      switch word {
      case "--":
        guard command != nil else { throw program.error("A command must come before --.", in: nil) }
        operands += rest
        rest = []
      case "-h", "--help": return .help(help)
      case "--version": return .version("\(program.name) \(program.version)")
      case "help" where command == nil && noun == nil: return .help(try helpOnWords())
      case _ where word.hasPrefix("-") && word != "-": try take(word)
      case _ where command != nil: operands.append(word)
      default: try takeCommand(word)
      }
    }
    guard let command else {
      throw noun.map { UsageError("\($0) needs a subcommand.", advice: program.help(ofNoun: $0)) }
        ?? UsageError("No command is given.", advice: program.help)
    }
    return .command(command, try arguments(of: command))
  }

  private mutating func takeCommand(_ word: String) throws(UsageError) {
    if noun == nil, program.commands.contains(where: { $0.noun == word }) {
      noun = word
      return
    }
    let found = try program.command(named: noun.map { "\($0) \(word)" } ?? word)
    command = found
    guard found.passesOn else { return }
    operands = Array(rest)
    rest = []
  }

  /// Returns the help for the words after `help`.
  private func helpOnWords() throws(UsageError) -> String {
    guard let first = rest.first else { return program.help }
    guard program.commands.contains(where: { $0.noun == first }) else {
      return program.help(of: try program.command(named: first))
    }
    guard rest.count > 1 else { return program.help(ofNoun: first) }
    return program.help(of: try program.command(named: rest.prefix(2).joined(separator: " ")))
  }

  private mutating func take(_ word: String) throws(UsageError) {
    let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let options = program.options(of: command)
    guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
      let near = nearest(name, among: options.map(\.name) + Option.reserved).map { " Did you mean --\($0)?" }
      let place = command == nil ? " before a command" : ""
      throw program.error("Unknown option \(printable(word))\(place)." + (near ?? ""), in: command)
    }
    guard option.repeats || !given.contains(where: { $0.option.name == name }) else {
      throw program.error("--\(name) is given twice.", in: command)
    }
    given.append((option, try value(of: option, attached: parts.count > 1 ? String(parts[1]) : nil)))
  }

  private mutating func value(of option: Option, attached: String?) throws(UsageError) -> String {
    guard let kind = option.kind else {
      guard attached == nil else { throw program.error("--\(option.name) takes no value.", in: command) }
      return ""
    }
    var value = attached ?? "yes"
    if attached == nil, kind != .yesNo {
      guard let next = rest.first, !next.hasPrefix("--") else {
        let expected = kind == .text || kind == .anyText ? option.placeholder ?? "" : kind.expectation
        throw program.error("--\(option.name) needs a value: \(expected).", in: command)
      }
      value = next
      rest.removeFirst()
    }
    guard kind.accepts(value) else {
      let shown = option.isSecret ? "" : ", not '\(printable(value))'"
      throw program.error("--\(option.name) must be \(kind.expectation)\(shown).", in: command)
    }
    return value
  }

  /// Returns the arguments if none is missing.
  private func arguments(of command: CommandDefinition) throws(UsageError) -> ParsedArguments {
    var arguments = ParsedArguments(options: program.options(of: command))
    for (option, value) in given { arguments.add(value, of: option.name) }
    arguments.operands = operands
    guard !command.passesOn else { return arguments }
    if let fault = Operand.fault(of: operands, as: command.operands) { throw program.error(fault, in: command) }
    for option in command.options where option.isRequired && !arguments.has(option.name) {
      throw program.error("\(option.synopsis) is missing.", in: command)
    }
    return arguments
  }
}
