import Testing

@testable import deadwax

@Suite(.timeLimit(.minutes(5)))
struct ParsedCommandLineTests {
  private func given(_ words: [String]) throws -> (verb: String, given: ParsedCommandLine.Given)? {
    guard case .verb(let verb, let given) = try ParsedCommandLine(words, verbs: Verb.all) else { return nil }
    return (verb.name, given)
  }

  @Test func `options may be anywhere, with or without an equals sign`() throws {
    let request = try #require(
      try given(["--hub", "a", "scan", "1", "--json", "2", "--station=b", "--", "--json", "-"]))
    #expect(request.verb == "scan")
    #expect(request.given.options == ["hub": "a", "json": "", "station": "b"])
    #expect(request.given.operands == ["1", "2", "--json", "-"])
  }

  @Test func `a lone hyphen is an operand`() throws {
    #expect(try given(["scan", "-"])?.given.operands == ["-"])
  }

  @Test func `decode passes all arguments on unchanged`() throws {
    let request = try #require(try given(["--json", "decode", "--formats", "all", "--help", "--", "x"]))
    #expect(request.given.operands == ["--formats", "all", "--help", "--", "x"])
    #expect(request.given.options == ["json": ""])
  }

  @Test(
    arguments: [
      ([], "No command is given."), (["scna"], "Unknown command scna. Did you mean scan?"),
      (["frobnicate"], "Unknown command frobnicate."),
      (["scans", "--folow"], "Unknown option --folow. Did you mean --follow?"),
      (["--follow", "scans"], "Unknown option --follow before a command."),
      (["scan", "-x"], "Unknown option -x."), (["scan", "--hub"], "--hub needs a value: URL."),
      (["scan", "--json=yes"], "--json takes no value."), (["scan", "--hub=a", "--hub", "b"], "--hub is given twice."),
      (["--", "scan"], "A command must come before --."),
      (["help", "scna"], "Unknown command scna. Did you mean scan?"),
      (["tag"], "tag needs a subcommand."), (["--json", "tag"], "tag needs a subcommand."),
      (["tag", "lst"], "Unknown command tag lst. Did you mean tag list?"),
      (["tga", "list"], "Unknown command tga. Did you mean tag?"),
      (["help", "tag", "wriet"], "Unknown command tag wriet. Did you mean tag write?"),
      (["tag", "help"], "Unknown command tag help."),
      (["scan\u{1B}[2J"], "Unknown command scan\\u{1b}[2J."),
    ] as [([String], String)])
  func `invalid arguments are reported`(_ words: [String], _ sentence: String) {
    let failure = #expect(throws: Failure.self) { try ParsedCommandLine(words, verbs: Verb.all) }
    #expect(failure?.sentence == sentence)
    #expect(failure?.code == .usage)
    #expect(failure?.advice != nil)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["--json", "--help"]])
  func `the help lists every command`(_ words: [String]) throws {
    guard case .help(let text) = try ParsedCommandLine(words, verbs: Verb.all) else {
      Issue.record("no help")
      return
    }
    for verb in Verb.all {
      #expect(text.contains("\n  \(verb.name) "))
      #expect(text.contains(verb.summary))
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test(arguments: Verb.all.map(\.name).filter { $0 != "decode" }) func `each command has its help`(_ name: String)
    throws
  {
    for words in [[name, "--help"], ["help", name], [name, "--json", "-h"]] {
      guard case .help(let text) = try ParsedCommandLine(words, verbs: Verb.all) else {
        Issue.record("no help of \(name)")
        return
      }
      #expect(text.hasPrefix("usage: deadwax \(name)"))
      for option in Option.everywhere + (Verb.all.first { $0.name == name }?.options ?? []) {
        #expect(text.contains("--\(option.name)"))
      }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
  }

  @Test func `a command of two words is found with options between them, and each word is an operand behind it`() throws
  {
    let request = try #require(try given(["tag", "--json", "bind", "-", "list", "tag"]))
    #expect(request.verb == "tag bind")
    #expect(request.given.options == ["json": ""])
    #expect(request.given.operands == ["-", "list", "tag"])
  }

  @Test(arguments: [["tag", "--help"], ["help", "tag"], ["--json", "tag", "-h"]])
  func `the help of a noun lists what can be done with it, and nothing else`(_ words: [String]) throws {
    guard case .help(let text) = try ParsedCommandLine(words, verbs: Verb.all) else {
      Issue.record("no help")
      return
    }
    for verb in Verb.all { #expect(text.contains("\n  \(verb.name) ") == verb.name.hasPrefix("tag ")) }
  }

  @Test func `the examples of a command are commands`() throws {
    for verb in Verb.all {
      for example in verb.examples {
        let request = try #require(try given(example.line.split(separator: " ").map(String.init)), "\(example.line)")
        #expect(request.verb == verb.name)
        #expect(Help.of(verb).contains("  deadwax \(example.line) "))
      }
    }
  }

  @Test func `a number is checked`() throws {
    let invocation = Invocation(
      given: ParsedCommandLine.Given(options: ["limit": "7", "after": "x"]), environment: [:])
    #expect(try invocation.number("limit", in: 0...10, otherwise: 1) == 7)
    #expect(try invocation.number("absent", in: 0...10, otherwise: 1) == 1)
    #expect(throws: Failure(.usage, "--limit must be a whole number from 0 to 5.")) {
      try invocation.number("limit", in: 0...5, otherwise: 1)
    }
    #expect(throws: Failure.self) { try invocation.number("after", in: 0...5, otherwise: 1) }
  }
}
