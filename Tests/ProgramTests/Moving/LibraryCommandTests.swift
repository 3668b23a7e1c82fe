import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing

/// Tests of `deadwax library` with the real programs.
@Suite(.timeLimit(.minutes(30)))
struct LibraryCommandTests {
  /// Waits until a hub is there again with what was staged.
  private func restarted(_ hub: AdministratorCommands) async throws {
    try await eventually(within: .seconds(300), "the hub has taken what was staged") {
      let status = try await hub.run("backup", "status", "--json")
      guard let line = status.output.last, let json = try? JSONValue(Array(line.utf8)) else { return false }
      return json["state"].text != nil && json["restoring"].text == nil
    }
  }

  private func bytes(_ path: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: path), "\(path) is missing")
  }

  /// The names in the data folder that a broken import may have left.
  private func leftovers(_ hub: AdministratorCommands) throws -> [String] {
    let data = hub.running.folder.path("data")
    let attachments = "\(data)/attachments"
    let names = try FileManager.default.contentsOfDirectory(atPath: data)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: attachments)) ?? []
    return (names + files).filter { $0.hasPrefix(".") || $0 == "deadwax.restore" }
  }

  @Test func `a library moves to an empty hub and back out byte for byte, and the hub refuses what is wrong`()
    async throws
  {
    let source = try await AdministratorCommands()
    defer { source.end() }
    try await source.signIn()
    let first = source.folder.path("first.zip")
    let exported = try await source.run("library", "export", first)
    #expect(exported.exit == .code(0) && exported.output.last?.hasSuffix("  \(first)") == true, "\(exported.text)")
    // A library with records is not replaced.
    let refused = try await source.run("library", "import", first)
    #expect(refused.exit == .code(4) && refused.text.contains("records already"), "\(refused.text)")

    let target = try await AdministratorCommands(withDemo: false)
    defer { target.end() }
    let stranger = try await target.run("library", "import", first)
    #expect(stranger.exit != .code(0), "\(stranger.text)")
    try await target.signIn()
    let damaged = try target.file("damaged.zip", "PK no archive")
    let wrong = try await target.run("library", "import", damaged)
    #expect(wrong.exit != .code(0) && wrong.text.contains("ZIP"), "\(wrong.text)")
    #expect(try await target.run("library", "import", target.folder.path("nowhere.zip")).exit == .code(3))
    let imported = try await target.run("library", "import", first)
    #expect(imported.exit == .code(0) && imported.text.contains("restarts"), "\(imported.text)")
    try await restarted(target)
    // Ada is still signed in there: her account is that of the hub.
    let second = target.folder.path("second.zip")
    let again = try await target.run("library", "export", second)
    #expect(again.exit == .code(0), "\(again.text)")
    #expect(try bytes(second) == (try bytes(first)), "the library is not equal")
    #expect(try leftovers(target) == [])
    let reverted = try await target.run("backup", "revert")
    #expect(reverted.exit == .code(0), "\(reverted.text)")
    try await restarted(target)
    #expect(try JSONValue(try await target.running.get("/api/v1/releases").body)["items"].array.isEmpty)
  }

  @Test func `another library is previewed, merged as one change, is the same the second time, and is undone`()
    async throws
  {
    let source = try await AdministratorCommands()
    defer { source.end() }
    try await source.signIn()
    let archive = source.folder.path("library.zip")
    #expect(try await source.run("library", "export", archive).exit == .code(0))
    let target = try await AdministratorCommands(withDemo: false)
    defer { target.end() }
    try await target.signIn()
    func releases() async throws -> Int {
      try JSONValue(try await target.running.get("/api/v1/releases?limit=200").body)["items"].array.count
    }
    let dry = try await target.run("library", "merge", archive, "--dry-run")
    #expect(dry.exit == .code(0) && dry.output.last == "Nothing was merged.", "\(dry.text)")
    #expect(dry.output.first?.hasSuffix("(archive)") == true && dry.text.contains("add release "), "\(dry.text)")
    #expect(try await releases() == 0)
    let done = try await target.run("library", "merge", archive)
    let change = try #require(done.output.last?.split(separator: " ").last.map(String.init), "\(done.text)")
    #expect(done.exit == .code(0) && done.text.contains("deadwax undo"), "\(done.text)")
    let merged = try await releases()
    #expect(merged > 0)
    let again = try await target.run("library", "merge", archive)
    #expect(
      again.exit == .code(0) && again.output.first?.hasPrefix("0 add, 0 change, 0 adopt, ") == true, "\(again.text)")
    #expect(try leftovers(target) == [])
    let undone = try await target.run("undo", change)
    #expect(undone.exit == .code(0), "\(undone.text)")
    #expect(try await releases() == 0)
    let strange = try target.file("strange.txt", "number,title\n")
    let wrong = try await target.run("library", "merge", strange)
    #expect(wrong.exit != .code(0) && wrong.text.contains("6e 75 6d"), "\(wrong.text)")
    #expect(try await target.run("library", "merge", target.folder.path("nowhere")).exit == .code(3))
    #expect(try leftovers(target) == [])
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

  /// `DEADWAX_IMPORT_KILLS=200` kills the hub as often.
  @Test func `a hub that is killed during an import has the library from before or the one of the archive`()
    async throws
  {
    let kills = ProcessInfo.processInfo.environment["DEADWAX_IMPORT_KILLS"].flatMap(Int.init) ?? 6
    let (source, archive) = try await largeLibrary()
    let content = try bytes(archive)
    source.end()

    let target = try await AdministratorCommands(withDemo: false)
    defer { target.end() }
    try await target.running.killHubAndStartAgain(onSamePort: true)
    try await target.signIn()
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
      try await restarted(target)
    }
    // The length of an import, in requests.
    var length = 0
    async let whole = target.run("library", "import", archive)
    let hub = target.running
    let counting = Task {
      var count = 0
      while !Task.isCancelled {
        _ = try? await hub.get("/healthz")
        count += 1
      }
      return count
    }
    #expect(try await whole.exit == .code(0))
    try await restarted(target)
    counting.cancel()
    length = await counting.value
    #expect(try await isImported())
    try await revert()
    var random = SeededRandom(seed: 83)
    var after = 0
    for kill in 1...kills {
      async let broken = target.run("library", "import", archive)
      for _ in 0..<Int.random(in: 0...length, using: &random) { _ = try? await hub.get("/healthz") }
      try await target.running.killHubAndStartAgain(onSamePort: true)
      _ = try await broken
      try await restarted(target)
      #expect(try leftovers(target) == [], "kill \(kill)")
      if try await isImported() {
        after += 1
        try await revert()
      }
    }
    print("import: \(kills) kills within \(length) requests, \(after) of them with the library of the archive")
  }

  /// `DEADWAX_MERGE_KILLS=200` kills the hub as often.
  @Test func `a hub that is killed during a merge has the library from before or the merged one`() async throws {
    let kills = ProcessInfo.processInfo.environment["DEADWAX_MERGE_KILLS"].flatMap(Int.init) ?? 6
    let (source, archive) = try await largeLibrary()
    defer { source.end() }
    let target = try await AdministratorCommands(withDemo: false)
    defer { target.end() }
    let hub = target.running
    try await hub.killHubAndStartAgain(onSamePort: true)
    try await target.signIn()
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
    // The length of a merge, in requests.
    async let whole = target.run("library", "merge", archive)
    let counting = Task {
      var count = 0
      while !Task.isCancelled {
        _ = try? await hub.get("/healthz")
        count += 1
      }
      return count
    }
    let first = try await whole
    counting.cancel()
    let length = await counting.value
    #expect(first.exit == .code(0), "\(first.text)")
    #expect(try await isMerged())
    try await undo()
    var random = SeededRandom(seed: 89)
    var after = 0
    for kill in 1...kills {
      async let broken = target.run("library", "merge", archive)
      for _ in 0..<Int.random(in: 0...length, using: &random) { _ = try? await hub.get("/healthz") }
      try await hub.killHubAndStartAgain(onSamePort: true)
      _ = try await broken
      #expect(try leftovers(target) == [], "kill \(kill)")
      if try await isMerged() {
        after += 1
        try await undo()
      }
    }
    print("merge: \(kills) kills within \(length) requests, \(after) of them with the merged library")
  }
}
