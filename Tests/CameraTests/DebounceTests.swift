import Camera
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DebounceTests {
  private typealias Seen = Debounce<String, Int>
  private let start = ContinuousClock.now

  /// Returns the changes for frames at times in milliseconds, each with its codes; frame numbers count up.
  private func changes(_ frames: [(Int, [String])]) -> [[Seen.Change]] {
    var presence = Seen()
    var number = 0
    return frames.map { time, things in
      presence.see(
        things.map { thing in
          (
            thing,
            {
              number += 1
              return number
            }
          )
        }, at: start + .milliseconds(time))
    }
  }

  @Test func `an object that stays in view appears once`() {
    #expect(
      changes([(0, ["a"]), (100, ["a"]), (200, ["a"]), (10_000, ["a"])]) == [[.appeared(1)], [], [], []])
  }

  @Test func `one or two frames without it do not end its presence`() {
    #expect(
      changes([(0, ["a"]), (100, []), (200, []), (300, []), (350, ["a"]), (450, [])])
        == [[.appeared(1)], [], [], [], [], []])
  }

  @Test func `it has gone after four tenths of a second, and comes again as a new one`() {
    #expect(
      changes([(0, ["a"]), (100, []), (200, []), (300, []), (400, []), (500, ["a"])])
        == [[.appeared(1)], [], [], [], [.left(1)], [.appeared(2)]])
  }

  @Test func `one late frame without it is not enough`() {
    #expect(
      changes([(0, ["a"]), (5000, []), (5001, ["a"]), (9000, []), (9001, [])])
        == [[.appeared(1)], [], [], [], [.left(1)]])
  }

  @Test func `things come and go by themselves, goings first`() {
    #expect(
      changes([(0, ["a", "b"]), (100, ["b"]), (500, ["b", "c"]), (600, ["c"]), (1100, ["c", "d"])])
        == [[.appeared(1), .appeared(2)], [], [.left(1), .appeared(3)], [], [.left(2), .appeared(4)]])
  }

  @Test func `a code that is twice in a frame is reported once`() {
    #expect(changes([(0, ["a", "a"]), (100, ["a"])]) == [[.appeared(1)], []])
  }

  @Test func `clearing takes everything away at once`() {
    var presence = Seen()
    _ = presence.see([("a", { 1 }), ("b", { 2 })], at: start)
    #expect(presence.present == [1, 2])
    #expect(presence.clear() == [.left(1), .left(2)])
    #expect(presence.clear().isEmpty && presence.present.isEmpty)
    #expect(presence.see([("a", { 3 })], at: start) == [.appeared(3)])
  }

  @Test func `for any pictures, each code appears and disappears in turn`() {
    var random = SeededRandom(seed: 31)
    var presence = Seen(patience: .milliseconds(200))
    var here: [String: Int] = [:]
    var records: [Int: String] = [:]
    var time = 0
    var number = 0
    for _ in 0..<5000 {
      time += Int.random(in: 1...150, using: &random)
      let things = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
      let changes = presence.see(
        things.map { thing in
          (
            thing,
            {
              number += 1
              records[number] = thing
              return number
            }
          )
        }, at: start + .milliseconds(time))
      for change in changes {
        switch change {
        case .appeared(let record):
          #expect(here.updateValue(record, forKey: records[record] ?? "") == nil)
        case .left(let record): #expect(here.removeValue(forKey: records[record] ?? "") == record)
        }
      }
      #expect(things.allSatisfy { here[$0] != nil })
      #expect(Set(presence.present) == Set(here.values))
    }
  }

  @Test func `a picture that is known not to have changed keeps what is there`() {
    var presence = Seen()
    #expect(presence.see([("a", { 1 })], at: start) == [.appeared(1)])
    for step in 1...20 { presence.stay(at: start + .milliseconds(100 * step)) }
    #expect(presence.see([], at: start + .milliseconds(2033)) == [])
    #expect(presence.see([], at: start + .milliseconds(2066)) == [], "a hand that passes for a moment")
    presence.stay(at: start + .milliseconds(2100))
    #expect(presence.see([], at: start + .milliseconds(2400)) == [.left(1)], "missing is not unchanged")
  }
}
