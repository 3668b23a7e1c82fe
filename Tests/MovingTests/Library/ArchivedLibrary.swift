import Archives
import Backups
import Deadwax
import Execution
import Foundation
import Lending
import Log
import Moving
import Secrets
import Storage
import StorageTestSupport
import TestSupport

/// A library with its backups, whose archives are exported and imported. `restart` is the next start of its hub.
final class ArchivedLibrary {
  let folder: TemporaryFolder
  private(set) var database: Database
  private(set) var backups: Backups
  private(set) var merges: LibraryMerges
  private let devicesKind: DeviceStoreKind

  /// The settings that programs remember about devices.
  var devices: DeviceSettings { DeviceSettings(database: database, folder: folder.path, kind: devicesKind) }

  /// - Parameters:
  ///   - migrations: those of the version that it is of.
  ///   - folder: its data folder; a new one if nil.
  ///   - devices: the store of the settings of devices.
  /// - Throws: the error of the file system or of the database.
  init(
    _ migrations: [Migration] = Migration.all, in folder: TemporaryFolder? = nil, devices: DeviceStoreKind = .database
  ) throws {
    devicesKind = devices
    let isNew = folder == nil
    let folder = try folder ?? TemporaryFolder("deadwax-archives", inMemory: true)
    self.folder = folder
    // A library of an earlier version makes its schema itself.
    if isNew, migrations.count == Migration.all.count {
      _ = try MigratedDatabase.placed(at: folder.path("deadwax.sqlite"))
    }
    database = try Self.open(folder, migrations)
    backups = Self.backups(database, folder)
    merges = Self.merges(database, folder, devicesKind)
  }

  deinit {
    backups.end()
    merges.stop()
    database.close()
  }

  var archives: LibraryArchives {
    let backups = backups
    return LibraryArchives(
      export: ArchiveExport(database: database, data: folder.path, program: "1.0"),
      imports: ArchiveImport(
        database: database, data: folder.path, program: "1.0",
        surroundings: ArchiveImport.Surroundings(
          stage: { try backups.replaceLibrary(by: $0, $1) }, goesOn: { backups.goesOn }), logger: .silent),
      merges: merges)
  }

  /// Stops the hub and starts it again.
  func restart() throws {
    backups.end()
    merges.stop()
    database.close()
    try StagedRestore(data: folder.path).apply(logger: .silent)
    database = try Self.open(folder, Migration.all)
    backups = Self.backups(database, folder)
    merges = Self.merges(database, folder, devicesKind)
  }

  /// Exports the whole library, and compares the archive with its proof.
  func archive(hasSecrets: Bool = false) throws -> [UInt8] {
    let made = try archives.export.export(hasSecrets: hasSecrets)
    let file = made.descriptor()
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: made.count) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, made.count, 0))
    }
    guard bytes.count == made.count, Digest.hexadecimalSHA256(of: bytes) == made.hexadecimal else {
      throw TestFailure("the proof is wrong")
    }
    return bytes
  }

  /// Sends an archive, which the next start takes.
  func send(_ archive: [UInt8]) throws {
    let upload = try archives.imports.receive()
    for start in stride(from: 0, to: archive.count, by: 10_007) {
      Array(archive[start..<min(start + 10_007, archive.count)]).withUnsafeBytes { upload.take($0) }
    }
    try archives.imports.stage(upload, by: "Ada")
  }

  /// Stores the file of an attachment of a new release.
  func attach(_ text: String) throws {
    let digest = Digest.hexadecimalSHA256(of: Array(text.utf8))
    let place = folder.path("attachments/\(digest.prefix(2))")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(digest)"))
    try database.write { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: text, artist: "Trio")
      try transaction.insert(release)
      try transaction.insert(
        Attachment(
          id: transaction.newID(), subject: .release(release.id), kind: .text, content: digest, bytes: text.utf8.count,
          size: nil, name: "note.txt", isCover: false, source: .own, sourceNumber: nil, createdAt: transaction.now))
      try transaction.publish(.settingChanged)
    }
  }

  /// The names in the data folder that are neither those of the database nor of folders that stay.
  func strangers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      !$0.hasPrefix("deadwax.sqlite")
        && !["backups", "attachments", "deadwax.replaced", "device-settings.json"].contains($0)
    }.sorted()
  }

  private static func open(_ folder: TemporaryFolder, _ migrations: [Migration]) throws -> Database {
    try Database(
      path: folder.path("deadwax.sqlite"), migrations: migrations, logger: .silent,
      newestSequence: EventJournal.newestSequence)
  }

  private static func merges(_ database: Database, _ folder: TemporaryFolder, _ devices: DeviceStoreKind)
    -> LibraryMerges
  {
    LibraryMerges(
      database: database, data: folder.path, program: "1.0",
      surroundings: LibraryImports.Surroundings(
        prepare: {}, published: {}, lookupWanted: {}, covers: .none, inParts: { _ in }),
      policies: LibraryPolicies(defaults: LibraryPolicy()),
      devices: DeviceSettings(database: database, folder: folder.path, kind: devices), logger: .silent)
  }

  private static func backups(_ database: Database, _ folder: TemporaryFolder) -> Backups {
    Backups(
      database: database,
      library: Backups.Library(
        data: folder.path, folder: folder.path("backups"), ownsFolder: true, program: "1.0",
        migrations: Migration.all, newestSequence: EventJournal.newestSequence,
        rules: {
          BackupRules(
            longest: nil, retention: BackupRetention(count: 9, days: nil, mebibytes: nil), stale: .seconds(3600),
            caution: nil)
        }, now: Timestamp.now, isClockRight: { true }), logger: .silent)
  }
}
