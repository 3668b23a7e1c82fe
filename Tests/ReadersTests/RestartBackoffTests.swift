import Readers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RestartBackoffTests {
  /// Returns true if the pause is within 20 per cent of the expected value.
  func isAround(_ pause: Duration, _ middle: Duration) -> Bool {
    pause >= middle * 0.799 && pause <= middle * 1.201
  }

  @Test func `pauses double from a tenth of a second to five`() {
    var random = SeededRandom(seed: 7)
    var backoff = RestartBackoff(SupervisionTimeouts())
    for middle in [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5] {
      let pause = backoff.pause(afterReady: nil, using: &random)
      #expect(isAround(pause, .seconds(middle)), "\(pause) for \(middle)")
    }
    #expect(backoff.endsBeforeReady == 9)
    for _ in 0..<1000 { #expect(isAround(backoff.pause(afterReady: nil, using: &random), .seconds(5))) }
  }

  @Test func `pauses are spread`() {
    var random = SeededRandom(seed: 8)
    let pauses = (0..<200).map { _ in
      var backoff = RestartBackoff(SupervisionTimeouts())
      return backoff.pause(afterReady: nil, using: &random)
    }
    let (least, most) = (pauses.min() ?? .zero, pauses.max() ?? .zero)
    #expect(least < .milliseconds(85) && most > .milliseconds(115))
  }

  @Test func `a reader that was ready is started again within two seconds, however often it ends`() {
    var random = SeededRandom(seed: 9)
    var backoff = RestartBackoff(SupervisionTimeouts())
    for _ in 0..<100 { #expect(backoff.pause(afterReady: .seconds(1), using: &random) < .seconds(2)) }
    #expect(backoff.endsBeforeReady == 0)
  }

  @Test func `a start that only a change can remedy waits for half a minute`() {
    var random = SeededRandom(seed: 11)
    var backoff = RestartBackoff(SupervisionTimeouts())
    #expect(backoff.pauseAfterFailedStart == .seconds(30))
    #expect(backoff.pauseForChange(atLeast: backoff.pause(afterReady: nil, using: &random)) == .seconds(30))
    #expect(backoff.pauseForChange(atLeast: .seconds(31)) == .seconds(31))
  }

  @Test func `ten seconds of being ready reset the backoff`() {
    var random = SeededRandom(seed: 10)
    var backoff = RestartBackoff(SupervisionTimeouts())
    for _ in 0..<8 { _ = backoff.pause(afterReady: nil, using: &random) }
    #expect(backoff.pause(afterReady: .seconds(9.9), using: &random) > .seconds(1))
    #expect(isAround(backoff.pause(afterReady: .seconds(10), using: &random), .milliseconds(100)))
    #expect(isAround(backoff.pause(afterReady: nil, using: &random), .milliseconds(200)))
  }
}
