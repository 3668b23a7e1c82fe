/// Turns sights into comings and goings: a thing that lies before the camera is one thing, however often it is seen.
///
/// A thing comes at its first sight. It has gone when it was missing from two frames in a row and for the patience: one
/// blurred frame, or a hand that passes, is no going.
package struct Presence<Key: Hashable, Record> {
  package enum Change {
    case appeared(Record)
    case left(Record)
  }

  private struct Present {
    let key: Key
    let record: Record
    var lastSeen: ContinuousClock.Instant
    var missed = 0
  }

  private let patience: Duration
  /// In order of appearance; a handful.
  private var here: [Present] = []

  /// - Parameter patience: how long a thing may be missing before it has gone.
  package init(patience: Duration = .milliseconds(400)) { self.patience = patience }

  /// What is there, in order of appearance.
  package var present: [Record] { here.map(\.record) }

  /// Takes in what one frame showed.
  ///
  /// - Parameters:
  ///   - sights: the things in the frame, each with what to remember of it; the record is asked for only when the
  ///     thing is new.
  ///   - now: when the frame was taken; never earlier than the one before.
  /// - Returns: what has changed, goings first.
  package mutating func see(
    _ sights: [(key: Key, record: () -> Record)], at now: ContinuousClock.Instant
  ) -> [Change] {
    var changes: [Change] = []
    for index in here.indices {
      if sights.contains(where: { $0.key == here[index].key }) {
        here[index].lastSeen = now
        here[index].missed = 0
      } else {
        here[index].missed += 1
      }
    }
    here.removeAll { thing in
      let isGone = thing.missed >= 2 && now - thing.lastSeen >= patience
      if isGone { changes.append(.left(thing.record)) }
      return isGone
    }
    for sight in sights where !here.contains(where: { $0.key == sight.key }) {
      let record = sight.record()
      here.append(Present(key: sight.key, record: record, lastSeen: now))
      changes.append(.appeared(record))
    }
    return changes
  }

  /// Nothing has changed since the last frame that was looked at: what it showed is there still.
  ///
  /// - Parameter now: when the unchanged frame was taken.
  package mutating func stay(at now: ContinuousClock.Instant) {
    for index in here.indices where here[index].missed == 0 { here[index].lastSeen = now }
  }

  /// Everything is gone, at once.
  ///
  /// - Returns: a going for each thing that was there.
  package mutating func clear() -> [Change] {
    let changes = here.map { Change.left($0.record) }
    here = []
    return changes
  }
}

extension Presence.Change: Equatable where Record: Equatable {}
