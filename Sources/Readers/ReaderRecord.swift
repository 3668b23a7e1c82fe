internal import Deadwax
internal import ReaderProtocol
internal import Threads

/// The status of a reader, written by its lane and read by any thread.
final class ReaderRecord: Sendable {
  private let status: Locked<ReaderStatus>
  private let onStatus: @Sendable (ReaderStatus) -> Void
  private let now: @Sendable () -> Timestamp

  init(
    _ status: ReaderStatus, now: @escaping @Sendable () -> Timestamp,
    onStatus: @escaping @Sendable (ReaderStatus) -> Void
  ) {
    self.status = Locked(status)
    self.now = now
    self.onStatus = onStatus
  }

  var current: ReaderStatus { status.withLock { $0 } }

  /// Sets the state. A repeated state is not a change and is not reported.
  func set(_ state: ReaderState) { change { $0.state = state } }

  /// Changes the status, and reports it if it is different then. Must be called on the reader's lane.
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

  /// Counts a skipped line. It is not reported, because there may be many.
  func countSkippedLine() { status.withLock { $0.linesSkipped += 1 } }
}
