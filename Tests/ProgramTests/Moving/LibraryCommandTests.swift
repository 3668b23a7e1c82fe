import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax library` with the real programs.
@Suite(.timeLimit(.minutes(30)))
struct LibraryCommandTests {
  private func bytes(_ path: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: path), "\(path) is missing")
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
    try await target.restarted()
    // Ada is still signed in there: her account is that of the hub.
    let second = target.folder.path("second.zip")
    let again = try await target.run("library", "export", second)
    #expect(again.exit == .code(0), "\(again.text)")
    #expect(try bytes(second) == (try bytes(first)), "the library is not equal")
    #expect(try target.leftovers() == [])
    let reverted = try await target.run("backup", "revert")
    #expect(reverted.exit == .code(0), "\(reverted.text)")
    try await target.restarted()
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
    #expect(try target.leftovers() == [])
    let undone = try await target.run("undo", change)
    #expect(undone.exit == .code(0), "\(undone.text)")
    #expect(try await releases() == 0)
    let strange = try target.file("strange.txt", "number,title\n")
    let wrong = try await target.run("library", "merge", strange)
    #expect(wrong.exit != .code(0) && wrong.text.contains("6e 75 6d"), "\(wrong.text)")
    #expect(try await target.run("library", "merge", target.folder.path("nowhere")).exit == .code(3))
    // The newest changes of a database are in its log, which one file alone does not have.
    let database = try target.file("other.sqlite", "SQLite format 3")
    _ = try target.file("other.sqlite-wal", "a log")
    let logged = try await target.run("library", "merge", database)
    #expect(logged.exit != .code(0) && logged.text.contains("one ZIP file"), "\(logged.text)")
    let notes = try target.file(
      "notes",
      """
      <?xml version="1.0"?><plist><dict><key>RadioFavorites</key><array><string>s1</string></array><key>RadioCache</key>
      <array><dict><key>id</key><string>s1</string><key>name</key><string>One</string></dict></array>
      <key>RadioVolume</key><integer>3</integer></dict></plist>
      """)
    let listed = try await target.run("library", "merge", notes, "--dry-run")
    #expect(listed.text.contains("1 add") && listed.text.contains("Left out: RadioVolume"), "\(listed.text)")
    // A folder of property lists at once: the favourites are in one file, their objects in another.
    try FileManager.default.createDirectory(
      atPath: target.folder.path("prefs/inner"), withIntermediateDirectories: true)
    _ = try target.file(
      "prefs/a.plist",
      "<plist><dict><key>RadioFavorites</key><array><string>s1</string></array><key>RadioDeviceSettings</key><dict>"
        + "<key>kitchen</key><dict><key>volume</key><integer>7</integer></dict></dict></dict></plist>")
    _ = try target.file(
      "prefs/inner/b.plist",
      "<plist><dict><key>RadioCache</key><array><dict><key>id</key><string>s1</string><key>name</key>"
        + "<string>One</string></dict></array></dict></plist>")
    let folder = try await target.run("library", "merge", target.folder.path("prefs"))
    #expect(
      folder.text.contains("Notes: 1 favourites, 1 cached objects, 1 settings of devices (1 new)"), "\(folder.text)")
    #expect(folder.exit == .code(0) && folder.text.contains("deadwax undo"), "\(folder.text)")
    let devices = try await target.run("device", "list")
    #expect(devices.text.contains("kitchen") && devices.text.contains("volume"), "\(devices.text)")
    let twice = try await target.run("library", "merge", target.folder.path("prefs"))
    #expect(twice.output.last == "Nothing was merged." && twice.text.contains("(0 new)"), "\(twice.text)")
    #expect(try target.leftovers() == [])
  }
}
