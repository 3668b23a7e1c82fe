import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests that kill the hub while it imports a table, which it writes in parts.
@Suite(.timeLimit(.minutes(60)))
struct TableKillTests {
  /// `DEADWAX_KILLS=200` kills the hub as often.
  @Test func `a hub that is killed during the import of a table has all of its copies or none`() async throws {
    let hub = try await AdministratorCommands.ofKilledHub()
    defer { hub.end() }
    let table = try hub.file(
      "table.csv", "number,title,place\n" + (1...1200).map { "\($0),Title \($0),Room > Shelf \($0 % 9)\n" }.joined())
    let copies = hub.folder.path("copies.csv")
    func count() async throws -> Int {
      let exported = try await hub.run("export", "csv", "copies", copies, "--columns", "number")
      #expect(exported.exit == .code(0), "\(exported.text)")
      return try String(contentsOfFile: copies, encoding: .utf8).split(separator: "\r\n").count - 1
    }
    func undo() async throws {
      let newest = try await hub.run("changes", "--kind", "import", "--limit", "1", "--json")
      let change = try #require(
        try JSONValue(Array(newest.output.joined().utf8))["items"].array.first?["id"].text, "\(newest.text)")
      let undone = try await hub.run("undo", change)
      #expect(undone.exit == .code(0), "\(undone.text)")
      #expect(try await count() == 0)
    }
    let words = ["import", "csv", table]
    let length = try await hub.length {
      let whole = try await hub.run(words)
      #expect(whole.exit == .code(0), "\(whole.text)")
    }
    #expect(try await count() == 1200)
    try await undo()
    var random = SeededRandom(seed: 101)
    var after = 0
    for kill in 1...AdministratorCommands.kills {
      try await hub.runKilled(words, length: length, &random)
      let number = try await count()
      #expect([0, 1200].contains(number), "kill \(kill): it is between, with \(number)")
      #expect(try hub.leftovers() == [], "kill \(kill)")
      if number > 0 {
        after += 1
        try await undo()
      }
    }
    print("table: \(AdministratorCommands.kills) kills within \(length) requests, \(after) of them with all copies")
  }
}
