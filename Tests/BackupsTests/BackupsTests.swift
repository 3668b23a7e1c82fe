import Backups
import Deadwax
import Foundation
import Storage
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5))) struct BackupsTests {
  @Test func `a backup has every change from before it, while another thread goes on changing`() throws {
    let library = try LibraryWithBackups()
    try library.add("Before")
    let isStopping = Locked(false)
    let database = library.database
    let thread = Thread {
      while !isStopping.withLock({ $0 }) { _ = try? database.write { try $0.publish(.settingChanged) } }
    }
    thread.start()
    defer { isStopping.withLock { $0 = true } }
    for _ in 0..<10 {
      let acknowledged = try database.read { try $0.eventRange().newest }
      let backup = try library.backups.make(.order, by: "Ada")
      #expect(backup.manifest.sequence >= acknowledged)
      #expect(backup.manifest.rows["release"] == 1 && backup.manifest.orderedBy == "Ada")
      let path = library.folder.path("backups/\(backup.name)/deadwax.sqlite")
      let copy = try CheckedDatabase(
        at: path, known: Migration.all, newestSequence: EventJournal.newestSequence, while: { true })
      #expect(copy.rows == backup.manifest.rows && copy.newestSequence == backup.manifest.sequence)
    }
    #expect(library.backups.all().count == 10)
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.folder.path("backups")).count == 11)
  }

  @Test func `a restored library is the one of the backup, and a revert brings back what came after it`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    let first = try library.backups.make(.order, by: nil)
    try library.add("Two")
    try library.backups.restore(first.name, by: "Ada")
    #expect(try library.titles == ["One", "Two"], "nothing changes before the restart")
    // What is acknowledged until the hub stops is in the way back, too.
    try library.add("Three")
    try library.restart()
    #expect(try library.titles == ["One"])
    #expect(!library.backups.isStaged)
    try library.add("Four")
    let wayBack = try library.backups.revert(by: "Ada")
    #expect(wayBack > first.name)
    try library.restart()
    #expect(try library.titles == ["One", "Three", "Two"])
    _ = try library.backups.revert(by: "Ada")
    try library.restart()
    #expect(try library.titles == ["Four", "One"])
    try library.restart()
    #expect(try library.titles == ["Four", "One"], "a restore takes effect once")
  }

  @Test func `a damaged backup is refused, and the library stays as it is`() throws {
    let library = try LibraryWithBackups()
    for number in 0..<50 { try library.add("Title \(number)") }
    let backup = try library.backups.make(.order, by: nil)
    let folder = library.folder.path("backups/\(backup.name)")
    let whole = try #require(FileManager.default.contents(atPath: "\(folder)/deadwax.sqlite"))
    var random = SeededRandom(seed: 11)
    for _ in 0..<20 {
      var damaged = whole
      damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      try damaged.write(to: URL(fileURLWithPath: "\(folder)/deadwax.sqlite"))
      #expect(throws: BackupError.self) { try library.backups.restore(backup.name, by: nil) }
    }
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: "\(folder)/deadwax.sqlite"))
    #expect(throws: BackupError.self) { try library.backups.restore(backup.name, by: nil) }
    try FileManager.default.removeItem(atPath: "\(folder)/deadwax.sqlite")
    #expect(throws: BackupError.self) { try library.backups.restore(backup.name, by: nil) }
    try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder)/manifest.json"))
    #expect(throws: BackupError.self) { try library.backups.restore(backup.name, by: nil) }
    #expect(library.backups.all().isEmpty, "what cannot be read is no backup")
    #expect(!library.backups.isStaged)
    try library.restart()
    #expect(try library.titles.count == 50)
  }

  @Test func `a folder that cannot be written fails the backup with its name, and nothing is left`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    try library.folder.write("no folder".utf8, to: "backups")
    #expect(throws: BackupError.self) { try library.backups.make(.order, by: nil) }
    #expect(try library.backups.status().failure?.contains(library.folder.path("backups")) == true)
    #expect(try library.backups.status().state == .none)
    #expect(throws: BackupError.self) { try library.backups.prepareForIrreversibleWork() }
    try FileManager.default.removeItem(atPath: library.folder.path("backups"))
    try library.backups.prepareForIrreversibleWork()
    #expect(library.backups.all().map(\.manifest.reason) == [.caution])
    #expect(try library.backups.status().failure == nil)
  }

  @Test func `irreversible work needs a backup that is young, or that has all changes`() throws {
    let library = try LibraryWithBackups()
    try library.backups.prepareForIrreversibleWork()
    #expect(library.backups.all().isEmpty, "an empty library has nothing to lose")
    try library.add("One")
    try library.backups.prepareForIrreversibleWork()
    try library.add("Two")
    try library.backups.prepareForIrreversibleWork()
    #expect(library.backups.all().count == 1, "it is young enough")
    library.now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + 49 * 3_600_000) }
    #expect(try library.backups.status().state == .stale)
    try library.backups.prepareForIrreversibleWork()
    #expect(library.backups.all().count == 2)
    library.now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + 90 * 86_400_000) }
    try library.backups.prepareForIrreversibleWork()
    #expect(library.backups.all().count == 2, "nothing has changed since")
    #expect(try library.backups.status().state == .fresh)
    // A clock that went back makes no backup young.
    try library.add("Three")
    library.now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds - 300 * 86_400_000) }
    try library.backups.prepareForIrreversibleWork()
    #expect(library.backups.all().count == 3)
  }

  @Test func `leftovers of attempts that a crash broke off are removed, and are never listed`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    for name in [".new-backup", ".old-2025-11-20T00-53-20.000Z", "2025-11-20T00-53-20.000Z"] {
      try library.folder.write("half".utf8, to: "backups/\(name)/deadwax.sqlite")
    }
    try library.folder.write("half".utf8, to: "backups/files/.new-abc")
    #expect(library.backups.all().isEmpty)
    let backup = try library.backups.make(.order, by: nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.path("backups")).sorted()
    #expect(names == ["2025-11-20T00-53-20.000Z", backup.name.description, "files"].sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.folder.path("backups/files")).isEmpty)
  }
}
