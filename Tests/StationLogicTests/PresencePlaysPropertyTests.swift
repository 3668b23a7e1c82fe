import Deadwax
import StationLogic
import TestSupport
import Testing

/// Scripted evenings at a deck, seen by readers that flap, restart and lose their hub, while the clock is set to and fro.
@Suite(.timeLimit(.minutes(10)))
struct PresencePlaysPropertyTests {
  private static let rules = PresencePlays.Rules(pause: .seconds(10), least: .seconds(30), grace: .seconds(60))
  private static let evenings = 1_000

  @Test func `the plays of 1,000 scripted evenings are those of the script`() throws {
    var seeds = SeededRandom(seed: 20_261_128)
    var (plays, short, flaps, restarts, jumps) = (0, 0, 0, 0, 0)
    for evening in 0..<Self.evenings {
      let seed = seeds.next()
      var random = SeededRandom(fixedSeed: seed)
      let script = ScriptedEvening(using: &random)
      let result = script.run(Self.rules, using: &random)
      let wanted = script.plays.filter(\.counts).map { [script.number(of: $0.copy), $0.length] }.sorted(by: Self.isLess)
      let found = result.ended.map { ended in
        [script.number(of: ended.copy), Int(ended.endedAt.milliseconds - ended.startedAt.milliseconds)]
      }.sorted(by: Self.isLess)
      // A machine that was off lost a part of a length, and no play.
      let isRight = result.wasOff ? found.map(\.first) == wanted.map(\.first) : found == wanted
      #expect(isRight, "seed \(seed), evening \(evening): \(found), not \(wanted)")
      if !isRight { return }
      plays += wanted.count
      short += script.plays.count - wanted.count
      flaps += script.flaps.count
      restarts += script.outages.count
      jumps += result.jumps
    }
    print("\(plays) plays, \(short) too short, \(flaps) flaps, \(restarts) restarts, \(jumps) clock jumps")
    #expect(plays > 2_000 && short > 300 && flaps > 5_000 && restarts > 300 && jumps > 5_000)
  }

  private static func isLess(_ one: [Int], _ other: [Int]) -> Bool { one.lexicographicallyPrecedes(other) }
}
