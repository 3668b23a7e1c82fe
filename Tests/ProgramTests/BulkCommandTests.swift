import Deadwax
import Foundation
import Log
import Storage
import TestSupport
import Testing

/// Tests of `deadwax bulk` with the real programs. `DEADWAX_BULK_KILLS=50` kills the hub as often.
@Suite(.timeLimit(.minutes(60)))
struct BulkCommandTests {
  @Test func `copies are previewed, changed as one, and undone`() async throws {
    let hub = try await AdministratorCommands()
    defer { hub.end() }
    try await hub.signIn()
    let list = try hub.file("list.csv", "artist,title\nNina Simone,Pastel Blues\nNina Simone,Wild\nBjörk,Debut\n")
    #expect(try await hub.run("import", "csv", list).exit == .code(0))
    let dry = try await hub.run("bulk", "edit", "artist:nina", "--condition", "VG+", "--dry-run")
    #expect(dry.exit == .code(0) && dry.output.first == "2 change, 0 same, 0 refused", "\(dry.text)")
    #expect(dry.text.contains("mediaCondition: none -> VG+") && dry.output.last == "Nothing was changed.")
    #expect(try await hub.run("bulk", "edit", "artist:nina").exit == .code(64))
    #expect(try await hub.run("bulk", "edit", "year:abc", "--condition", "VG+").exit != .code(0))
    let done = try await hub.run("bulk", "edit", "artist:nina", "--condition", "VG+", "--notes", "a gift")
    #expect(done.exit == .code(0), "\(done.text)")
    let change = try #require(done.output.last?.split(separator: " ").last.map(String.init))
    #expect(try await hub.run("bulk", "edit", "condition:VG+", "--notes", "x", "--dry-run").text.contains("2 change"))
    #expect(try await hub.run("undo", change).exit == .code(0))
    #expect(try await hub.run("bulk", "edit", "condition:VG+", "--notes", "x", "--dry-run").text.contains("0 change"))
    #expect(try await hub.run("place", "add", "Gift-Table").exit == .code(0))
    let moved = try await hub.run("bulk", "move", "Gift-Table", "artist:nina")
    #expect(moved.exit == .code(0) && moved.text.contains("place: none -> Gift-Table"), "\(moved.text)")
    let removed = try await hub.run("bulk", "remove", "place:Gift-Table")
    #expect(removed.exit == .code(0) && removed.output.first == "2 change, 0 same, 0 refused", "\(removed.text)")
  }

  @Test func `after a kill in the middle of a bulk change the next start leaves all or nothing, as the history says`()
    async throws
  {
    let kills = ProcessInfo.processInfo.environment["DEADWAX_BULK_KILLS"].flatMap(Int.init) ?? 5
    let hub = try await AdministratorCommands()
    defer { hub.end() }
    try await hub.signIn()
    let count = 3_000
    let path = hub.running.folder.path("data/deadwax.sqlite")
    func whileDown<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
      let database = try Database(
        path: path, migrations: Migration.all, logger: .silent, newestSequence: EventJournal.newestSequence)
      defer { database.close() }
      return try body(database)
    }
    try await hub.running.killHubAndStartAgain(onSamePort: true) {
      try whileDown { database in
        try database.write { transaction in
          for number in 1...count {
            let release = Release(
              id: transaction.newID(), status: .manual, medium: .vinyl, title: "Title \(number)", artist: "Many")
            try transaction.insert(release)
            try transaction.insert(
              Copy(
                id: transaction.newID(), release: release.id, number: number + 10_000,
                code: OwnCode(.copy, number: UInt64(number + 10_000)), addedAt: transaction.now))
          }
        }
      }
    }
    // The number of answers of the hub in the time that the same bulk change takes here.
    let whole = try await self.change(0, count, of: hub)
    var most = 0
    while whole.isRunning {
      _ = try? await hub.running.get("/healthz")
      most += 1
    }
    #expect(try await whole.exit() == .code(0))
    whole.end()
    var random = SeededRandom(seed: 99)
    var (all, none, midway, last) = (0, 0, 0, "K0")
    for round in 1...kills {
      let command = try await change(round, count, of: hub)
      defer { command.end() }
      // The first kill comes before the first copy is changed, and the last one after the last copy.
      if round == kills {
        _ = try await command.exit()
      } else if round > 1 {
        for _ in 0..<Int.random(in: 0...most * 6 / 5, using: &random) { _ = try? await hub.running.get("/healthz") }
      }
      let before = last
      try await hub.running.killHubAndStartAgain(onSamePort: true) {
        let open = try whileDown { try $0.read { try $0.openPartedChanges() } }
        midway += open.count
      }
      // The next start has taken back half of a change before it answered.
      try await hub.running.killHubAndStartAgain(onSamePort: true) {
        let (marked, kept, noted, changes, open) = try whileDown { database in
          try database.read { reading in
            func number(_ sql: String, _ value: String) throws -> Int {
              try reading.first(sql, [value]) { Int(try $0.integer(0)) } ?? -1
            }
            return (
              try number("SELECT count(*) FROM copy WHERE shelf_mark = ?1", "K\(round)"),
              try number("SELECT count(*) FROM copy WHERE shelf_mark = ?1", before),
              try number("SELECT count(*) FROM copy WHERE notes = ?1", "N\(round)"),
              try number(
                """
                SELECT count(*) FROM change_row r JOIN change c ON c.sequence = r.change
                  JOIN change w ON w.id = c.part_of
                WHERE w.kind = 'bulk' AND w.undone_by IS NULL AND r.after ->> 'shelf_mark' = ?1
                """, "K\(round)"), try reading.openPartedChanges()
            )
          }
        }
        #expect(marked == 0 || marked == count, "\(marked) of \(count)")
        #expect(kept == count - marked && noted == marked && changes == marked, "\(kept), \(noted), \(changes)")
        #expect(open == [])
        if marked == 0 { none += 1 } else { (all, last) = (all + 1, "K\(round)") }
      }
      _ = try await command.exit()
    }
    print(
      "bulk: \(most) answers in a whole change; \(kills) kills, \(midway) of them midway; all of it \(all) times, "
        + "nothing \(none) times")
    #expect(all > 0 && none > 0)
  }

  /// Starts a bulk change, and returns once its preview is printed: the copies are changed from then on.
  private func change(_ round: Int, _ count: Int, of hub: AdministratorCommands) async throws -> ChildProgram {
    let command = try ChildProgram(
      "deadwax",
      ["bulk", "edit", "artist:many", "--shelf-mark", "K\(round)", "--notes", "N\(round)", "--hub", hub.running.url],
      environment: ["XDG_STATE_HOME": hub.folder.path("state")])
    command.closeInput()
    _ = try await command.line { $0.hasPrefix("\(count) change") }
    return command
  }
}
