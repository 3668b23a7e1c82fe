internal import Threads

/// The pool of connections for reads.
final class ReaderPool: @unchecked Sendable {
  // Sendable is sound: a connection is either idle, under the condition's lock, or lent to exactly one thread.
  private struct State {
    var idle: [DatabaseConnection]
    var lentTo: [ThreadID] = []
    var isClosed = false
  }

  private let state: Monitor<State>

  /// - Parameter connections: the connections, which only the pool uses from now on.
  init(_ connections: sending [DatabaseConnection]) { state = Monitor(State(idle: connections)) }

  /// True if the calling thread is inside a read.
  var isReading: Bool { state.read { $0.lentTo.contains(.current) } }

  /// Runs `body` on a connection. Waits until one is free.
  func withConnection<Output>(_ body: (DatabaseConnection) throws -> Output) throws -> Output {
    let thread = ThreadID.current
    let lent = state.wait { state -> DatabaseConnection?? in
      // A nested read could wait for connections that only threads like this one hold.
      precondition(!state.lentTo.contains(thread), "a read inside a read")
      guard !state.isClosed else { return .some(nil) }
      guard let connection = state.idle.popLast() else { return nil }
      state.lentTo.append(thread)
      return .some(connection)
    }
    guard let lent else { throw StorageError.closed }
    defer {
      state.update { state in
        state.lentTo.removeAll { $0 == thread }
        state.idle.append(lent)
      }
    }
    return try body(lent)
  }

  /// Refuses new reads, waits for running reads and closes the connections.
  func close() {
    state.update { $0.isClosed = true }
    state.wait { state -> Void? in
      guard state.lentTo.isEmpty else { return nil }
      state.idle.removeAll()
      return ()
    }
  }
}
