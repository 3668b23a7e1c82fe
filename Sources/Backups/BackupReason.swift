/// The reason that a backup was made.
package enum BackupReason: String, Codable, Sendable, CaseIterable {
  /// The hub has started, and the library had changed since the last backup.
  case start
  /// The library has changed.
  case change
  /// A person ordered it.
  case order
  /// Irreversible work was about to begin.
  case caution
  /// Another backup was about to be restored. A revert goes back to it.
  case restore
}
