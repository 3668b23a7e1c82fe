internal import CMicroHTTPD
internal import Lanes

/// A response that is written bit by bit, as server-sent events; anybody may send from any thread.
///
/// What was sent waits in a bounded queue until the other side takes it. Whoever lets the queue overflow is dropped:
/// a browser connects anew and catches up by `Last-Event-ID`. Heartbeats are the sender's.
package final class EventStream: Sendable {
  private enum Phase { case open, ending, dropped }

  private struct State {
    var phase = Phase.open
    var queue: [UInt8] = []
    var head = 0
    /// Set while the stream is a connection's response.
    var connection: OpaquePointer?
    var isSuspended = false
    var isFinished = false
    var isTaken = false
    var cut: (@Sendable () -> Void)?
    var hooks: [@Sendable () -> Void] = []
  }

  private let queueLimit: Int
  // `connection` is used only where the state says that the library still has it: from `attach` to `finish`.
  private let state: Guarded<State>

  /// - Parameter queueLimit: the most bytes that may wait for the other side.
  package init(queueLimit: Int = 256 * 1024) {
    self.queueLimit = queueLimit
    state = Guarded(State())
  }

  /// Queues bytes for the other side.
  ///
  /// - Returns: false when the stream has ended, or ends now because the other side is too slow.
  package func send(_ bytes: [UInt8]) -> Bool {
    let (taken, cut) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.phase == .open else { return (false, nil) }
      guard state.queue.count - state.head + bytes.count <= queueLimit else {
        state.phase = .dropped
        state.queue = []
        state.head = 0
        resume(&state)
        return (false, state.cut)
      }
      if state.head == state.queue.count {
        state.queue.removeAll(keepingCapacity: state.queue.capacity <= 65_536)
        state.head = 0
      }
      state.queue.append(contentsOf: bytes)
      resume(&state)
      return (true, nil)
    }
    // A full socket is not writable, so the library would not ask before its time-out: the socket is shut down.
    cut?()
    return taken
  }

  /// Ends the response after what is queued.
  package func close() {
    let hooks = state.withLock { state -> [@Sendable () -> Void] in
      guard state.phase == .open else { return [] }
      state.phase = .ending
      resume(&state)
      // A stream that is nobody's response has no end to wait for.
      return state.isTaken ? [] : takeHooks(&state)
    }
    for hook in hooks { hook() }
  }

  /// Calls `hook` once when the stream has ended, whoever ended it; at once where it has already.
  package func onClose(_ hook: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isFinished { state.hooks.append(hook) }
      return state.isFinished
    }
    if isOver { hook() }
  }

  /// Makes the stream the response of a connection.
  ///
  /// - Parameters:
  ///   - connection: the library's.
  ///   - cut: shuts the connection's socket down.
  /// - Returns: false when it is a response already.
  func attach(_ connection: OpaquePointer, cut: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      state.connection = connection
      state.cut = cut
      return true
    }
  }

  /// Hands queued bytes to the library, or suspends the connection when there are none.
  ///
  /// - Returns: how many bytes were written, 0 after suspending, nil at the end; `dropped` where the end is no proper one.
  func read(into buffer: UnsafeMutableRawBufferPointer, dropped: inout Bool) -> Int? {
    state.withLock { state in
      let count = min(state.queue.count - state.head, buffer.count)
      if count > 0 {
        state.queue.withUnsafeBytes { queue in
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: queue[state.head..<state.head + count]))
        }
        state.head += count
        return count
      }
      dropped = state.phase == .dropped
      guard state.phase == .open, let connection = state.connection else { return nil }
      // Under the same lock as the look into the queue: a send that comes now finds the connection suspended.
      MHD_suspend_connection(connection)
      state.isSuspended = true
      return 0
    }
  }

  /// The connection has let go of the stream, or never took it.
  func finish() {
    let hooks = state.withLock { state -> [@Sendable () -> Void] in
      if state.phase == .open { state.phase = .ending }
      state.connection = nil
      state.isSuspended = false
      state.queue = []
      state.head = 0
      state.cut = nil
      return takeHooks(&state)
    }
    for hook in hooks { hook() }
  }

  private func takeHooks(_ state: inout State) -> [@Sendable () -> Void] {
    state.isFinished = true
    defer { state.hooks = [] }
    return state.hooks
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended, let connection = state.connection else { return }
    state.isSuspended = false
    MHD_resume_connection(connection)
  }
}
