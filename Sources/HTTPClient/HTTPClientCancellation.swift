internal import Lanes

/// Ends requests from another thread: at shutdown, or when a person presses a key.
package final class HTTPClientCancellation: Sendable {
  private let state = Guarded(false)

  package init() {}

  /// Every request that carries this object ends with `cancelled` within about a second, and later ones at once.
  package func cancel() { state.withLock { $0 = true } }

  package var isCancelled: Bool { state.withLock { $0 } }
}
