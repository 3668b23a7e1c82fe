import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing

/// Tests that kill the hub while it takes over a library or merges one.
@Suite(.timeLimit(.minutes(60)))
struct LibraryKillTests {
  private func bytes(_ path: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: path), "\(path) is missing")
  }

  /// Returns the commands of a hub with 2,000 releases, and the path of their archive.
  private func largeLibrary() async throws -> (AdministratorCommands, archive: String) {
    let source = try await AdministratorCommands()
    try await source.signIn()
    try await source.running.killHubAndStartAgain {
      let database = try Database(
        path: source.running.folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
        newestSequence: EventJournal.newestSequence)
      defer { database.close() }
      try database.write { transaction in
        for number in 1...2_000 {
          try transaction.insert(
            Release(id: transaction.newID(), status: .manual, medium: .vinyl, title: "Title \(number)", artist: "Many"))
        }
      }
    }
    try await source.signIn()
    let archive = source.folder.path("library.zip")
    #expect(try await source.run("library", "export", archive).exit == .code(0))
    return (source, archive)
  }

  /// `DEADWAX_KILLS=200` kills the hub as often.
  @Test func `a hub that is killed during an import has the library from before or the one of the archive`()
    async throws
  {
    let (source, archive) = try await largeLibrary()
    let content = try bytes(archive)
    source.end()

    let target = try await AdministratorCommands.ofKilledHub()
    defer { target.end() }
    let copy = target.folder.path("copy.zip")
    /// True if the hub has the library of the archive, false if it is empty.
    func isImported() async throws -> Bool {
      let exported = try await target.run("library", "export", copy)
      #expect(exported.exit == .code(0), "\(exported.text)")
      if try bytes(copy) == content { return true }
      #expect(
        try JSONValue(try await target.running.get("/api/v1/releases").body)["items"].array.isEmpty, "it is between")
      return false
    }
    func revert() async throws {
      #expect(try await target.run("backup", "revert").exit == .code(0))
      try await target.restarted()
    }
    let words = ["library", "import", archive]
    let length = try await target.length {
      #expect(try await target.run(words).exit == .code(0))
      try await target.restarted()
    }
    #expect(try await isImported())
    try await revert()
    var random = SeededRandom(seed: 83)
    var after = 0
    for kill in 1...AdministratorCommands.kills {
      try await target.runKilled(words, length: length, &random)
      #expect(try target.leftovers() == [], "kill \(kill)")
      if try await isImported() {
        after += 1
        try await revert()
      }
    }
    print(
      "import: \(AdministratorCommands.kills) kills within \(length) requests, \(after) of them with the archive's library"
    )
  }

  /// `DEADWAX_KILLS=200` kills the hub as often.
  @Test func `a hub that is killed during a merge has the library from before or the merged one`() async throws {
    let (source, archive) = try await largeLibrary()
    defer { source.end() }
    let target = try await AdministratorCommands.ofKilledHub()
    defer { target.end() }
    /// True if all records are merged, false if none is.
    func isMerged() async throws -> Bool {
      let dry = try await target.run("library", "merge", archive, "--dry-run")
      let counts = try #require(dry.output.first, "\(dry.text)")
      let isMerged = counts.hasPrefix("0 add, 0 change, 0 adopt, ")
      #expect(isMerged || counts.contains(" add, 0 change, 0 adopt, 0 same, "), "it is between: \(counts)")
      return isMerged
    }
    func undo() async throws {
      let newest = try await target.run("changes", "--kind", "import", "--limit", "1", "--json")
      let change = try #require(
        try JSONValue(Array(newest.output.joined().utf8))["items"].array.first?["id"].text, "\(newest.text)")
      let undone = try await target.run("undo", change)
      #expect(undone.exit == .code(0), "\(undone.text)")
    }
    #expect(try await !isMerged())
    let words = ["library", "merge", archive]
    let length = try await target.length {
      let whole = try await target.run(words)
      #expect(whole.exit == .code(0), "\(whole.text)")
    }
    #expect(try await isMerged())
    try await undo()
    var random = SeededRandom(seed: 89)
    var after = 0
    for kill in 1...AdministratorCommands.kills {
      try await target.runKilled(words, length: length, &random)
      #expect(try target.leftovers() == [], "kill \(kill)")
      if try await isMerged() {
        after += 1
        try await undo()
      }
    }
    print(
      "merge: \(AdministratorCommands.kills) kills within \(length) requests, \(after) of them with the merged library")
  }
}
