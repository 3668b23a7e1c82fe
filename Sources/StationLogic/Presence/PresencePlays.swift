package import Deadwax

/// The copies that are playing at a station, because a tag of theirs lies on a reader by the deck: a pure state machine.
///
/// A play begins when a copy is put down and ends when it is lifted. It counts if the copy lay there long enough. A reader
/// that loses a tag for a moment ends no play, nor does a reader or a hub that starts again. Lengths are measured by the
/// time since the start of the machine; the clock on the wall gives the start of a play alone.
package struct PresencePlays: Hashable, Codable, Sendable {
  /// The times that decide.
  package struct Rules: Hashable, Sendable {
    /// The time for which a tag may be away and still be the same play.
    package var pause: Duration
    /// The time that a play must last to count.
    package var least: Duration
    /// The time within which a reader must report its tags again after it, or the hub, was away.
    package var grace: Duration

    package init(pause: Duration, least: Duration, grace: Duration) {
      self.pause = pause
      self.least = least
      self.grace = max(grace, pause)
    }
  }

  /// A moment by both clocks.
  package struct Moment: Hashable, Sendable {
    /// The time since the machine was started, which never goes back.
    package var uptime: Duration
    package var wall: Timestamp

    package init(uptime: Duration, wall: Timestamp) {
      self.uptime = uptime
      self.wall = wall
    }
  }

  /// A play that has ended and counts.
  package struct Ended: Hashable, Sendable {
    package var copy: Copy.ID
    package var startedAt: Timestamp
    package var endedAt: Timestamp

    package init(copy: Copy.ID, startedAt: Timestamp, endedAt: Timestamp) {
      self.copy = copy
      self.startedAt = startedAt
      self.endedAt = endedAt
    }
  }

  /// A copy that is playing, or that was lifted a moment ago. Times are milliseconds since the machine was started.
  private struct Playing: Hashable, Codable {
    var copy: Copy.ID
    /// The start on the wall, in milliseconds since 1970.
    var startedAt: Int64
    var start: Int64
    /// The last time at which it was there.
    var seen: Int64
    /// The readers that see it, each with the tag: a sleeve and its disc are one copy.
    var sights: [Sight]
    /// The time after which the play has ended at `seen`; nil while the copy is there.
    var deadline: Int64?
  }

  /// A tag on a reader.
  package struct Sight: Hashable, Codable, Sendable {
    package var reader: String
    package var tag: String

    package init(reader: String, tag: String) {
      self.reader = reader
      self.tag = tag
    }
  }

  private var playing: [Playing] = []

  /// Creates a station at which nothing plays.
  package init() {}

  /// True if nothing plays, and nothing was lifted a moment ago.
  package var isEmpty: Bool { playing.isEmpty }

  /// The copies that are on a reader now, in the order in which they were put down.
  package var present: [Copy.ID] { playing.filter { $0.deadline == nil }.map(\.copy) }

  /// Notes that a tag of a copy is on a reader.
  ///
  /// - Returns: the plays that had ended before.
  package mutating func appear(_ copy: Copy.ID, _ sight: Sight, at moment: Moment, _ rules: Rules) -> [Ended] {
    let ended = tick(at: moment, rules)
    let now = moment.uptime.milliseconds
    if let place = playing.firstIndex(where: { $0.copy == copy }) {
      if !playing[place].sights.contains(sight) { playing[place].sights.append(sight) }
      playing[place].seen = now
      playing[place].deadline = nil
    } else {
      playing.append(
        Playing(copy: copy, startedAt: moment.wall.milliseconds, start: now, seen: now, sights: [sight], deadline: nil))
    }
    return ended
  }

  /// Notes that a tag left a reader. A copy of which another tag is there still plays.
  ///
  /// - Returns: the plays that had ended before.
  package mutating func leave(_ sight: Sight, at moment: Moment, _ rules: Rules) -> [Ended] {
    remove({ $0 == sight }, at: moment, rules, rules.pause)
  }

  /// Notes that a reader went away, or starts again: nothing is known about its tags.
  ///
  /// - Returns: the plays that had ended before.
  package mutating func lose(_ reader: String, at moment: Moment, _ rules: Rules) -> [Ended] {
    remove({ $0.reader == reader }, at: moment, rules, rules.grace)
  }

  /// Ends the plays whose copies have been away for long enough.
  ///
  /// - Returns: those that count, in the order of their starts.
  package mutating func tick(at moment: Moment, _ rules: Rules) -> [Ended] {
    let now = moment.uptime.milliseconds
    for place in playing.indices where playing[place].deadline == nil { playing[place].seen = now }
    let over = playing.filter { $0.deadline.map { $0 <= now } ?? false }
    guard !over.isEmpty else { return [] }
    playing.removeAll { over.contains($0) }
    return Self.counted(over, rules)
  }

  /// Ends all plays, as when plays by presence are switched off.
  ///
  /// - Returns: those that count.
  package mutating func end(at moment: Moment, _ rules: Rules) -> [Ended] {
    let ended = tick(at: moment, rules)
    defer { playing = [] }
    return ended + Self.counted(playing, rules)
  }

  /// Continues with a stored state after the hub was away. Readers report their tags again; a copy that is not among them
  /// was lifted meanwhile, and its play ended when it was seen last.
  ///
  /// - Parameters:
  ///   - moment: the present moment.
  ///   - isSameStart: true if the machine ran all the time, so that its clock goes on. Otherwise the time without it does
  ///     not count.
  ///   - rules: the times that decide.
  package mutating func resume(at moment: Moment, isSameStart: Bool, _ rules: Rules) {
    let now = moment.uptime.milliseconds
    for place in playing.indices {
      var one = playing[place]
      if !isSameStart {
        let shift = now - one.seen
        one.start += shift
        one.seen += shift
      }
      one.sights = []
      let wait = one.deadline == nil ? rules.grace : rules.pause
      one.deadline = now + wait.milliseconds
      playing[place] = one
    }
  }

  private mutating func remove(
    _ isGone: (Sight) -> Bool, at moment: Moment, _ rules: Rules, _ wait: Duration
  ) -> [Ended] {
    let ended = tick(at: moment, rules)
    let now = moment.uptime.milliseconds
    for place in playing.indices where playing[place].deadline == nil {
      playing[place].sights = playing[place].sights.filter { !isGone($0) }
      if playing[place].sights.isEmpty { playing[place].deadline = now + wait.milliseconds }
    }
    return ended
  }

  private static func counted(_ playing: [Playing], _ rules: Rules) -> [Ended] {
    playing.filter { $0.seen - $0.start >= rules.least.milliseconds }.map { one in
      let start = Timestamp(milliseconds: one.startedAt)
      return Ended(copy: one.copy, startedAt: start, endedAt: start + .milliseconds(one.seen - one.start))
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
