import Deadwax
import Foundation
import Log
import Storage
import TestSupport
import Testing

/// Tests that the search index of an existing library is made to its end although the hub is killed meanwhile.
/// `DEADWAX_INDEX_KILLS=50` kills it as often.
@Suite(.timeLimit(.minutes(60)))
struct SearchIndexKillTests {
  @Test func `an index whose making is killed again and again equals a new one at the end`() async throws {
    let kills = ProcessInfo.processInfo.environment["DEADWAX_INDEX_KILLS"].flatMap(Int.init) ?? 5
    let hub = try await AdministratorCommands()
    defer { hub.end() }
    let path = hub.running.folder.path("data/deadwax.sqlite")
    func whileDown<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
      let database = try Database(
        path: path, migrations: Migration.all, logger: .silent, newestSequence: EventJournal.newestSequence)
      defer { database.close() }
      return try body(database)
    }
    func indexed(_ database: Database) throws -> (rows: Int, isComplete: Bool) {
      try database.read { reading in
        (
          try reading.first("SELECT count(*) FROM release_search") { Int(try $0.integer(0)) } ?? 0,
          try reading.isReleaseIndexComplete()
        )
      }
    }
    try await hub.signIn()
    // A library as an update finds it: with its releases, and without an index.
    let count = 6_000
    try await hub.running.killHubAndStartAgain(onSamePort: true) {
      try whileDown { database in
        try database.write { transaction in
          for number in 1...count {
            let release = Release(
              id: transaction.newID(), status: .manual, medium: .vinyl, title: "Title \(number)", artist: "Many")
            try transaction.insert(release)
          }
          try transaction.run("DELETE FROM release_search")
          try transaction.run("DELETE FROM release_word")
          try transaction.run("INSERT INTO release_token (release_token) VALUES ('delete-all')")
          try transaction.setPosition(0, ofJob: "search-index")
        }
      }
    }
    var random = SeededRandom(seed: 61)
    var (before, inTheMiddle) = (0, 0)
    var seen: [Int] = []
    for _ in 1...kills {
      // The job begins some time after the start.
      try await eventually(within: .seconds(600), "a release in the index") {
        try await hub.run("find", "artist:many", "--exact", "--limit", "1").text.contains("Many")
      }
      for _ in 0..<Int.random(in: 0...80, using: &random) { _ = try? await hub.running.get("/healthz") }
      try await hub.running.killHubAndStartAgain(onSamePort: true) {
        let found = try whileDown(indexed)
        #expect(found.rows >= before, "what was in the index is lost: \(found.rows) after \(before)")
        before = found.rows
        seen.append(found.rows)
        if !found.isComplete, found.rows > 0 { inTheMiddle += 1 }
      }
    }
    try await eventually(within: .seconds(600), "the end of the index") {
      let found = try await hub.run("find", "artist:many", "--exact", "--limit", "1", "--json")
      return found.exit == .code(0) && !found.text.contains("\"isPartial\":true")
    }
    try await hub.running.killHubAndStartAgain(onSamePort: true) {
      let faults = try whileDown { database in try database.write { try $0.searchIndexFaults() } }
      #expect(faults == [])
      #expect(try whileDown(indexed).isComplete)
    }
    print("search index: \(kills) kills, \(inTheMiddle) of them in the middle")
    #expect(inTheMiddle > 0, "rows at the kills: \(seen)")
  }
}
