import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax import csv` with the real programs.
@Suite(.timeLimit(.minutes(10)))
struct ImportCommandTests {
  @Test func `a file is previewed, imported as one change, exported again byte for byte, and undone`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    let link = try await running.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last.map(String.init))
    let made = try await running.post(
      "/api/v1/setup", #"{"secret":"\#(secret)","name":"Ada","passphrase":"five correct short words"}"#)
    #expect(made.status == 201)
    let folder = try TemporaryFolder()

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
    func file(_ name: String, _ text: String) throws -> String {
      try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
      return folder.path(name)
    }

    let list = try file("list.csv", "Artist;Title;Owner;Year\nNina Simone;Pastel Blues;Ada;1965\nBjörk;Debut;;then\n")
    let stranger = try await run("import", "csv", list, "--dry-run")
    #expect(stranger.exit != .code(0), "\(stranger.text)")
    #expect(try await run("login", "Ada", input: "five correct short words\n").exit == .code(0))
    let dry = try await run("import", "csv", list, "--dry-run", "--map", "Owner=acquired_from")
    #expect(dry.exit == .code(0), "\(dry.text)")
    #expect(dry.output.first?.hasPrefix("1 add, 0 change, 0 same, 1 refused") == true, "\(dry.text)")
    #expect(dry.text.contains("line 3: refused Björk – Debut"), "\(dry.text)")
    #expect(dry.output.last == "Nothing was imported.")
    // Refused lines need a word, and nothing is imported without it.
    #expect(try await run("import", "csv", list).exit == .code(4))
    let done = try await run("import", "csv", list, "--skip-refused", "--map", "Owner=acquired_from")
    #expect(done.exit == .code(0), "\(done.text)")
    let undo = try #require(done.output.last?.split(separator: ": ").last.map(String.init))
    let first = folder.path("first.csv")
    #expect(try await run("export", "csv", "copies", first).exit == .code(0))
    let bytes = try #require(FileManager.default.contents(atPath: first))
    #expect(String(decoding: bytes, as: UTF8.self).contains("Nina Simone"))
    let change = try #require(undo.split(separator: " ").last.map(String.init))
    let undone = try await run("undo", change)
    #expect(undone.exit == .code(0), "\(undone.text)")
    // The table of the library comes back.
    let again = try await run("import", "csv", first, "--all-lines")
    #expect(again.exit == .code(0), "\(again.text)")
    let second = folder.path("second.csv")
    #expect(try await run("export", "csv", "copies", second).exit == .code(0))
    #expect(FileManager.default.contents(atPath: second) == bytes)

    // Borrowers too, with the columns of another program.
    let members = try file("members.csv", "surname;firstname;cardnumber\nByron;Augusta;C-7\n")
    let enrolled = try await run("import", "csv", members, "--table", "borrowers")
    #expect(enrolled.exit == .code(0) && enrolled.output.first?.hasPrefix("1 add") == true, "\(enrolled.text)")
    let table = folder.path("borrowers.csv")
    #expect(try await run("export", "csv", "borrowers", table).exit == .code(0))
    let same = try await run("import", "csv", table, "--table", "borrowers")
    #expect(same.text.contains(" same, 0 refused"), "\(same.text)")
    #expect(same.exit == .code(0) && same.output.first?.hasPrefix("0 add, 0 change, ") == true, "\(same.text)")
    let unknown = try await run("import", "csv", table, "--table", "fees")
    #expect(unknown.exit != .code(0) && unknown.text.contains("copies, borrowers, loans"), "\(unknown.text)")

    let damaged = try await run("import", "csv", try file("damaged.csv", "title\n\"never closed\n"))
    #expect(damaged.exit == .code(64) && damaged.text.contains("line 2, character 1"), "\(damaged.text)")
    let wrong = try await run("import", "csv", list, "--map", "Nothing=title")
    #expect(wrong.exit == .code(64) && wrong.text.contains("Artist, Title, Owner, Year"), "\(wrong.text)")
    #expect(try await run("import", "csv", folder.path("nowhere.csv")).exit == .code(3))
  }
}
