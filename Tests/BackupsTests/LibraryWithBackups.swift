import Backups
import Deadwax
import Log
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A library on the disk with its backups, whose clock and settings a test sets.
final class LibraryWithBackups {
  let folder: TemporaryFolder
  let rules = Locked(
    BackupRules(
      longest: .seconds(3600), retention: BackupRetention(count: 100, days: nil, mebibytes: nil),
      stale: .seconds(48 * 3600), caution: .seconds(48 * 3600)))
  let now = Locked(Timestamp(milliseconds: 1_763_600_000_000))
  let isClockRight = Locked(true)
  /// True if the folder of the backups may be created.
  let ownsFolder = Locked(true)
  private(set) var database: Database
  private(set) var backups: Backups

  init() throws {
    folder = try TemporaryFolder("deadwax-backups", inMemory: true)
    _ = try MigratedDatabase.placed(at: folder.path("deadwax.sqlite"))
    database = try Self.open(folder)
    backups = Backups(
      database: database, library: Self.library(folder, rules, now, isClockRight, owns: true), logger: .silent)
  }

  deinit { database.close() }

  /// The surroundings of the backups.
  var library: Backups.Library {
    Self.library(folder, rules, now, isClockRight, owns: ownsFolder.withLock { $0 })
  }

  /// Opens the library again, as the next start of the hub does.
  func restart() throws {
    backups.end()
    database.close()
    try StagedRestore(data: folder.path).apply(logger: .silent)
    database = try Self.open(folder)
    backups = Backups(database: database, library: library, logger: .silent)
  }

  /// Adds a release, and notes an event as every change does.
  func add(_ title: String) throws {
    try database.write { transaction in
      try transaction.insert(
        Release(id: transaction.newID(), status: .manual, medium: .vinyl, title: title, artist: "Example Trio"))
      try transaction.publish(.settingChanged)
    }
  }

  /// Adds a release with an attachment whose file has this digest.
  func attach(_ digest: String, bytes: Int) throws {
    try database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .cd, title: "With a picture", artist: "Example Trio")
      try transaction.insert(release)
      try transaction.insert(
        Attachment(
          id: transaction.newID(), subject: .release(release.id), kind: .text, content: digest, bytes: bytes,
          size: nil, name: "note.txt", isCover: false, source: .own, sourceNumber: nil, createdAt: transaction.now))
      try transaction.publish(.settingChanged)
    }
  }

  /// Removes all attachments.
  func detach() throws {
    try database.write { transaction in
      try transaction.run("DELETE FROM attachment")
      try transaction.publish(.settingChanged)
    }
  }

  var titles: [String] { get throws { try Self.titles(in: database) } }

  static func titles(in database: Database) throws -> [String] {
    try database.read { try $0.all("SELECT title FROM release ORDER BY title") { try $0.text(0) } }
  }

  private static func open(_ folder: TemporaryFolder) throws -> Database {
    try Database(
      path: folder.path("deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
  }

  private static func library(
    _ folder: TemporaryFolder, _ rules: Locked<BackupRules>, _ now: Locked<Timestamp>, _ isClockRight: Locked<Bool>,
    owns: Bool
  ) -> Backups.Library {
    Backups.Library(
      data: folder.path, folder: folder.path("backups"), ownsFolder: owns, program: "test", migrations: Migration.all,
      newestSequence: EventJournal.newestSequence, rules: { rules.withLock { $0 } },
      now: { now.withLock { $0 } }, isClockRight: { isClockRight.withLock { $0 } })
  }
}
