import Deadwax
import StationLogic
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PresencePlaysTests {
  private static let rules = PresencePlays.Rules(pause: .seconds(10), least: .seconds(30), grace: .seconds(60))
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  private let copies = (0..<3).map { Copy.ID.new(at: Timestamp(milliseconds: $0)) }
  private var state = PresencePlays()

  private func moment(_ second: Double, wallAhead: Int64 = 0) -> PresencePlays.Moment {
    PresencePlays.Moment(
      uptime: .seconds(1000 + second), wall: Self.start + .milliseconds(Int64(second * 1000)) + .seconds(wallAhead))
  }

  private mutating func put(_ copy: Int, _ tag: String, at second: Double, wallAhead: Int64 = 0) -> [PresencePlays
    .Ended]
  {
    state.appear(
      copies[copy], PresencePlays.Sight(reader: "deck", tag: tag), at: moment(second, wallAhead: wallAhead), Self.rules)
  }

  private mutating func lift(_ tag: String, at second: Double) -> [PresencePlays.Ended] {
    state.leave(PresencePlays.Sight(reader: "deck", tag: tag), at: moment(second), Self.rules)
  }

  private mutating func tick(_ second: Double) -> [PresencePlays.Ended] { state.tick(at: moment(second), Self.rules) }

  @Test mutating func `a copy plays until it is lifted`() {
    #expect(put(0, "a", at: 0) == [] && state.present == [copies[0]])
    #expect(tick(300) == [] && lift("a", at: 301) == [])
    #expect(state.present.isEmpty && !state.isEmpty)
    #expect(tick(310.9) == [])
    #expect(
      tick(311) == [PresencePlays.Ended(copy: copies[0], startedAt: Self.start, endedAt: Self.start + .seconds(301))])
    #expect(state.isEmpty && tick(400) == [])
  }

  @Test mutating func `a copy that lay there for a moment only was not played`() {
    _ = put(0, "a", at: 0)
    _ = lift("a", at: 29.9)
    #expect(tick(60) == [] && state.isEmpty)
    _ = put(0, "a", at: 100)
    _ = lift("a", at: 130)
    #expect(tick(141).count == 1)
  }

  @Test mutating func `a reader that loses the tag for a moment ends no play`() {
    _ = put(0, "a", at: 0)
    for second in stride(from: 20.0, to: 400, by: 20) {
      #expect(lift("a", at: second) == [])
      #expect(put(0, "a", at: second + 9.9) == [])
    }
    _ = lift("a", at: 500)
    #expect(tick(510).map(\.endedAt) == [Self.start + .seconds(500)])
  }

  @Test mutating func `a copy that is put down again is played again, even if no tick came between`() {
    _ = put(0, "a", at: 0)
    _ = lift("a", at: 40)
    let first = put(0, "a", at: 51)
    #expect(first.map(\.endedAt) == [Self.start + .seconds(40)])
    _ = lift("a", at: 90)
    #expect(tick(120).map(\.startedAt) == [Self.start + .seconds(51)])
  }

  @Test mutating func `a sleeve and its disc are one copy, and two copies are two plays`() {
    _ = put(0, "sleeve", at: 0)
    _ = put(0, "disc", at: 5)
    _ = put(1, "other", at: 6)
    _ = lift("sleeve", at: 10)
    #expect(tick(60) == [] && state.present == [copies[0], copies[1]])
    _ = lift("disc", at: 100)
    _ = lift("other", at: 101)
    #expect(tick(120).map(\.copy) == [copies[0], copies[1]])
  }

  @Test mutating func `a clock that is set changes no length`() {
    _ = put(0, "a", at: 0, wallAhead: 86_400)
    _ = lift("a", at: 60)
    let ended = tick(80)
    #expect(ended.map(\.startedAt) == [Self.start + .seconds(86_400)])
    #expect(ended.map(\.endedAt) == [Self.start + .seconds(86_460)])
  }

  @Test mutating func `a reader that starts again has a minute to report its tags`() {
    _ = put(0, "a", at: 0)
    #expect(state.lose("other", at: moment(10), Self.rules) == [] && state.present == [copies[0]])
    #expect(state.lose("deck", at: moment(40), Self.rules) == [] && state.present.isEmpty)
    #expect(put(0, "a", at: 99) == [])
    #expect(state.lose("deck", at: moment(200), Self.rules) == [])
    #expect(tick(259) == [])
    #expect(tick(260).map(\.endedAt) == [Self.start + .seconds(200)])
  }

  @Test mutating func `after a restart a copy that is still there goes on, and one that is gone has ended`() throws {
    _ = put(0, "a", at: 0)
    _ = put(1, "b", at: 0)
    #expect(tick(100) == [])
    state.resume(at: moment(150), isSameStart: true, Self.rules)
    _ = put(0, "a", at: 155)
    #expect(tick(210).map(\.endedAt) == [Self.start + .seconds(100)])
    _ = lift("a", at: 300)
    #expect(tick(310).map(\.endedAt) == [Self.start + .seconds(300)])
  }

  @Test mutating func `the time for which the machine was off does not count`() {
    _ = put(0, "a", at: 0)
    #expect(tick(100) == [])
    // The clock since the start begins at zero again.
    let after = PresencePlays.Moment(uptime: .seconds(20), wall: Self.start + .seconds(5000))
    state.resume(at: after, isSameStart: false, Self.rules)
    _ = state.appear(
      copies[0], PresencePlays.Sight(reader: "deck", tag: "a"),
      at: PresencePlays.Moment(uptime: .seconds(25), wall: Self.start), Self.rules)
    let ended = state.end(at: PresencePlays.Moment(uptime: .seconds(40), wall: Self.start), Self.rules)
    #expect(ended.map(\.endedAt) == [Self.start + .seconds(120)] && state.isEmpty)
  }
}
