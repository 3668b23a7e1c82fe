import Configuration
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReaderArgumentsTests {
  @Test(arguments: [
    (["--prot", "1"], "There is no flag --prot. Did you mean --port?"),
    (["--hlep"], "There is no flag --hlep. Did you mean --help?"),
    (["--somewhere-else"], "There is no flag --somewhere-else."),
    (["-p", "1"], "There is no flag -p."),
    (["--port"], "The flag --port needs a value: a whole number from 0 to 65535."),
    (["--port", "--virtual"], "The flag --port needs a value: a whole number from 0 to 65535."),
    (["--port", "1", "--port=2"], "The flag --port is given twice."),
    (["--config"], "The flag --config needs a value: a path."),
    (["--config="], "The flag --config needs a value: a path."),
    (["--config", "a", "--config", "b"], "The flag --config is given twice."),
    (["--" + "=x"], "There is no flag --."),
  ])
  func `an invalid flag is reported`(_ words: [String], _ sentence: String) {
    let error = #expect(throws: ConfigurationError.usage(sentence)) { try Arguments(words, table: table) }
    #expect(error?.exitCode == 2)
    #expect(error?.description == sentence)
  }

  @Test func `operands are all arguments that are not flags`() throws {
    let arguments = try Arguments(
      ["config", "--port", "-1", "show", "--virtual", "-", "--", "--port", "x"], table: table)
    #expect(arguments.operands == ["config", "show", "-", "--port", "x"])
  }

  @Test(arguments: [["--help"], ["-h"], ["--nonsense", "--help"], ["run", "-h", "--port"]])
  func `help is given whatever else is wrong`(_ words: [String]) throws {
    #expect(try Arguments(words, table: table).isHelpWanted)
  }

  @Test func `the version is given too`() throws {
    #expect(try Arguments(["--version"], table: table).isVersionWanted)
    #expect(try !Arguments(["--", "--version", "--help"], table: table).isVersionWanted)
    #expect(try !Arguments(["--", "--version", "--help"], table: table).isHelpWanted)
  }
}
