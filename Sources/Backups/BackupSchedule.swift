/// The rule that decides when the hub makes a backup by itself.
///
/// It reads no clock but the steady one, so that a jump of the machine's clock neither causes nor prevents a backup.
package struct BackupSchedule: Sendable {
  /// The time without a further change after which a backup is made.
  package static let quiet = Duration.seconds(300)
  /// The shortest time between two backups for changes.
  package static let gap = Duration.seconds(3600)
  /// The time after the start before the first backup: the hub has other work then.
  package static let delay = Duration.seconds(60)
  /// The time after a failure in which no other attempt is made.
  package static let pauseAfterFailure = Duration.seconds(600)

  /// The sequence number of the last backup; nil if there is none.
  private var stored: Int64?
  private var seen: Int64?
  /// The time of the first change that no backup has.
  private var changedSince: ContinuousClock.Instant?
  private var changedLast: ContinuousClock.Instant?
  private var madeAt: ContinuousClock.Instant?
  private var failedAt: ContinuousClock.Instant?
  private var isFirst = true
  private let startedAt: ContinuousClock.Instant

  /// - Parameters:
  ///   - stored: the sequence number of the newest backup; nil if there is none.
  ///   - startedAt: the instant at which the hub has started.
  package init(stored: Int64?, startedAt: ContinuousClock.Instant) {
    (self.stored, self.startedAt) = (stored, startedAt)
  }

  /// Returns the reason to make a backup now; nil for none. Call it every few seconds.
  ///
  /// - Parameters:
  ///   - sequence: the newest sequence number of the library.
  ///   - now: the current instant.
  ///   - longest: the longest time that a change may be without a backup; nil if the hub makes none by itself.
  /// - Returns: the reason; nil if no backup is due.
  package mutating func reason(sequence: Int64, at now: ContinuousClock.Instant, longest: Duration?) -> BackupReason? {
    if sequence != seen {
      changedLast = now
      seen = sequence
    }
    // An empty library needs no backup.
    guard sequence != stored ?? 0 else {
      changedSince = nil
      isFirst = false
      return nil
    }
    let since = changedSince ?? now
    changedSince = since
    guard let longest else { return nil }
    if let failedAt, now - failedAt < Self.pauseAfterFailure { return nil }
    if isFirst { return now - startedAt >= Self.delay ? .start : nil }
    let isQuiet = changedLast.map { now - $0 >= Self.quiet } ?? true
    let isEarly = madeAt.map { now - $0 < min(Self.gap, longest) } ?? false
    return (isQuiet && !isEarly) || now - since >= longest ? .change : nil
  }

  /// Notes that a backup with all changes up to a sequence number was made.
  package mutating func noteMade(sequence: Int64, at now: ContinuousClock.Instant) {
    (stored, madeAt, changedSince, failedAt, isFirst) = (sequence, now, nil, nil, false)
  }

  /// Notes that no backup could be made.
  package mutating func noteFailed(at now: ContinuousClock.Instant) { failedAt = now }
}
