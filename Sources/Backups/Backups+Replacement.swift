internal import Storage

extension Backups {
  /// Prepares to replace the library by one that a function makes, with the next start of the hub.
  ///
  /// The library that was made is checked whole. Then the present state is backed up; `revert` goes back to it.
  ///
  /// - Parameters:
  ///   - person: the name of the person who ordered it.
  ///   - make: makes the library in an empty folder: `deadwax.sqlite`, and in `files` the files of its attachments, each
  ///     with its digest as its name.
  /// - Throws: the error of `make`; `BackupError`, `.refused` for a library that is not whole; a `StorageError`. The
  ///   library stays as it is then, and nothing is left of the attempt.
  package func replaceLibrary(by person: String?, _ make: (_ folder: String) throws -> Void) throws {
    try alone {
      let folder = try staged.begin()
      do {
        try make(folder)
        let database = "\(folder)/deadwax.sqlite"
        do {
          _ = try CheckedDatabase(
            at: database, known: library.migrations, newestSequence: library.newestSequence, while: { [self] in goesOn }
          )
        } catch let error as DatabaseRefused {
          guard case .damaged(let finding) = error.reason else { throw BackupError.refused("\(error)") }
          throw BackupError.refused("The library is not whole: \(finding).")
        } catch let error as StorageError {
          throw BackupError(error, folder)
        }
        try FileWork.secure(database, mode: 0o600)
        if FileWork.exists("\(folder)/files") { try FileWork.secure("\(folder)/files", mode: 0o700) }
        let name = BackupName(library.now())
        try staged.commit(name, isBackedUp: true) { _ = try makeAlone(.restore, by: person, keeping: nil) }
      } catch {
        staged.abandon()
        throw error
      }
    }
  }
}
