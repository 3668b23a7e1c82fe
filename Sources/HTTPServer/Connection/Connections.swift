internal import Lanes

/// The open connections of a server.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var perAddress: [PeerAddress: Int] = [:]
  }

  private let limitPerAddress: Int
  private let state = Guarded(State())

  /// - Parameter limitPerAddress: the most that one other machine may have.
  init(limitPerAddress: Int) { self.limitPerAddress = limitPerAddress }

  /// Whether one more may be opened from there.
  func accepts(_ peer: PeerAddress) -> Bool {
    peer.isLoopback || state.withLock { $0.perAddress[peer, default: 0] < limitPerAddress }
  }

  func add(_ connection: Connection) {
    state.withLock { state in
      state.open[ObjectIdentifier(connection)] = connection
      state.perAddress[connection.peer, default: 0] += 1
    }
  }

  func remove(_ connection: Connection) {
    state.withLock { state in
      guard state.open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      let left = state.perAddress[connection.peer, default: 1] - 1
      state.perAddress[connection.peer] = left > 0 ? left : nil
    }
  }

  var all: [Connection] { state.withLock { Array($0.open.values) } }
}
