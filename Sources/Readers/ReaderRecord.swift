internal import Deadwax
internal import Lanes
internal import ReaderProtocol

/// A reader's status, changed by its lane and read by everybody.
final class ReaderRecord: Sendable {
  private let status: Guarded<ReaderStatus>
  private let onStatus: @Sendable (ReaderStatus) -> Void
  private let now: @Sendable () -> Timestamp

  init(
    _ status: ReaderStatus, now: @escaping @Sendable () -> Timestamp,
    onStatus: @escaping @Sendable (ReaderStatus) -> Void
  ) {
    self.status = Guarded(status)
    self.now = now
    self.onStatus = onStatus
  }

  var current: ReaderStatus { status.withLock { $0 } }

  /// Sets the state; a repeated one is no change, and nobody is told.
  func set(_ state: ReaderState) { change { $0.state = state } }

  /// Changes the status and tells it, if it is another one then. On the reader's lane only.
  func change(_ body: (inout ReaderStatus) -> Void) {
    let time = now()
    let changed = status.withLock { status -> ReaderStatus? in
      let before = status
      body(&status)
      guard status != before else { return nil }
      if status.state.kind != before.state.kind { status.since = time }
      return status
    }
    if let changed { onStatus(changed) }
  }

  /// Counts a skipped line. Not told: there may be many.
  func countSkippedLine() { status.withLock { $0.linesSkipped += 1 } }
}
