internal import Glibc
internal import Storage

/// The reason that a backup was not made or not restored. The library is unchanged.
package enum BackupError: Error, Sendable, CustomStringConvertible {
  case noSuchBackup
  /// There is no backup from before a restore.
  case nothingToRevert
  /// Another backup or restore is under way.
  case busy
  case diskFull(folder: String)
  /// The files cannot be read or written. The text says which and why.
  case unavailable(String)
  /// The backup is not what its manifest says. The text is the finding.
  case damaged(String)
  /// The library that was to be staged is not whole. The text is a sentence.
  case refused(String)
  /// The hub is stopping.
  case stopped

  package var description: String {
    switch self {
    case .noSuchBackup: "There is no such backup."
    case .nothingToRevert: "No backup was restored yet, so there is nothing to go back to."
    case .busy: "Another backup or restore is under way. Try again when it has ended."
    case .diskFull(let folder):
      "The disk of \(folder) is full. Free some space, or put the backups on another disk (backup-folder)."
    case .unavailable(let reason): reason
    case .damaged(let finding): "This backup is damaged: \(finding). Choose another one."
    case .refused(let sentence): sentence
    case .stopped: "The hub is stopping."
    }
  }

  /// The error of a call of the system.
  init(errno code: Int32, _ verb: String, _ path: String) {
    if code == ENOSPC || code == EDQUOT {
      self = .diskFull(folder: path)
    } else {
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      self = .unavailable("Cannot \(verb) \(path): \(reason).")
    }
  }

  /// The error of the storage while the file at a path is written or checked.
  init(_ error: StorageError, _ path: String) {
    switch error.kind {
    case .full: self = .diskFull(folder: path)
    case .interrupted: self = .stopped
    case .damaged: self = .damaged(error.message)
    default: self = .unavailable("Cannot copy the database to \(path): \(error.message).")
    }
  }
}
