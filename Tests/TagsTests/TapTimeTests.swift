import Deadwax
import NDEF
import Tags
import TestSupport
import Testing
import VirtualChip

/// How long a tap takes with a chip that takes its time.
@Suite(.timeLimit(.minutes(5)))
struct TapTimeTests {
  @Test func `from tap to event it takes a tenth of a second, and rarely a fifth`() async throws {
    // The machine may be busy with other tests: one good row of several is enough.
    for row in 1...5 {
      let (half, nearlyAll) = try await Self.row(seed: UInt64(row))
      if half <= .milliseconds(100), nearlyAll <= .milliseconds(200) { return }
    }
    Issue.record("no row of 50 taps had p50 ≤ 100 ms and p99 ≤ 200 ms")
  }

  /// 50 taps at random moments of the poll; the times within which half of them and 99 of 100 were told.
  private static func row(seed: UInt64) async throws -> (Duration, Duration) {
    var random = SeededRandom(seed: seed)
    let chip = try VirtualChip(timing: .real)
    let watcher = try Watcher(chip, pollPause: .milliseconds(50))
    try await watcher.state(.ready)
    var taps: [Duration] = []
    var departures: [Duration] = []
    for number in 1...50 {
      let code = OwnCode(.copy, number: UInt64(number))
      let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: code))
      // People tap when they like: the moment within the poll is what is being measured.
      try await Task.sleep(for: .microseconds(Int.random(in: 0...70_000, using: &random)))
      let tapped = ContinuousClock.now
      chip.place(card)
      let (sight, told) = try await watcher.arrivalAndTime(number)
      #expect(sight.code == code)
      taps.append(told - tapped)
      let taken = ContinuousClock.now
      chip.remove(sight.uid)
      let (_, left) = try await watcher.departureAndTime(number)
      departures.append(left - taken)
    }
    taps.sort()
    departures.sort()
    print("tap to event, real timing, 50 taps: p50 \(taps[25]), p99 \(taps[49]), least \(taps[0])")
    print("removal to event, real timing, 50 times: p50 \(departures[25]), p99 \(departures[49])")
    return (taps[25], taps[49])
  }
}
