internal import CMicroHTTPD
internal import Threads

/// A response of server-sent events that is written in parts. Any thread may send.
///
/// Sent bytes wait in a bounded queue until the client reads them. A client whose queue overflows is disconnected; a
/// browser reconnects and catches up with `Last-Event-ID`. The sender is responsible for heartbeats.
package final class EventStream: Sendable {
  private enum Phase { case open, ending, dropped }

  private struct State {
    var phase = Phase.open
    var queue: [UInt8] = []
    var head = 0
    /// The connection whose response this stream is; nil before and after.
    var connection: OpaquePointer?
    var isSuspended = false
    var isFinished = false
    var isTaken = false
    var cut: (@Sendable () -> Void)?
    var hooks: [@Sendable () -> Void] = []
  }

  private let queueLimit: Int
  // `connection` is used only while the state says that libmicrohttpd still has it: from `attach` to `finish`.
  private let state: Locked<State>

  /// - Parameter queueLimit: the maximum number of bytes that may wait for the client.
  package init(queueLimit: Int = 256 * 1024) {
    self.queueLimit = queueLimit
    state = Locked(State())
  }

  /// Queues bytes for the client.
  ///
  /// - Returns: false if the stream has ended, or ends now because the client is too slow.
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
    // A full socket is not writable, so libmicrohttpd would not call back before its timeout. The socket is shut down
    // instead.
    cut?()
    return taken
  }

  /// Ends the response after the queued bytes.
  package func close() {
    let hooks = state.withLock { state -> [@Sendable () -> Void] in
      guard state.phase == .open else { return [] }
      state.phase = .ending
      resume(&state)
      // A stream that is not a connection's response has no end to wait for.
      return state.isTaken ? [] : takeHooks(&state)
    }
    for hook in hooks { hook() }
  }

  /// Calls `hook` once when the stream has ended for any reason; immediately if it has already ended.
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
  ///   - connection: libmicrohttpd's connection.
  ///   - cut: a function that shuts down the connection's socket.
  /// - Returns: false if the stream is already a response.
  func attach(_ connection: OpaquePointer, cut: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      state.connection = connection
      state.cut = cut
      return true
    }
  }

  /// Passes queued bytes to libmicrohttpd, or suspends the connection when there are none.
  ///
  /// - Returns: the number of bytes written, 0 after suspending, nil at the end. `dropped` is true if the stream was
  ///   dropped before its regular end.
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
      // This runs under the lock that guards the queue, so a concurrent `send` finds the connection suspended.
      MHD_suspend_connection(connection)
      state.isSuspended = true
      return 0
    }
  }

  /// Ends the stream, after the connection has released it or has never accepted it.
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
