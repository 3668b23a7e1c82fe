package import Log

extension Backups {
  /// True if the next start restores a backup.
  package var isStaged: Bool { staged.name != nil }

  /// Prepares the restore of a backup, which takes effect with the next start of the hub.
  ///
  /// The backup is compared with its digest and checked whole, and its files of attachments are brought back. Then the
  /// present state is backed up; `revert` goes back to it.
  ///
  /// - Parameters:
  ///   - name: the name of the backup.
  ///   - person: the name of the person who ordered it.
  /// - Throws: `BackupError` or `StorageError`. The library stays as it is then.
  package func restore(_ name: BackupName, by person: String?) throws {
    let work = RestoreWork(library: library, folder: folder, goesOn: { [self] in goesOn })
    try alone {
      guard let manifest = try folder.manifest(of: name) else { throw BackupError.noSuchBackup }
      try work.verify(name, manifest)
      try work.restoreFiles(manifest)
      try work.stage(name, manifest, isBackedUp: true) {
        _ = try makeAlone(.restore, by: person, keeping: name)
      }
    }
  }

  /// Prepares to go back to the state before the last restore.
  ///
  /// - Returns: the backup that is restored.
  /// - Throws: `BackupError.nothingToRevert`, or as for `restore`.
  package func revert(by person: String?) throws -> BackupName {
    guard let name = all().last(where: { $0.manifest.reason == .restore })?.name else {
      throw BackupError.nothingToRevert
    }
    try restore(name, by: person)
    return name
  }

  /// Backs up what came after the restore was prepared. Call it when nothing is accepted, before the database
  /// is closed. If that fails, the restore is called off.
  package func completeRestore() {
    guard isStaged else { return }
    resume()
    do {
      let newest = all().last { $0.manifest.reason == .restore }
      guard try newest?.manifest.sequence != sequence() else { return }
      _ = try alone { try makeAlone(.restore, by: newest?.manifest.orderedBy, keeping: staged.name) }
    } catch {
      logger.error("the restore is called off, because the newest changes cannot be backed up: \(error)")
      try? staged.cancel()
    }
  }

  /// Prepares a restore while no hub runs, for a library that cannot be opened. The start that follows takes it.
  ///
  /// - Parameters:
  ///   - name: the name of the backup; nil for the newest one that is whole.
  ///   - library: as in `init`.
  ///   - logger: the logger for the operator.
  /// - Returns: the backup.
  /// - Throws: `BackupError`. Nothing is changed then.
  package static func restoreOffline(_ name: BackupName?, library: Library, logger: Logger) throws -> BackupName {
    let folder = BackupFolder(path: library.folder, isOwn: library.ownsFolder)
    let names = name.map { [$0] } ?? folder.all().map(\.name).reversed()
    var finding: (any Error)?
    for name in names {
      do {
        guard let manifest = try folder.manifest(of: name) else { throw BackupError.noSuchBackup }
        let work = RestoreWork(library: library, folder: folder, goesOn: { true })
        try work.verify(name, manifest)
        try work.restoreFiles(manifest)
        try work.stage(name, manifest, isBackedUp: false) {}
        return name
      } catch {
        logger.error("the backup \(name) cannot be restored: \(error)")
        finding = error
      }
    }
    throw finding ?? BackupError.noSuchBackup
  }
}
