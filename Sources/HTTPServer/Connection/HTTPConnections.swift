internal import Threads

/// The open connections of a server. At the limit, the connection that has been idle longest is closed for a new one.
/// So a client that only holds connections open cannot lock others out.
final class HTTPConnections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: HTTPConnection] = [:]
    var perAddress: [PeerAddress: Int] = [:]
    /// The open connections that were shut down and have not closed yet.
    var leaving: Set<ObjectIdentifier> = []
    var leavingPerAddress: [PeerAddress: Int] = [:]
  }

  private let limit: Int
  private let limitPerAddress: Int
  private let limitOnLoopback: Int
  private let state = Locked(State())

  /// The maximum time that a request may take to arrive. After it, the connection may be closed like an idle one.
  private static let patience = Duration.seconds(2)
  /// The number of connections that may be open beyond the limit while others close.
  static let headroom = 64

  /// - Parameters:
  ///   - limit: the maximum number of connections.
  ///   - limitPerAddress: the maximum number from one other machine.
  ///   - limitOnLoopback: the maximum number from this machine.
  init(limit: Int, limitPerAddress: Int, limitOnLoopback: Int) {
    self.limit = limit
    self.limitPerAddress = limitPerAddress
    self.limitOnLoopback = limitOnLoopback
  }

  /// Returns true if one more connection from that address is accepted. It may shut down another connection to make
  /// room.
  func accepts(_ peer: PeerAddress) -> Bool {
    let peer = peer.counted
    let leaving = state.withLock { state -> (isTaken: Bool, HTTPConnection?) in
      guard state.open.count < limit + Self.headroom else { return (false, nil) }
      let own = state.perAddress[peer, default: 0] - state.leavingPerAddress[peer, default: 0]
      if own >= (peer.isLoopback ? limitOnLoopback : limitPerAddress) {
        let idle = longestIdle(&state) { $0.peer.counted == peer }
        return (idle != nil, idle)
      }
      guard state.open.count - state.leaving.count >= limit else { return (true, nil) }
      let idle = longestIdle(&state) { _ in true }
      return (idle != nil, idle)
    }
    leaving.1?.cut()
    return leaving.isTaken
  }

  func add(_ connection: HTTPConnection) {
    state.withLock { state in
      state.open[ObjectIdentifier(connection)] = connection
      state.perAddress[connection.peer.counted, default: 0] += 1
    }
  }

  func remove(_ connection: HTTPConnection) {
    state.withLock { state in
      let key = ObjectIdentifier(connection)
      guard state.open.removeValue(forKey: key) != nil else { return }
      Self.count(-1, connection.peer.counted, in: &state.perAddress)
      if state.leaving.remove(key) != nil { Self.count(-1, connection.peer.counted, in: &state.leavingPerAddress) }
    }
  }

  var all: [HTTPConnection] { state.withLock { Array($0.open.values) } }

  /// Returns the connection that has waited longest for its client, of those that match, and marks it as leaving.
  private func longestIdle(_ state: inout State, among isWanted: (HTTPConnection) -> Bool) -> HTTPConnection? {
    let late = Moment.after(.zero - Self.patience)
    var found: (connection: HTTPConnection, since: Moment)?
    for (key, connection) in state.open where isWanted(connection) && !state.leaving.contains(key) {
      guard let since = connection.waitsSince(late: late), found.map({ since < $0.since }) ?? true else { continue }
      found = (connection, since)
    }
    guard let connection = found?.connection else { return nil }
    state.leaving.insert(ObjectIdentifier(connection))
    Self.count(1, connection.peer.counted, in: &state.leavingPerAddress)
    return connection
  }

  private static func count(_ change: Int, _ peer: PeerAddress, in counts: inout [PeerAddress: Int]) {
    let count = counts[peer, default: 0] + change
    counts[peer] = count > 0 ? count : nil
  }
}
