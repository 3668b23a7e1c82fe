package import Deadwax
package import Log
package import Storage
internal import Threads

/// Makes, lists, removes and restores the backups of the library.
///
/// A backup counts only after it was opened and checked whole. One attempt runs at a time. No write waits for it: the copy
/// is a reader of the database.
package final class Backups: Sendable {
  /// The parts of the hub that backups need.
  package struct Library: Sendable {
    /// The data folder of the hub.
    package var data: String
    /// The folder of the backups.
    package var folder: String
    /// True if the hub may create that folder.
    package var ownsFolder: Bool
    /// The version of this program.
    package var program: String
    package var migrations: [Migration]
    /// The query for the newest sequence number, as in `Database.init`.
    package var newestSequence: String
    /// Returns the library's settings.
    package var rules: @Sendable () throws -> BackupRules
    package var now: @Sendable () -> Timestamp
    /// Returns true if the clock is trusted.
    package var isClockRight: @Sendable () -> Bool

    package init(
      data: String, folder: String, ownsFolder: Bool, program: String, migrations: [Migration], newestSequence: String,
      rules: @escaping @Sendable () throws -> BackupRules, now: @escaping @Sendable () -> Timestamp,
      isClockRight: @escaping @Sendable () -> Bool
    ) {
      self.data = data
      self.folder = folder
      self.ownsFolder = ownsFolder
      self.program = program
      self.migrations = migrations
      self.newestSequence = newestSequence
      self.rules = rules
      self.now = now
      self.isClockRight = isClockRight
    }
  }

  private struct State {
    var isBusy = false
    var isStopping = false
    var failure: String?
  }

  private let database: Database
  let library: Library
  let folder: BackupFolder
  let staged: StagedRestore
  let logger: Logger
  /// The lane of the backups that the hub makes by itself.
  let lane = SerialQueue("backups", limit: 1)
  let faults = RepeatFilter()
  let nextLook = Locked<ContinuousClock.Instant?>(nil)
  /// True if the last tick has seen a staged restore.
  let wasStaged = Locked(false)
  let hasEnded = Locked(false)
  /// The function to call once a restore is prepared; nil after it.
  let announce = Locked<(@Sendable () -> Void)?>(nil)
  private let schedule: Locked<BackupSchedule>
  private let state = Locked(State())

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - library: its surroundings.
  ///   - logger: the logger for the operator.
  package init(database: Database, library: Library, logger: Logger) {
    (self.database, self.library, self.logger) = (database, library, logger)
    folder = BackupFolder(path: library.folder, isOwn: library.ownsFolder)
    staged = StagedRestore(data: library.data)
    let newest = folder.all().last
    schedule = Locked(BackupSchedule(stored: newest?.manifest.sequence, startedAt: .now))
    do {
      // A hub that was killed in a backup has left its draft, which may be as large as the library.
      try folder.removeDrafts()
    } catch {
      logger.warning("cannot remove what an earlier backup has left: \(error)")
    }
  }

  /// Returns all backups, the oldest first.
  package func all() -> [Backup] { folder.all() }

  /// Makes a backup now.
  ///
  /// - Parameters:
  ///   - reason: the reason.
  ///   - person: the name of the person who ordered it; nil for the hub itself.
  /// - Returns: the backup, verified and on the disk.
  /// - Throws: `BackupError` or `StorageError`. Nothing is left of the attempt.
  @discardableResult
  package func make(_ reason: BackupReason, by person: String?) throws -> Backup {
    try alone { try makeAlone(reason, by: person, keeping: nil) }
  }

  /// Makes a backup if one is due. Call it every few seconds, on a thread that may block.
  ///
  /// - Returns: true if it made one.
  /// - Throws: `BackupError` or `StorageError`.
  @discardableResult
  package func makeIfDue() throws -> Bool {
    let longest = try library.rules().longest
    let sequence = try sequence()
    guard let reason = schedule.withLock({ $0.reason(sequence: sequence, at: .now, longest: longest) }) else {
      return false
    }
    do {
      try make(reason, by: nil)
    } catch BackupError.busy {
      return false
    }
    return true
  }

  /// Makes sure that there is a backup that is young enough for irreversible work, or that has all changes.
  ///
  /// - Throws: `BackupError` or `StorageError` if there is none and none can be made: the work must wait.
  package func prepareForIrreversibleWork() throws {
    guard let caution = try library.rules().caution else { return }
    guard try sequence() > 0 else { return }
    if let newest = folder.all().last {
      let age = library.now().milliseconds - newest.name.time.milliseconds
      let isYoung = age >= 0 && Duration.milliseconds(age) <= caution
      if try isYoung || newest.manifest.sequence == sequence() { return }
    }
    try make(.caution, by: nil)
  }

  /// Returns the state of the backups.
  ///
  /// - Throws: `BackupError` or `StorageError`.
  package func status() throws -> BackupStatus {
    let all = folder.all()
    let (isBusy, failure) = state.withLock { ($0.isBusy, $0.failure) }
    return BackupStatus(
      state: try state(newest: all.last), newest: all.last?.name, count: all.count,
      bytes: all.reduce(0) { $0 + $1.manifest.bytes }, folder: library.folder, isBusy: isBusy,
      failure: failure, restoring: staged.name)
  }

  private func state(newest: Backup?) throws -> BackupStatus.State {
    let sequence = try sequence()
    guard let newest else { return sequence > 0 ? .none : .empty }
    let age = Duration.milliseconds(library.now().milliseconds - newest.name.time.milliseconds)
    let isOld = try age > library.rules().stale
    return newest.manifest.sequence != sequence && isOld ? .stale : .fresh
  }

  /// Ends an attempt that is running, and begins none. Call it before anything waits for an attempt to end.
  package func interrupt() { state.withLock { $0.isStopping = true } }

  /// Allows attempts again, after one that was running has ended.
  func resume() { state.withLock { $0.isStopping = false } }

  // MARK: one attempt at a time

  /// False once the hub stops: work for the backups ends early then.
  package var goesOn: Bool { state.withLock { !$0.isStopping } }

  /// The newest sequence number of the library.
  func sequence() throws -> Int64 {
    try database.read { reading in
      try reading.first(library.newestSequence) { try $0.optionalInteger(0) ?? 0 } ?? 0
    }
  }

  /// Runs an attempt unless one is running.
  func alone<R>(_ body: () throws -> R) throws -> R {
    try state.withLock { state throws(BackupError) in
      guard !state.isStopping else { throw .stopped }
      guard !state.isBusy else { throw .busy }
      state.isBusy = true
    }
    defer { state.withLock { $0.isBusy = false } }
    return try body()
  }

  /// Makes a backup inside of `alone`, and then removes old ones, except `needed`. Stores the reason of a failure.
  func makeAlone(_ reason: BackupReason, by person: String?, keeping needed: BackupName?) throws -> Backup {
    do {
      let backup = try draftAndCommit(reason, by: person)
      state.withLock { $0.failure = nil }
      removeSurplus(except: Set([backup.name, needed].compactMap { $0 }))
      return backup
    } catch {
      state.withLock { $0.failure = "\(error)" }
      schedule.withLock { $0.noteFailed(at: .now) }
      throw error
    }
  }

  private func draftAndCommit(_ reason: BackupReason, by person: String?) throws -> Backup {
    try folder.prepare()
    let acknowledged = try sequence()
    let draft = try folder.draft()
    do {
      let path = "\(draft)/deadwax.sqlite"
      do {
        try Database.copy("\(library.data)/deadwax.sqlite", to: path) { [self] in goesOn }
      } catch let error as StorageError {
        throw BackupError(error, library.folder)
      }
      try FileWork.secure(path, mode: 0o600)
      let content = try library.checked(path) { [self] in goesOn }
      guard content.newestSequence >= acknowledged else {
        throw BackupError.damaged(
          "it ends at \(content.newestSequence), but \(acknowledged) was acknowledged before it began")
      }
      guard let digest = try FileWork.digest(of: path, while: { goesOn }) else {
        throw BackupError.damaged("it is gone")
      }
      var (files, lost, fileBytes) = ([String](), [String](), 0)
      for file in content.attachedFiles {
        let source = "\(library.data)/attachments/\(file.prefix(2))/\(file)"
        if let bytes = try folder.store(file, from: source, while: { goesOn }) {
          files.append(file)
          fileBytes += bytes
        } else {
          lost.append(file)
        }
      }
      let backup = Backup(
        name: try freeName(),
        manifest: BackupManifest(
          format: BackupManifest.format, program: library.program, reason: reason, orderedBy: person,
          schema: content.migrations.last ?? "", sequence: content.newestSequence, rows: content.rows,
          bytes: digest.bytes, sha256: digest.sha256, files: files, fileBytes: fileBytes, lostFiles: lost))
      try folder.commit(draft, backup)
      schedule.withLock { $0.noteMade(sequence: backup.manifest.sequence, at: .now) }
      if !lost.isEmpty {
        logger.error("the backup \(backup.name) lacks \(lost.count) files of attachments, which are missing or damaged")
      }
      return backup
    } catch {
      try? FileWork.remove(draft)
      throw error
    }
  }

  /// Removes what the rules no longer keep. A failure is logged only: the new backup is there.
  private func removeSurplus(except needed: Set<BackupName>) {
    do {
      let all = folder.all()
      let rules = try library.rules()
      let surplus = rules.retention.surplus(
        of: all, needed: needed, now: library.isClockRight() ? library.now() : nil)
      for name in surplus { try folder.remove(name) }
      let kept = all.filter { !surplus.contains($0.name) }
      try folder.removeFiles(except: Set(kept.flatMap(\.manifest.files)))
    } catch {
      logger.warning("old backups were not removed: \(error)")
    }
  }

  /// Returns the current time as a name that no backup has yet.
  private func freeName() throws -> BackupName {
    var time = library.now()
    while FileWork.exists("\(library.folder)/\(BackupName(time))") {
      time = Timestamp(milliseconds: time.milliseconds + 1)
    }
    return BackupName(time)
  }
}
