import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax login` and `deadwax logout` with the real programs.
@Suite(.timeLimit(.minutes(5)))
struct SignInCommandTests {
  private static let passphrase = "five correct short words"

  @Test func `a person signs in on the command line, works, and signs out`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    let link = try await running.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last.map(String.init))
    let made = try await running.post(
      "/api/v1/setup", #"{"secret":"\#(secret)","name":"Ada","passphrase":"\#(Self.passphrase)"}"#)
    #expect(made.status == 201)
    let folder = try TemporaryFolder()

    // Runs a command with its own state folder. Returns its code and all that it printed.
    func run(_ arguments: String..., input: String? = nil) async throws -> (exit: ChildProgram.Exit, text: String) {
      let program = try ChildProgram(
        "deadwax", arguments + ["--hub", running.url], environment: ["XDG_STATE_HOME": folder.path("state")])
      defer { program.end() }
      if let input { try program.write(input + "\n") }
      program.closeInput()
      return (try await program.exit(), program.transcript)
    }
    func files() -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path("state/deadwax"))) ?? []
    }

    #expect(try await run("setting", "list").exit != .code(0), "the settings are for staff")
    let wrong = try await run("login", "Ada", input: "five wrong short words")
    #expect(wrong.exit != .code(0))
    #expect(files() == [])
    let signedIn = try await run("login", "ada", input: Self.passphrase)
    #expect(signedIn.exit == .code(0))
    #expect(signedIn.text.contains("Signed in as Ada (admin)."), "\(signedIn.text)")
    #expect(!signedIn.text.contains(Self.passphrase))
    let file = try #require(files().first)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("state/deadwax/\(file)"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try await run("setting", "list").exit == .code(0))

    let token = try String(contentsOfFile: folder.path("state/deadwax/\(file)"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let authorization: HTTPClientHeaders = ["authorization": "Bearer \(token)"]
    #expect(try await running.get("/api/v1/sign-in", headers: authorization).status == 200)
    let signedOut = try await run("logout")
    #expect(signedOut.exit == .code(0))
    #expect(signedOut.text.contains("Signed out."), "\(signedOut.text)")
    #expect(files() == [])
    #expect(try await running.get("/api/v1/sign-in", headers: authorization).status == 401, "the sign-in has ended")
    #expect(try await run("setting", "list").exit != .code(0))
    let again = try await run("logout")
    #expect(again.exit != .code(0))
    #expect(again.text.contains("You are not signed in."), "\(again.text)")
  }
}
