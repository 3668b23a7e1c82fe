package import Deadwax

/// The rule that decides which backups are removed.
package struct BackupRetention: Sendable, Equatable {
  /// The most backups that stay, at least 1.
  package var count: Int
  /// The days after which a backup is removed; nil for never.
  package var days: Int?
  /// The most mebibytes that the databases of all backups may have; nil for no limit.
  package var mebibytes: Int?

  package init(count: Int, days: Int?, mebibytes: Int?) {
    self.count = count
    self.days = days
    self.mebibytes = mebibytes
  }

  /// Returns the backups to remove.
  ///
  /// The newest one always stays, and so does the newest one from before a restore: the way back. One whose time is in
  /// the future counts as new.
  ///
  /// - Parameters:
  ///   - backups: all backups.
  ///   - needed: the backups that stay in any case, such as the one that was just made: the clock may have gone back.
  ///   - now: the current time; nil if the clock is not trusted, so that none is removed for its age.
  /// - Returns: their names, the newest first.
  package func surplus(of backups: [Backup], needed: Set<BackupName>, now: Timestamp?) -> [BackupName] {
    let newestFirst = backups.sorted { $0.name > $1.name }
    let wayBack = newestFirst.first { $0.manifest.reason == .restore }?.name
    var (kept, bytes, surplus) = (0, 0, [BackupName]())
    for (index, backup) in newestFirst.enumerated() {
      let isNeeded = index == 0 || needed.contains(backup.name) || backup.name == wayBack
      let age = now.map { $0.milliseconds - backup.name.time.milliseconds } ?? 0
      let isOld = days.map { age > Int64($0) * Self.day } ?? false
      let isTooMuch = mebibytes.map { bytes + backup.manifest.bytes > $0 << 20 } ?? false
      if !isNeeded, kept >= count || isOld || isTooMuch {
        surplus.append(backup.name)
      } else {
        kept += 1
        bytes += backup.manifest.bytes
      }
    }
    return surplus
  }

  private static let day: Int64 = 86_400_000
}
