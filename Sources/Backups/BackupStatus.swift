internal import Deadwax

/// The state of the backups, for people and for monitoring.
package struct BackupStatus: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    /// The newest backup has all changes, or is young enough.
    case fresh
    /// The newest backup lacks changes, and is too old.
    case stale
    /// There is no backup, and the library has changes.
    case none
    /// There is no backup, and the library is empty.
    case empty
  }

  package var state: State
  /// The newest backup; nil if there is none.
  package var newest: BackupName?
  package var count: Int
  /// The size of the databases of all backups in bytes.
  package var bytes: Int
  /// The folder of the backups on the hub's machine.
  package var folder: String
  /// True while a backup is made or restored.
  package var isBusy: Bool
  /// The reason that the last attempt failed; nil if it succeeded.
  package var failure: String?
  /// The backup that is restored with the next start; nil for none.
  package var restoring: BackupName?
}
