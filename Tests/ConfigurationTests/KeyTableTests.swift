import CommandLineArguments
import Configuration
import Testing

@Suite(.timeLimit(.minutes(25)))
struct KeyTableTests {
  @Test func `the options of the command line are the keys and the file`() {
    #expect(table.options.map(\.name) == table.keys.map(\.name) + ["config"])
    let program = ProgramDefinition(
      "program", version: "1", commands: [CommandDefinition("", summary: "run", options: table.options)])
    let help = program.help
    for key in table.keys {
      #expect(help.contains("--\(key.name)"))
      #expect(help.contains(key.help))
    }
    #expect(help.contains("--port NUMBER"))
    #expect(help.contains("port to listen on (8740)\n"))
    #expect(help.contains("--durability full|normal"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 110 })
    #expect(table.sections == ["hub", "storage", "readers", "lookup"])
  }

  @Test func `a variable is the name in capitals`() {
    #expect(Key("allowed-hosts2", section: "a", help: "").variable == "DEADWAX_ALLOWED_HOSTS2")
  }

  @Test func `a table that contradicts itself is noticed`() async {
    await #expect(processExitsWith: .failure) {
      _ = KeyTable([Key("a", section: "x", help: ""), Key("a", section: "y", help: "")])
    }
    await #expect(processExitsWith: .failure) { _ = KeyTable([Key("A", section: "x", help: "")]) }
    await #expect(processExitsWith: .failure) { _ = KeyTable([Key("help", section: "x", help: "")]) }
    await #expect(processExitsWith: .failure) {
      _ = KeyTable([Key("n", section: "x", .number(1...2), standard: "3", help: "")])
    }
  }
}
