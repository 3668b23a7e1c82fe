import Foundation
import TestSupport
import Testing

/// Tests of `deadwax export csv` with the real programs.
@Suite(.timeLimit(.minutes(10)))
struct ExportCommandTests {
  @Test func `a table is written whole with its proof, and a refused one leaves the earlier file`() async throws {
    let hub = try await AdministratorCommands()
    defer { hub.end() }
    let (folder, file) = (hub.folder, hub.folder.path("copies.csv"))

    let stranger = try await hub.run("export", "csv", "copies", file)
    #expect(stranger.exit != .code(0), "\(stranger.text)")
    #expect(try hub.names().isEmpty)
    try await hub.signIn()
    let first = try await hub.run("export", "csv", "copies", file)
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

    let chosen = try await hub.run("export", "csv", "copies", folder.path("none.csv"), "--query", "genre:nowhere")
    #expect(chosen.exit == .code(0) && chosen.text.contains("0 rows were written"), "\(chosen.text)")
    try FileManager.default.removeItem(atPath: folder.path("none.csv"))

    let wrong = try await hub.run("export", "csv", "copies", file, "--columns", "title,cost")
    #expect(wrong.exit != .code(0))
    #expect(wrong.text.contains("no column 'cost'"), "\(wrong.text)")
    #expect(try await hub.run("export", "csv", "covers", file).exit == .code(64))
    #expect(FileManager.default.contents(atPath: file) == bytes)
    #expect(try hub.names() == ["copies.csv"])

    let json = try await hub.run("export", "csv", "loans", folder.path("loans.csv"), "--mark", "--json")
    #expect(json.exit == .code(0), "\(json.text)")
    #expect(json.output.first?.contains(#""rows":0"#) == true, "\(json.text)")
    #expect(FileManager.default.contents(atPath: folder.path("loans.csv"))?.starts(with: [0xEF, 0xBB, 0xBF]) == true)
    let nowhere = try await hub.run("export", "csv", "copies", folder.path("nowhere/copies.csv"))
    #expect(nowhere.exit == .code(78))
    #expect(nowhere.text.contains("Cannot write"), "\(nowhere.text)")
  }
}
