package import Deadwax

/// The state of the backups.
package struct BackupStatusResource: Codable, Sendable {
  /// The state: `fresh`, `stale`, `none` or `empty`.
  package var state: String
  /// The newest backup; omitted if there is none.
  package var newest: String?
  package var newestAt: RFC3339Time?
  package var count: Int
  /// The size of the databases of all backups in bytes.
  package var bytes: Int
  /// The folder of the backups on the hub's machine.
  package var folder: String
  /// True while a backup is made or restored.
  package var isBusy: Bool
  /// The reason that the last attempt failed; omitted if it succeeded.
  package var failure: String?
  /// The backup that the next start of the hub restores; omitted for none.
  package var restoring: String?

  package init(
    state: String, newest: String?, newestAt: Timestamp?, count: Int, bytes: Int, folder: String, isBusy: Bool,
    failure: String?, restoring: String?
  ) {
    self.state = state
    self.newest = newest
    self.newestAt = RFC3339Time(newestAt)
    self.count = count
    self.bytes = bytes
    self.folder = folder
    self.isBusy = isBusy
    self.failure = failure
    self.restoring = restoring
  }
}
