import Foundation
import HTTPClient
import TestSupport
import Testing

/// A running hub with the administrator Ada, and the command line with a state folder of its own.
struct AdministratorCommands: Sendable {
  let running: HubUnderTest
  let folder: TemporaryFolder

  init(withDemo: Bool = true) async throws {
    running = try await HubUnderTest(withHardware: false, withDemo: withDemo, ["--nfc", "none"])
    let link = try await running.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last.map(String.init))
    let made = try await running.post(
      "/api/v1/setup", #"{"secret":"\#(secret)","name":"Ada","passphrase":"five correct short words"}"#)
    #expect(made.status == 201)
    folder = try TemporaryFolder()
  }

  func end() { running.end() }

  /// Signs Ada in for the commands that follow.
  func signIn() async throws {
    #expect(try await run("login", "Ada", input: "five correct short words\n").exit == .code(0))
  }

  /// Runs `deadwax` to its end.
  ///
  /// - Returns: its code, the lines of its output, and all that it printed.
  func run(_ words: String..., input: String = "") async throws -> Ended { try await run(words, input: input) }

  typealias Ended = (exit: ChildProgram.Exit, output: [String], text: String)

  func run(_ words: [String], input: String = "") async throws -> Ended {
    let program = try ChildProgram(
      "deadwax", words + ["--hub", running.url], environment: ["XDG_STATE_HOME": folder.path("state")])
    defer { program.end() }
    try program.write(input)
    program.closeInput()
    return (try await program.exit(), program.lines(), program.transcript)
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    return folder.path(name)
  }

  /// The names of the files beside the state of the commands.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "state" }
  }
}
