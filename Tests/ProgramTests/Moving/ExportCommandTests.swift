import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax export csv` with the real programs.
@Suite(.timeLimit(.minutes(10)))
struct ExportCommandTests {
  @Test func `a table is written whole with its proof, and a refused one leaves the earlier file`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    let link = try await running.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last.map(String.init))
    let made = try await running.post(
      "/api/v1/setup", #"{"secret":"\#(secret)","name":"Ada","passphrase":"five correct short words"}"#)
    #expect(made.status == 201)
    let folder = try TemporaryFolder()
    let file = folder.path("copies.csv")

    func run(_ words: String..., input: String = "") async throws -> (
      exit: ChildProgram.Exit, output: [String], text: String
    ) {
      let program = try ChildProgram(
        "deadwax", words + ["--hub", running.url], environment: ["XDG_STATE_HOME": folder.path("state")])
      defer { program.end() }
      try program.write(input)
      program.closeInput()
      return (try await program.exit(), program.lines(), program.transcript)
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "state" }
    }

    let stranger = try await run("export", "csv", "copies", file)
    #expect(stranger.exit != .code(0), "\(stranger.text)")
    #expect(try names().isEmpty)
    #expect(try await run("login", "Ada", input: "five correct short words\n").exit == .code(0))
    let first = try await run("export", "csv", "copies", file)
    #expect(first.exit == .code(0), "\(first.text)")
    let line = try #require(first.output.first)
    #expect(line.hasSuffix("  \(file)"))
    let bytes = try #require(FileManager.default.contents(atPath: file))
    #expect(bytes.starts(with: Data("number,artist,title,medium,".utf8)))
    let sum = try ChildProgram(path: "/usr/bin/sha256sum", ["--check"])
    defer { sum.end() }
    try sum.write(line + "\n")
    sum.closeInput()
    #expect(try await sum.exit() == .code(0), "\(sum.transcript)")

    let wrong = try await run("export", "csv", "copies", file, "--columns", "title,cost")
    #expect(wrong.exit != .code(0))
    #expect(wrong.text.contains("no column 'cost'"), "\(wrong.text)")
    #expect(try await run("export", "csv", "covers", file).exit == .code(64))
    #expect(FileManager.default.contents(atPath: file) == bytes)
    #expect(try names() == ["copies.csv"])

    let json = try await run("export", "csv", "loans", folder.path("loans.csv"), "--mark", "--json")
    #expect(json.exit == .code(0), "\(json.text)")
    #expect(json.output.first?.contains(#""rows":0"#) == true, "\(json.text)")
    #expect(FileManager.default.contents(atPath: folder.path("loans.csv"))?.starts(with: [0xEF, 0xBB, 0xBF]) == true)
    let nowhere = try await run("export", "csv", "copies", folder.path("nowhere/copies.csv"))
    #expect(nowhere.exit == .code(78))
    #expect(nowhere.text.contains("Cannot write"), "\(nowhere.text)")
  }
}
