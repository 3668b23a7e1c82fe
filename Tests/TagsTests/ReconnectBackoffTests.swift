import Tags
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReconnectBackoffTests {
  @Test func `pauses double from a tenth of a second to five, and never get longer`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<100 {
      var backoff = ReconnectBackoff()
      var base = Duration.milliseconds(100)
      for _ in 0..<20 {
        let pause = backoff.next(using: &random)
        #expect(pause >= base * 0.8 && pause <= base * 1.2)
        base = min(base * 2, .seconds(5))
      }
      backoff.reset()
      #expect(backoff.next(using: &random) <= .milliseconds(120))
    }
  }

  @Test func `two readers do not keep step`() {
    var random = SeededRandom(seed: 6)
    var (first, second) = (ReconnectBackoff(), ReconnectBackoff())
    let pairs = (0..<10).map { _ in (first.next(using: &random), second.next(using: &random)) }
    #expect(pairs.allSatisfy { $0 != $1 })
  }
}
