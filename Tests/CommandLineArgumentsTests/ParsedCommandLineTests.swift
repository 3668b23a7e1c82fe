import CommandLineArguments
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ParsedCommandLineTests {
  private let program = ProgramDefinition(
    "program", version: "1.2",
    commands: [
      CommandDefinition(
        "send", operands: [.one("FROM"), .some("FILE")], summary: "send files",
        options: [
          Option("port", .number(0...65_535), standard: "8740", "the port"),
          Option("to", .text, "NAME", isRequired: true, "the receiver"),
          Option("set", .text, "NAME=VALUE", repeats: true, "a variable"),
          Option("secret", .choice(["a", "b"]), isSecret: true, "a secret"),
          Option("wait", .yesNo, standard: "no", "wait for the end"),
        ]),
      CommandDefinition("tag list", summary: "list tags"), CommandDefinition("tag show", summary: "show a tag"),
      CommandDefinition("decode", operands: [.some("FILE")], summary: "decode pictures", passesOn: true),
    ], commonOptions: [.flag("json", "JSON")])

  private func arguments(_ words: [String]) throws -> (command: String, arguments: ParsedArguments)? {
    guard case .command(let command, let arguments) = try program.parse(words) else { return nil }
    return (command.name, arguments)
  }

  @Test func `options may be anywhere, with or without an equals sign`() throws {
    let (command, arguments) = try #require(
      try arguments([
        "--json", "send", "a", "--to", "x", "b", "--port=7", "--set=p=1", "--set", "q=", "--", "--to", "-",
      ]))
    #expect(command == "send")
    #expect(arguments.operands == ["a", "b", "--to", "-"])
    #expect(arguments.names == ["json", "to", "port", "set"])
    #expect(arguments.number("port") == 7 && arguments.text("to") == "x")
    #expect(arguments.texts("set") == ["p=1", "q="])
    #expect(!arguments.isOn("wait") && arguments.isOn("json"))
  }

  @Test func `an option that was not given has its default`() throws {
    let arguments = try #require(try arguments(["send", "a", "-", "--to", "-1"])).arguments
    #expect(arguments.number("port") == 8740 && !arguments.has("port"))
    #expect(arguments.text("to") == "-1" && arguments.operands == ["a", "-"])
    #expect(arguments.text("secret") == nil)
  }

  @Test(arguments: [("--wait", true), ("--wait=no", false), ("--wait=on", true)])
  func `an option for yes or no needs no value`(word: String, isOn: Bool) throws {
    #expect(try arguments(["send", "a", "b", "--to", "x", word])?.arguments.isOn("wait") == isOn)
  }

  @Test func `a command that passes its arguments on gets them unchanged`() throws {
    let words = ["--formats", "all", "--help", "--", "x"]
    let (_, arguments) = try #require(try arguments(["--json", "decode"] + words))
    #expect(arguments.operands == words && arguments.names == ["json"])
  }

  @Test(
    arguments: [
      ([], "No command is given."), (["tag"], "tag needs a subcommand."),
      (["sned"], "Unknown command sned. Did you mean send?"), (["frobnicate"], "Unknown command frobnicate."),
      (["tag", "lst"], "Unknown command tag lst. Did you mean tag list?"),
      (["help", "tag", "shwo"], "Unknown command tag shwo. Did you mean tag show?"),
      (["send", "--prot", "1"], "Unknown option --prot. Did you mean --port?"),
      (["send", "--hlep"], "Unknown option --hlep. Did you mean --help?"),
      (["send", "-x"], "Unknown option -x."), (["send", "--" + "=x"], "Unknown option --=x."),
      (["--port", "send"], "Unknown option --port before a command."),
      (["send", "--port"], "--port needs a value: a whole number from 0 to 65535."),
      (["send", "--to", "--json"], "--to needs a value: NAME."),
      (["send", "--json=yes"], "--json takes no value."), (["send", "--to=a", "--to", "b"], "--to is given twice."),
      (["send", "--port", "70000"], "--port must be a whole number from 0 to 65535, not '70000'."),
      (["send", "--to="], "--to must be some text, not ''."),
      (["send", "--secret", "hush"], "--secret must be one of a, b."),
      (["--", "send"], "A command must come before --."),
      (["send", "a", "b"], "--to NAME is missing."), (["send", "--to", "x"], "No from is given."),
      (["send", "--to", "x", "a"], "No file is given."), (["tag", "list", "x"], "Unexpected argument x."),
      (["send\u{1B}[2J"], "Unknown command send\\u{1b}[2J."),
    ] as [([String], String)])
  func `an invalid command line is reported with its remedy`(words: [String], sentence: String) {
    let error = #expect(throws: UsageError.self) { try program.parse(words) }
    #expect(error?.sentence == sentence)
    #expect(error?.advice != nil)
  }

  @Test func `the exit code of a wrong command line is that of sysexits`() { #expect(UsageError.exitCode == 64) }

  @Test(arguments: [
    ["send", "--help"], ["help", "send"], ["send", "--nonsense", "--help"], ["send", "-h", "--port"],
    ["send", "--port", "x", "-h"],
  ])
  func `the help of a command is given whatever else is wrong`(words: [String]) throws {
    guard case .help(let text) = try program.parse(words) else {
      Issue.record("no help")
      return
    }
    #expect(text.hasPrefix("usage: program send [option]… FROM FILE… --to NAME\n\nSend files.\n"))
    for word in ["--port NUMBER", "the port (8740)", "--set NAME=VALUE", "--json", "--help"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["--json", "--help"], ["--nonsense", "-h"]])
  func `the help lists every command`(words: [String]) throws {
    guard case .help(let text) = try program.parse(words) else {
      Issue.record("no help")
      return
    }
    for command in program.commands { #expect(text.contains("\n  \(command.synopsis)")) }
  }

  @Test(arguments: [["tag", "--help"], ["help", "tag"], ["--json", "tag", "-h"]])
  func `the help of a noun lists its commands only`(words: [String]) throws {
    guard case .help(let text) = try program.parse(words) else {
      Issue.record("no help")
      return
    }
    #expect(text.contains("tag list") && text.contains("tag show") && !text.contains("send"))
  }

  @Test func `the version is printed with the name of the program`() throws {
    guard case .version(let text) = try program.parse(["send", "--version"]) else {
      Issue.record("no version")
      return
    }
    #expect(text == "program 1.2")
    #expect(try arguments(["send", "--to", "x", "--", "--version", "--help"])?.arguments.operands.count == 2)
  }

  @Test func `a program that is one command needs no name for it`() throws {
    let command = CommandDefinition("", operands: [.optional("FILE")], summary: "print", options: [.flag("all", "all")])
    let program = ProgramDefinition("print", version: "1", commands: [command])
    guard case .command(_, let arguments) = try program.parse(["help", "--all"]) else {
      Issue.record("no command")
      return
    }
    #expect(arguments.operands == ["help"] && arguments.has("all"))
    #expect(program.help.hasPrefix("usage: print [option]… [FILE]\n"))
    #expect(throws: UsageError("Unexpected argument b.", advice: "See: print --help")) {
      try program.parse(["a", "b"])
    }
  }

  @Test func `a declaration that contradicts itself is noticed`() async {
    await #expect(processExitsWith: .failure) { _ = Option("A", .text, "X", "") }
    await #expect(processExitsWith: .failure) { _ = Option("help", .text, "X", "") }
    await #expect(processExitsWith: .failure) { _ = Option("n", .number(1...2), standard: "3", "") }
    await #expect(processExitsWith: .failure) {
      _ = CommandDefinition("a", operands: [.any("A"), .one("B")], summary: "")
    }
    await #expect(processExitsWith: .failure) {
      let twice = [Option.flag("a", ""), Option.flag("a", "")]
      _ = ProgramDefinition("p", version: "1", commands: [CommandDefinition("c", summary: "", options: twice)])
    }
  }
}
