internal import Deadwax
internal import OfflineStation
internal import OfflineStore
internal import Secrets
internal import Threads

/// The state of a running station: its hub's state, the replica, and the current mode and session.
final class StationMemory: Sendable {
  enum Hub: Hashable, Sendable {
    case live
    case offline
    /// The hub is reachable and does not accept this station's token. The sentence gives the reason.
    case noToken(String)
  }

  private struct Content {
    var hub = Hub.live
    var machine: OfflineMachine
    var state: OfflineMachine.State
    var replica: Replica?
    /// The key of the replica's digests.
    var key: [UInt8] = []
  }

  let journal: OfflineJournal
  private let content: Locked<Content>

  /// - Parameters:
  ///   - journal: the scans that the hub does not have yet.
  ///   - replica: the stored replica with the key of its digests; nil if there is none.
  init(journal: OfflineJournal, replica: (Replica, key: [UInt8])?) {
    self.journal = journal
    let machine = OfflineMachine(replica?.0.meta)
    let state = machine.resumed(after: journal.entries, sequence: journal.next)
    content = Locked(Content(machine: machine, state: state, replica: replica?.0, key: replica?.key ?? []))
  }

  var hub: Hub { content.withLock { $0.hub } }
  var meta: Replica.Meta? { content.withLock { $0.replica?.meta } }
  var state: OfflineMachine.State { content.withLock { $0.state } }
  var machine: OfflineMachine { content.withLock { $0.machine } }

  /// True if a scan may go to the hub immediately. It must not overtake waiting journal entries.
  var isLive: Bool { hub == .live && journal.isEmpty }

  /// Stores the state of the hub. Returns true if it changed.
  func set(_ hub: Hub) -> Bool {
    content.withLock { content in
      let isNew = content.hub != hub
      content.hub = hub
      return isNew
    }
  }

  /// Marks the hub as live, unless an entry was added to the journal in the meantime.
  ///
  /// - Parameter endedSession: true if the hub's session of the station was ended.
  /// - Returns: true if the hub was not live before; nil if an entry waits.
  func goLive(endedSession: Bool) -> Bool? {
    content.withLock { content in
      guard journal.isEmpty else { return nil }
      if endedSession { content.state.forgetSession() }
      defer { content.hub = .live }
      return content.hub != .live
    }
  }

  func set(_ state: OfflineMachine.State) { content.withLock { $0.state = state } }

  /// Stores a new replica.
  func set(_ replica: Replica, key: [UInt8]) {
    content.withLock { content in
      content.replica = replica
      content.key = key
      content.machine = OfflineMachine(replica.meta)
    }
  }

  /// Returns the standing of a reading's code; nil if the replica does not have it.
  func standing(of reading: Reading) -> Replica.CachedStatus? {
    let (replica, key) = content.withLock { ($0.replica, $0.key) }
    return replica?.standing(of: reading) { Digest.of($0, key: key).0 }
  }
}
