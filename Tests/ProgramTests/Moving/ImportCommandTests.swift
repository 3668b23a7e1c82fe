import Foundation
import TestSupport
import Testing

/// Tests of `deadwax import csv` with the real programs.
@Suite(.timeLimit(.minutes(10)))
struct ImportCommandTests {
  @Test func `a file is previewed, imported as one change, exported again byte for byte, and undone`() async throws {
    let hub = try await AdministratorCommands()
    defer { hub.end() }
    let folder = hub.folder

    let list = try hub.file(
      "list.csv", "Artist;Title;Owner;Year\nNina Simone;Pastel Blues;Ada;1965\nBjörk;Debut;;then\n")
    let stranger = try await hub.run("import", "csv", list, "--dry-run")
    #expect(stranger.exit != .code(0), "\(stranger.text)")
    try await hub.signIn()
    let dry = try await hub.run("import", "csv", list, "--dry-run", "--map", "Owner=acquired_from")
    #expect(dry.exit == .code(0), "\(dry.text)")
    #expect(dry.output.first?.hasPrefix("1 add, 0 change, 0 same, 1 refused") == true, "\(dry.text)")
    #expect(dry.text.contains("line 3: refused Björk – Debut"), "\(dry.text)")
    #expect(dry.output.last == "Nothing was imported.")
    // Refused lines need a word, and nothing is imported without it.
    #expect(try await hub.run("import", "csv", list).exit == .code(4))
    let done = try await hub.run("import", "csv", list, "--skip-refused", "--map", "Owner=acquired_from")
    #expect(done.exit == .code(0), "\(done.text)")
    let undo = try #require(done.output.last?.split(separator: ": ").last.map(String.init))
    let first = folder.path("first.csv")
    #expect(try await hub.run("export", "csv", "copies", first).exit == .code(0))
    let bytes = try #require(FileManager.default.contents(atPath: first))
    #expect(String(decoding: bytes, as: UTF8.self).contains("Nina Simone"))
    let change = try #require(undo.split(separator: " ").last.map(String.init))
    let undone = try await hub.run("undo", change)
    #expect(undone.exit == .code(0), "\(undone.text)")
    // The table of the library comes back.
    let again = try await hub.run("import", "csv", first, "--all-lines")
    #expect(again.exit == .code(0), "\(again.text)")
    let second = folder.path("second.csv")
    #expect(try await hub.run("export", "csv", "copies", second).exit == .code(0))
    #expect(FileManager.default.contents(atPath: second) == bytes)

    // Borrowers too, with the columns of another program.
    let members = try hub.file("members.csv", "surname;firstname;cardnumber\nByron;Augusta;C-7\n")
    let enrolled = try await hub.run("import", "csv", members, "--table", "borrowers")
    #expect(enrolled.exit == .code(0) && enrolled.output.first?.hasPrefix("1 add") == true, "\(enrolled.text)")
    let table = folder.path("borrowers.csv")
    #expect(try await hub.run("export", "csv", "borrowers", table).exit == .code(0))
    let same = try await hub.run("import", "csv", table, "--table", "borrowers")
    #expect(same.text.contains(" same, 0 refused"), "\(same.text)")
    #expect(same.exit == .code(0) && same.output.first?.hasPrefix("0 add, 0 change, ") == true, "\(same.text)")
    let unknown = try await hub.run("import", "csv", table, "--table", "fees")
    #expect(unknown.exit != .code(0) && unknown.text.contains("copies, borrowers, loans"), "\(unknown.text)")

    let damaged = try await hub.run("import", "csv", try hub.file("damaged.csv", "title\n\"never closed\n"))
    #expect(damaged.exit == .code(64) && damaged.text.contains("line 2, character 1"), "\(damaged.text)")
    let wrong = try await hub.run("import", "csv", list, "--map", "Nothing=title")
    #expect(wrong.exit == .code(64) && wrong.text.contains("Artist, Title, Owner, Year"), "\(wrong.text)")
    #expect(try await hub.run("import", "csv", folder.path("nowhere.csv")).exit == .code(3))
  }
}
