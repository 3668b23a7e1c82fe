internal import Deadwax
internal import Lanes
internal import ReaderProtocol

/// Knows which readers have failed, so that a failure is heard once: not at each new start that is in vain, but again
/// when the reader was ready, or away, meanwhile.
final class ReaderBell: Sendable {
  private let ill = Guarded<Set<String>>([])

  /// Takes the new state of a reader.
  ///
  /// - Returns: whether it is a failure that was not heard yet.
  func rings(for reader: String, in state: ReaderState.Kind) -> Bool {
    ill.withLock { ill in
      switch state {
      case .failed, .stalled: return ill.insert(reader).inserted
      case .ready, .absent: ill.remove(reader)
      default: break
      }
      return false
    }
  }
}
