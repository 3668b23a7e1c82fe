internal import Away
internal import AwayStore
internal import Deadwax
internal import Lanes
internal import Secrets

/// What a running station knows: of its hub, of the house, and of whoever stands there.
final class StationMemory: Sendable {
  enum Hub: Hashable, Sendable {
    case live
    case away
    /// It is there, and does not take this station's token; in a sentence.
    case noToken(String)
  }

  private struct Content {
    var hub = Hub.live
    var desk: AwayDesk
    var state: AwayDesk.State
    var replica: Replica?
  }

  let journal: AwayJournal
  private let content: Guarded<Content>

  /// - Parameters:
  ///   - journal: what the hub does not have yet.
  ///   - replica: what the station knows of the house; nil where it never knew.
  init(journal: AwayJournal, replica: Replica?) {
    self.journal = journal
    let desk = AwayDesk(replica?.meta)
    let state = desk.resumed(after: journal.entries, sequence: journal.next)
    content = Guarded(Content(desk: desk, state: state, replica: replica))
  }

  var hub: Hub { content.withLock { $0.hub } }
  var meta: Replica.Meta? { content.withLock { $0.replica?.meta } }
  var state: AwayDesk.State { content.withLock { $0.state } }
  var desk: AwayDesk { content.withLock { $0.desk } }

  /// Whether a scan may go to the hub as it happens. While anything waits it must not go past that.
  var isLive: Bool { hub == .live && journal.isEmpty }

  /// Takes note of how the hub is; tells whether that is new.
  func set(_ hub: Hub) -> Bool {
    content.withLock { content in
      let isNew = content.hub != hub
      content.hub = hub
      return isNew
    }
  }

  /// Takes note that the hub is there and has everything, unless something was written down meanwhile.
  ///
  /// - Parameter endedSession: whether the hub has been told that no session is open.
  /// - Returns: whether it was new; nil when something waits.
  func goLive(endedSession: Bool) -> Bool? {
    content.withLock { content in
      guard journal.isEmpty else { return nil }
      if endedSession { content.state.forgetSession() }
      defer { content.hub = .live }
      return content.hub != .live
    }
  }

  func set(_ state: AwayDesk.State) { content.withLock { $0.state = state } }

  /// Takes what the hub last said of the house.
  func set(_ replica: Replica) {
    content.withLock { content in
      content.replica = replica
      content.desk = AwayDesk(replica.meta)
    }
  }

  /// How things stood with what a reading names; nil for what nobody knew.
  func standing(of reading: Reading) -> Replica.Standing? {
    content.withLock { $0.replica }?.standing(of: reading) { Digest.of($0).0 }
  }
}
