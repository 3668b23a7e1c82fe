internal import Storage

/// The steps of a restore, with a hub and without one.
struct RestoreWork {
  let library: Backups.Library
  let folder: BackupFolder
  let goesOn: @Sendable () -> Bool

  /// Compares the database of a backup with its manifest.
  func verify(_ name: BackupName, _ manifest: BackupManifest) throws(BackupError) {
    guard let found = try FileWork.digest(of: folder.database(of: name), while: goesOn) else {
      throw .damaged("its deadwax.sqlite is missing")
    }
    guard found.bytes == manifest.bytes, found.sha256 == manifest.sha256 else {
      throw .damaged("its deadwax.sqlite is not the file that was written")
    }
  }

  /// Brings back the files of attachments that the library no longer has whole. None is removed or replaced by another.
  func restoreFiles(_ manifest: BackupManifest) throws(BackupError) {
    for digest in manifest.files {
      let target = "\(library.data)/attachments/\(digest.prefix(2))/\(digest)"
      if try FileWork.digest(of: target, while: goesOn)?.sha256 == digest { continue }
      guard try FileWork.digest(of: folder.file(digest), while: goesOn)?.sha256 == digest else {
        throw .damaged("the file \(digest) of an attachment is missing or damaged")
      }
      try FileWork.makeFolder("\(library.data)/attachments")
      try FileWork.makeFolder("\(library.data)/attachments/\(digest.prefix(2))")
      let draft = "\(library.data)/attachments/.new-restored-\(digest)"
      try FileWork.remove(draft)
      try FileWork.copy(folder.file(digest), to: draft, while: goesOn)
      try FileWork.move(draft, to: target)
    }
  }

  /// Copies the database beside the library, checks the copy, and gives it the name by which the start finds it.
  ///
  /// - Parameters:
  ///   - name: the name of the backup.
  ///   - manifest: its manifest.
  ///   - isBackedUp: true if `backUp` makes a backup of the present library.
  ///   - backUp: called once all the rest has its space on the disk.
  /// - Throws: `BackupError`, or the error of `backUp`.
  func stage(
    _ name: BackupName, _ manifest: BackupManifest, isBackedUp: Bool, after backUp: () throws -> Void
  ) throws {
    try StagedRestore(data: library.data).stage(
      name, folder.database(of: name), isBackedUp: isBackedUp, while: goesOn,
      check: { path throws(BackupError) in
        let content = try library.checked(path, while: goesOn)
        guard content.newestSequence == manifest.sequence, content.rows == manifest.rows else {
          throw .damaged("it does not have the rows that its manifest names")
        }
      }, after: backUp)
  }
}
