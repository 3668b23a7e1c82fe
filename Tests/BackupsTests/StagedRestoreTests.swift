import Backups
import Foundation
import Log
import Storage
import TestSupport
import Testing

/// Every state in which a crash can leave a restore, made by hand: the next start completes it.
@Suite(.timeLimit(.minutes(5))) struct StagedRestoreTests {
  private static let suffixes = ["-wal", "-shm", ".ack", ".digests", ""]

  @Test(arguments: 0...7)
  func `a start completes a restore that was broken off after each step`(step: Int) throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    let backup = try library.backups.make(.order, by: nil)
    try library.add("Two")
    try library.backups.restore(backup.name, by: nil)
    library.backups.end()
    library.database.close()
    let (data, files) = (library.folder.path, FileManager.default)
    let replaced = "\(data)/deadwax.replaced"
    if step > 0 { try files.createDirectory(atPath: replaced, withIntermediateDirectories: true) }
    for suffix in Self.suffixes.prefix(step) where files.fileExists(atPath: "\(data)/deadwax.sqlite\(suffix)") {
      try files.moveItem(atPath: "\(data)/deadwax.sqlite\(suffix)", toPath: "\(replaced)/deadwax.sqlite\(suffix)")
    }
    if step > 5 {
      try files.moveItem(atPath: "\(data)/deadwax.restore/deadwax.sqlite", toPath: "\(data)/deadwax.sqlite")
    }
    if step > 6 { try files.removeItem(atPath: "\(data)/deadwax.restore/name") }
    try library.restart()
    #expect(try library.titles == ["One"])
    #expect(files.fileExists(atPath: "\(replaced)/deadwax.sqlite"), "the library from before stays")
    #expect(!files.fileExists(atPath: "\(data)/deadwax.restore"))
    _ = try library.backups.revert(by: nil)
    try library.restart()
    #expect(try library.titles == ["One", "Two"])
  }

  @Test(arguments: 0...3)
  func `a start completes an import that was broken off between the files of its attachments`(moved: Int) throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    try library.backups.replaceLibrary(by: "Ada") { folder in
      let other = try LibraryWithBackups()
      try other.add("Other")
      other.database.close()
      try Database.copy(other.folder.path("deadwax.sqlite"), to: "\(folder)/deadwax.sqlite") { true }
      try FileManager.default.createDirectory(atPath: "\(folder)/files", withIntermediateDirectories: false)
      for name in ["aa1", "aa2", "bb3"] {
        try Data(name.utf8).write(to: URL(fileURLWithPath: "\(folder)/files/\(name)"))
      }
    }
    library.backups.end()
    library.database.close()
    let (data, files) = (library.folder.path, FileManager.default)
    for name in ["aa1", "aa2", "bb3"].prefix(moved) {
      let folder = "\(data)/attachments/\(name.prefix(2))"
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try files.moveItem(atPath: "\(data)/deadwax.restore/files/\(name)", toPath: "\(folder)/\(name)")
    }
    try library.restart()
    #expect(try library.titles == ["Other"])
    for name in ["aa1", "aa2", "bb3"] {
      #expect(files.contents(atPath: "\(data)/attachments/\(name.prefix(2))/\(name)") == Data(name.utf8))
    }
    #expect(!files.fileExists(atPath: "\(data)/deadwax.restore"))
    _ = try library.backups.revert(by: nil)
    try library.restart()
    #expect(try library.titles == ["One"])
  }

  @Test func `a library that is not whole, or whose making fails, is not staged, and no backup is made`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    #expect(throws: TestFailure.self) { try library.backups.replaceLibrary(by: nil) { _ in throw TestFailure("no") } }
    #expect(throws: BackupError.self) {
      try library.backups.replaceLibrary(by: nil) { folder in
        try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: "\(folder)/deadwax.sqlite"))
      }
    }
    #expect(!library.backups.isStaged && library.backups.all().isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
    #expect(!names.contains(".deadwax.restore.new") && !names.contains("deadwax.restore"))
  }

  @Test func `a restore that was not prepared to its end changes nothing`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    try library.folder.write("half".utf8, to: ".deadwax.restore.new/deadwax.sqlite")
    try library.folder.write("2025-11-20T00-53-20.000Z".utf8, to: "deadwax.restore/name")
    #expect(!library.backups.isStaged)
    try library.restart()
    #expect(try library.titles == ["One"])
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
    #expect(!names.contains(".deadwax.restore.new") && !names.contains("deadwax.restore"))
  }

  @Test func `a library that cannot be opened is replaced by the newest backup that is whole`() throws {
    let library = try LibraryWithBackups()
    try library.add("One")
    let whole = try library.backups.make(.order, by: nil)
    try library.add("Two")
    let damaged = try library.backups.make(.order, by: nil)
    library.backups.end()
    library.database.close()
    try library.folder.write("gone".utf8, to: "backups/\(damaged.name)/deadwax.sqlite")
    try library.folder.write("not a database".utf8, to: "deadwax.sqlite")
    #expect(throws: DatabaseRefused.self) { try library.restart() }
    let name = try Backups.restoreOffline(nil, library: library.library, logger: .silent)
    #expect(name == whole.name)
    try library.restart()
    #expect(try library.titles == ["One"])
    // No backup has what was in the damaged file, so no later restore removes it.
    library.backups.end()
    library.database.close()
    try library.folder.write("damaged again".utf8, to: "deadwax.sqlite")
    _ = try Backups.restoreOffline(nil, library: library.library, logger: .silent)
    try library.restart()
    try library.backups.restore(whole.name, by: nil)
    try library.restart()
    #expect(try library.titles == ["One"])
    let rest = ["deadwax.replaced-1", "deadwax.replaced-2"].map {
      FileManager.default.contents(atPath: library.folder.path("\($0)/deadwax.sqlite"))
    }
    #expect(rest == [Data("not a database".utf8), Data("damaged again".utf8)])
  }
}
