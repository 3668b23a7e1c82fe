internal import Threads

/// A cancellation of requests from another thread, at shutdown or when the user presses a key.
package final class HTTPClientCancellation: Sendable {
  private let state = Locked(false)

  package init() {}

  /// Ends every running request that has this object with `cancelled` within about a second, and later requests
  /// immediately.
  package func cancel() { state.withLock { $0 = true } }

  package var isCancelled: Bool { state.withLock { $0 } }
}
