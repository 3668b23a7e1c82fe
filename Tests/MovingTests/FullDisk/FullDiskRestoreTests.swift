import Backups
import Foundation
import TestSupport
import Testing

/// A restore and a revert on a disk that is full, in each of their phases.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SmallDisk.isPossible, SmallDisk.reason))
struct FullDiskRestoreTests {
  private let disk: SmallDisk
  private let library: ArchivedLibrary

  init() throws {
    disk = try SmallDisk()
    library = try ArchivedLibrary(in: disk.folder)
    for number in 1...3 { try library.attach("\(number)" + String(repeating: "x", count: 200_000)) }
  }

  /// Prepares a restore with more and more room, and checks after each failure that nothing has changed.
  ///
  /// - Returns: the number of failures.
  private func prepare(_ what: String, _ body: () throws -> Void) throws -> Int {
    let (before, backups) = (try library.archive(hasSecrets: true), library.backups.all().map(\.name))
    var failures: [String: Int] = [:]
    let isDone = try disk.withMoreAndMoreRoom(by: 384 << 10) { free in
      do {
        try body()
        return true
      } catch {
        failures["\(error)", default: 0] += 1
        #expect("\(error)".contains("full"), "\(what) with \(free): \(error)")
        return false
      }
    } afterFailure: { (free: Int) throws in
      #expect(!library.backups.isStaged, "\(what) with \(free)")
      #expect(try library.strangers() == [], "\(what) with \(free)")
      #expect(library.backups.all().map(\.name) == backups, "\(what) with \(free)")
      let drafts = try FileManager.default.contentsOfDirectory(atPath: library.folder.path("backups")).filter {
        $0.hasPrefix(".")
      }
      #expect(drafts == [], "\(what) with \(free)")
      #expect(try library.archive(hasSecrets: true) == before, "\(what) with \(free)")
    }
    print("a full disk in \(what): \(failures.values.reduce(0, +)) times, with \(failures.count) sentences")
    #expect(isDone, "\(what)")
    return failures.values.reduce(0, +)
  }

  @Test func `a full disk ends a restore and a revert with that reason, and the library stays as it is`() throws {
    let old = try library.archive()
    let backup = try library.backups.make(.order, by: "Ada").name
    try library.attach("newer" + String(repeating: "y", count: 100_000))
    let new = try library.archive()
    #expect(try prepare("a restore") { try library.backups.restore(backup, by: "Ada") } > 3)
    try library.restart()
    #expect(try library.archive() == old)
    #expect(try prepare("a revert") { _ = try library.backups.revert(by: "Ada") } > 3)
    try library.restart()
    #expect(try library.archive() == new)
  }

  @Test func `a restore that had no room does not count as the last one for a revert`() throws {
    var backup = try library.backups.make(.order, by: "Ada").name
    try library.attach("newer")
    let new = try library.archive()
    try library.backups.restore(backup, by: "Ada")
    try library.restart()
    var isDone = false
    // Rooms in which the present state can be backed up, and the restore cannot be staged.
    _ = try disk.withMoreAndMoreRoom(by: 384 << 10) { _ in
      do {
        try library.backups.restore(backup, by: "Ada")
        isDone = true
        return true
      } catch {
        return false
      }
    } afterFailure: { (free: Int) throws in
      let target = try library.backups.revert(by: "Ada")
      try library.restart()
      #expect(try library.archive() == new, "\(free): a revert went to \(target)")
      // Back again for the next round, with a new backup: the old one is removed after a number of others.
      _ = try library.backups.revert(by: "Ada")
      try library.restart()
      backup = try library.backups.make(.order, by: "Ada").name
    }
    #expect(isDone)
  }

  @Test func `a start without any room leaves the library of before or the restored one, and the next start goes on`()
    throws
  {
    let old = try library.archive()
    let backup = try library.backups.make(.order, by: "Ada").name
    try library.attach("newer")
    let new = try library.archive()
    try library.backups.restore(backup, by: "Ada")
    var isStarted = false
    try disk.withoutRoom {
      do {
        try library.restart()
        isStarted = true
      } catch {
        #expect("\(error)".lowercased().contains("full") || "\(error)".contains("space"), "\(error)")
      }
    }
    print("a start without room: \(isStarted ? "done" : "refused")")
    try library.restart()
    let now = try library.archive()
    #expect(now == old || now == new)
    #expect(now == old, "the restore goes on")
    #expect(try library.strangers() == [])
  }
}
