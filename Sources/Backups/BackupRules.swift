/// The library's settings for backups.
package struct BackupRules: Sendable, Equatable {
  /// The longest time that a change may be without a backup; nil if the hub makes none by itself.
  package var longest: Duration?
  package var retention: BackupRetention
  /// The age from which a backup is stale, if the library has changed since.
  package var stale: Duration
  /// The greatest age of the backup before irreversible work; nil if such work needs none.
  package var caution: Duration?

  package init(longest: Duration?, retention: BackupRetention, stale: Duration, caution: Duration?) {
    self.longest = longest
    self.retention = retention
    self.stale = stale
    self.caution = caution
  }
}
