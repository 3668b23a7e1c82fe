/// A debounce that turns sights into arrivals and departures. A thing in view is one thing, however often it is seen.
///
/// A thing appears at its first sight. It leaves when it was missing from two consecutive frames and for `patience`.
/// One blurred frame, or a hand that passes, is no departure.
package struct Debounce<Key: Hashable, Record> {
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
  /// The things in view, in order of appearance; only a few.
  private var here: [Present] = []

  /// - Parameter patience: the shortest time for which a thing must be missing before it counts as gone.
  package init(patience: Duration = .milliseconds(400)) { self.patience = patience }

  /// The records of the things in view, in order of appearance.
  package var present: [Record] { here.map(\.record) }

  /// Applies the sights of one frame.
  ///
  /// - Parameters:
  ///   - sights: the things in the frame, each with the record to retain; the record is requested only for a new thing.
  ///   - now: the time at which the frame was captured; never earlier than the one before.
  /// - Returns: the changes, departures first.
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

  /// Records that nothing has changed since the last examined frame: the things it showed are still in view.
  ///
  /// - Parameter now: the time at which the unchanged frame was captured.
  package mutating func stay(at now: ContinuousClock.Instant) {
    for index in here.indices where here[index].missed == 0 { here[index].lastSeen = now }
  }

  /// Removes every thing at once.
  ///
  /// - Returns: a departure for each thing that was in view.
  package mutating func clear() -> [Change] {
    let changes = here.map { Change.left($0.record) }
    here = []
    return changes
  }
}

extension Debounce.Change: Equatable where Record: Equatable {}
