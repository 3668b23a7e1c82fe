internal import Deadwax
internal import ReaderProtocol
internal import Threads

/// Tracks the readers that have failed, so that a failure causes one sound. Failed restarts are silent; a failure after
/// the reader was ready or absent counts as new.
final class FailureLatch: Sendable {
  private let failed = Locked<Set<String>>([])

  /// Updates the state of a reader.
  ///
  /// - Returns: true for a new failure.
  func isNewFailure(for reader: String, in state: ReaderState.Kind) -> Bool {
    failed.withLock { ill in
      switch state {
      case .failed, .stalled: return ill.insert(reader).inserted
      case .ready, .absent: ill.remove(reader)
      default: break
      }
      return false
    }
  }
}
