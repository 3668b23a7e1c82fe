import Deadwax
import Foundation
import StationLogic
import TestSupport

/// An evening at a deck: which copies lay on the readers from when to when, and what disturbed the readers meanwhile. All
/// times are milliseconds.
struct ScriptedEvening {
  struct Play {
    var copy: Copy.ID
    /// The tags of the copy: that of its sleeve, and often that of its disc.
    var tags: [PresencePlays.Sight]
    var from: Int
    var to: Int
    /// False if the copy lay there for a moment only.
    var counts: Bool
    var length: Int { to - from }
  }

  /// A moment for which a reader does not see a tag that is there.
  struct Flap {
    var tag: PresencePlays.Sight
    var from: Int
    var to: Int
  }

  /// A time without a reader, or without the hub.
  struct Outage {
    enum Kind: CaseIterable { case reader, hub, machine }
    var kind: Kind
    var reader: String
    var from: Int
    var to: Int
  }

  /// The plays that the machine found.
  struct Result {
    var ended: [PresencePlays.Ended] = []
    var jumps = 0
    /// True if the machine was off for a time.
    var wasOff = false
  }

  private enum Act {
    case appear(Copy.ID, PresencePlays.Sight), leave(PresencePlays.Sight), down(Outage), up(Outage), tick
  }

  private(set) var plays: [Play] = []
  private(set) var flaps: [Flap] = []
  private(set) var outages: [Outage] = []
  private let copies = (0..<5).map { Copy.ID.new(at: Timestamp(milliseconds: Int64($0))) }

  func number(of copy: Copy.ID) -> Int { copies.firstIndex(of: copy) ?? -1 }

  init(using random: inout SeededRandom) {
    let readers = ["deck-1", "deck-2"]
    // Each deck plays one copy after the other, so that two are often there at once.
    for (deck, reader) in readers.enumerated() {
      var time = Int.random(in: 1_000...60_000, using: &random)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The decks have copies of their own, so that one copy is on one of them only.
        let number = deck == 0 ? Int.random(in: 0...2, using: &random) : Int.random(in: 3...4, using: &random)
        let isShort = Int.random(in: 0..<4, using: &random) == 0
        let length =
          isShort ? Int.random(in: 200...29_000, using: &random) : Int.random(in: 31_000...1_500_000, using: &random)
        let names = Bool.random(using: &random) ? ["sleeve", "disc"] : ["sleeve"]
        plays.append(
          Play(
            copy: copies[number], tags: names.map { PresencePlays.Sight(reader: reader, tag: "\($0) \(number)") },
            from: time, to: time + length, counts: !isShort))
        // The next copy may follow at once if it is another one; the same one is lifted for longer than a pause.
        time += length + Int.random(in: 11_000...120_000, using: &random)
      }
    }
    addOutages(readers, using: &random)
    addFlaps(using: &random)
  }

  /// Adds times without a reader or the hub, in which no copy is put down or lifted.
  private mutating func addOutages(_ readers: [String], using random: inout SeededRandom) {
    let edges = plays.flatMap { [$0.from, $0.to] }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      guard let end = plays.map(\.to).max() else { return }
      let from = Int.random(in: 0...end, using: &random)
      let to = from + Int.random(in: 100...40_000, using: &random)
      // After an edge the machine waits for up to a pause; after the outage it waits for the readers.
      let isCalm = !edges.contains { (from - 15_000...to + 15_000).contains($0) }
      let isAlone = !outages.contains { $0.from - 30_000 < to && from < $0.to + 30_000 }
      guard isCalm, isAlone, let kind = Outage.Kind.allCases.randomElement(using: &random) else { continue }
      outages.append(Outage(kind: kind, reader: readers.randomElement(using: &random) ?? "", from: from, to: to))
    }
  }

  /// Adds moments for which a tag that is there is not seen. Tags come and go within 2 seconds of their copy.
  private mutating func addFlaps(using random: inout SeededRandom) {
    for play in plays {
      for tag in play.tags {
        var time = play.from + 2_500 + Int.random(in: 0...5_000, using: &random)
        while true {
          let gap = Int.random(in: 1...9_500, using: &random)
          guard time + gap < play.to - 2_500 else { break }
          let isQuiet = outages.contains { $0.from - 1_000 < time + gap && time < $0.to + 10_000 }
          if !isQuiet { flaps.append(Flap(tag: tag, from: time, to: time + gap)) }
          time += gap + Int.random(in: 20...60_000, using: &random)
        }
      }
    }
  }

  /// Plays the evening to the state machine.
  ///
  /// - Parameters:
  ///   - rules: the times that decide.
  ///   - random: the source of the ticks and of the times to which the clock is set.
  /// - Returns: the plays that the machine found.
  func run(_ rules: PresencePlays.Rules, using random: inout SeededRandom) -> Result {
    var result = Result()
    var state = PresencePlays()
    var (wall, started) = (Timestamp(milliseconds: 1_800_000_000_000), 0)
    var last = 0
    for (time, act) in acts(using: &random) {
      wall = wall + .milliseconds(time - last)
      last = time
      if Int.random(in: 0..<10, using: &random) == 0 {
        result.jumps += 1
        wall = wall + .seconds(Int.random(in: -100_000...100_000, using: &random))
      }
      if case .up(let outage) = act, outage.kind == .machine { (started, result.wasOff) = (time - 5_000, true) }
      let moment = PresencePlays.Moment(uptime: .milliseconds(time - started + 1_000_000), wall: wall)
      switch act {
      case .appear(let copy, let sight): result.ended += state.appear(copy, sight, at: moment, rules)
      case .leave(let sight): result.ended += state.leave(sight, at: moment, rules)
      case .tick: result.ended += state.tick(at: moment, rules)
      case .down(let outage) where outage.kind == .reader:
        result.ended += state.lose(outage.reader, at: moment, rules)
      // The hub stores its state from time to time; here the last time is now.
      case .down: result.ended += state.tick(at: moment, rules)
      case .up(let outage):
        if outage.kind == .reader {
          result.ended += state.lose(outage.reader, at: moment, rules)
        } else {
          // Only what was stored comes back.
          guard let data = try? JSONEncoder().encode(state),
            let stored = try? JSONDecoder().decode(PresencePlays.self, from: data)
          else { return Result() }
          state = stored
          state.resume(at: moment, isSameStart: outage.kind == .hub, rules)
        }
      }
    }
    return result
  }

  /// Returns all that the readers report, in the order of time, with ticks between.
  private func acts(using random: inout SeededRandom) -> [(time: Int, act: Act)] {
    var acts: [(time: Int, act: Act)] = []
    for play in plays {
      for (index, tag) in play.tags.enumerated() {
        // A person puts the sleeve down first, and lifts it last.
        let late = index * min(play.length / 3, Int.random(in: 0...2_000, using: &random))
        acts.append((play.from + late, .appear(play.copy, tag)))
        acts.append((play.to - late, .leave(tag)))
      }
      for outage in outages where play.from < outage.from && outage.to < play.to {
        for tag in play.tags where outage.kind != .reader || tag.reader == outage.reader {
          acts.append((outage.to + Int.random(in: 1...9_000, using: &random), .appear(play.copy, tag)))
        }
      }
    }
    for flap in flaps {
      guard let play = plays.first(where: { $0.tags.contains(flap.tag) && $0.from <= flap.from && flap.to <= $0.to })
      else { continue }
      acts.append((flap.from, .leave(flap.tag)))
      acts.append((flap.to, .appear(play.copy, flap.tag)))
    }
    for outage in outages {
      acts.append((outage.from, .down(outage)))
      acts.append((outage.to, .up(outage)))
    }
    let end = (plays.map(\.to).max() ?? 0) + 200_000
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let time = Int.random(in: 0...end, using: &random)
      // A hub that is away does nothing.
      if !outages.contains(where: { ($0.from...$0.to).contains(time) }) { acts.append((time, .tick)) }
    }
    acts.append((end, .tick))
    return acts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
