import Backups
import Deadwax
import Foundation
import Secrets
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
    #expect(!library.backups.isStaged)
    try library.restart()
    #expect(try library.titles.count == 50)
    #expect(library.backups.all().isEmpty, "what cannot be read is no backup")
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

  @Test func `nothing is created for a disk that is not mounted, or in place of a data folder that was moved away`()
    throws
  {
    let library = try LibraryWithBackups()
    try library.add("One")
    library.ownsFolder.withLock { $0 = false }
    try library.restart()
    #expect(throws: BackupError.self) { try library.backups.make(.order, by: nil) }
    #expect(try library.backups.status().failure?.contains("Mount its disk") == true)
    #expect(!FileManager.default.fileExists(atPath: library.folder.path("backups")))
    try FileManager.default.createDirectory(atPath: library.folder.path("backups"), withIntermediateDirectories: false)
    try library.backups.make(.order, by: nil)

    let moved = library.folder.path + "-moved"
    try FileManager.default.moveItem(atPath: library.folder.path, toPath: moved)
    #expect(throws: (any Error).self) { try library.backups.make(.order, by: nil) }
    #expect(!FileManager.default.fileExists(atPath: library.folder.path))
    try FileManager.default.moveItem(atPath: moved, toPath: library.folder.path)
    try library.backups.make(.order, by: nil)
    #expect(library.backups.all().count == 2)
  }

  @Test func `files of attachments are stored once, brought back whole, and removed with the last backup`() throws {
    let library = try LibraryWithBackups()
    let content = Array("a sleeve".utf8)
    let digest = Digest.hexadecimalSHA256(of: content)
    let path = "attachments/\(digest.prefix(2))/\(digest)"
    try library.folder.write(content, to: path)
    try library.attach(digest, bytes: content.count)
    let first = try library.backups.make(.order, by: nil)
    #expect(first.manifest.files == [digest] && first.manifest.fileBytes == content.count)
    let stored = library.folder.path("backups/files/\(digest.prefix(2))/\(digest)")
    #expect(FileManager.default.contents(atPath: stored) == Data(content))
    // Damaged in the library, it comes back from the backup.
    try library.folder.write("damaged!".utf8, to: path)
    try library.backups.restore(first.name, by: nil)
    try library.restart()
    #expect(FileManager.default.contents(atPath: library.folder.path(path)) == Data(content))
    // Lost before a backup, it is named.
    try FileManager.default.removeItem(atPath: library.folder.path(path))
    try FileManager.default.removeItem(atPath: library.folder.path("backups"))
    let without = try library.backups.make(.order, by: nil)
    #expect(without.manifest.lostFiles == [digest] && without.manifest.files.isEmpty)
    // A damaged file of a backup is not brought back.
    try library.folder.write(content, to: path)
    let second = try library.backups.make(.order, by: nil)
    try Data("damaged!".utf8).write(to: URL(fileURLWithPath: stored))
    try FileManager.default.removeItem(atPath: library.folder.path(path))
    #expect(throws: BackupError.self) { try library.backups.restore(second.name, by: nil) }
    // No backup names it any longer.
    try library.detach()
    library.rules.withLock { $0.retention.count = 1 }
    library.now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + 1000) }
    try library.backups.make(.order, by: nil)
    #expect(library.backups.all().filter { $0.manifest.reason != .restore }.count == 1)
  }

  @Test func `a restore that is refused is no failed backup, and does not delay the next one`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    let missing = BackupName(Timestamp(milliseconds: 0))
    #expect(throws: BackupError.self) { try library.backups.restore(missing, by: nil) }
    #expect(throws: BackupError.self) { try library.backups.revert(by: nil) }
    #expect(try library.backups.status().failure == nil)
    let backup = try library.backups.make(.order, by: nil)
    let path = "backups/\(backup.name)/deadwax.sqlite"
    try library.folder.write("damaged".utf8, to: path)
    #expect(throws: BackupError.self) { try library.backups.restore(backup.name, by: nil) }
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

  @Test func `the start of the hub removes what a backup that a crash broke off has left`() throws {
    let library = try LibraryWithBackups()
    try library.folder.write("half".utf8, to: "backups/.new-backup/deadwax.sqlite")
    try library.folder.write("half".utf8, to: "backups/files/.new-abc")
    try library.restart()
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.folder.path("backups")) == ["files"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.folder.path("backups/files")).isEmpty)
  }
}
