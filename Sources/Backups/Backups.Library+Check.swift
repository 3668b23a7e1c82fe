internal import Storage

extension Backups.Library {
  /// Checks the copy of a database whole.
  ///
  /// - Parameters:
  ///   - path: the path of the copy.
  ///   - goesOn: returns false to end early.
  /// - Returns: its content.
  /// - Throws: `BackupError.damaged` with the finding, `.stopped`, or another one if it cannot be read.
  func checked(_ path: String, while goesOn: @escaping () -> Bool) throws(BackupError) -> CheckedDatabase {
    do {
      return try CheckedDatabase(at: path, known: migrations, newestSequence: newestSequence, while: goesOn)
    } catch let error as DatabaseRefused {
      throw .damaged("\(error)")
    } catch let error as StorageError {
      throw BackupError(error, path)
    } catch {
      throw .unavailable("\(error)")
    }
  }
}
