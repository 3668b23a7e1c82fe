import Deadwax
import NDEF
import ReaderProtocol
import TestSupport
import Testing
import VirtualChip

/// How long writing takes with a chip that takes its time.
@Suite(.timeLimit(.minutes(3)))
struct TagWriteTimeTests {
  @Test func `our message is on an NTAG213 within 450 ms, and found to be there within 100 ms`() async throws {
    // A neighbour may still have had the machine in the wrong moment: one good row of three is enough.
    for row in 1...3 where try await Self.row(row) { return }
    Issue.record("no row of 10 writes was fast enough")
  }

  private static func row(_ row: Int) async throws -> Bool {
    let lateness = Lateness()
    let chip = try VirtualChip(timing: .real)
    let watcher = try Watcher(chip, pollPause: .milliseconds(50))
    var written: [Duration] = []
    var equal: [Duration] = []
    var writes = 0
    var random = SeededRandom(seed: UInt64(row))
    for number in 1...10 {
      let code = OwnCode(.copy, number: random.next())
      // Somebody else's content, no page of which may stay as it is.
      let text = String(repeating: "x", count: 60 + number)
      let card = try TagReaderTests.tag(carrying: NDEFMessage([TextRecord(text).record]).bytes())
      chip.place(card)
      try await watcher.arrival(number)
      var start = ContinuousClock.now
      let result = try await watcher.carryOut(TagOrder.make(code: code, overwrite: true))
      written.append(.now - start)
      #expect(result.outcome == "tag-written")
      writes = max(writes, result.writes ?? 0)
      start = .now
      let again = try await watcher.carryOut(TagOrder.make(code: code))
      equal.append(.now - start)
      #expect(again.outcome == "tag-unchanged" && again.writes == 0)
      #expect(result.milliseconds ?? 0 > 0)
      chip.remove(card.uid)
      try await watcher.departure(number)
    }
    written.sort()
    equal.sort()
    print(
      "write of 71 bytes, NTAG213, real timing, order to result: p50 \(written[5]), worst \(written[9]), \(writes) writes; "
        + "equal: p50 \(equal[5]), worst \(equal[9]); a waking is \(lateness.mean) late")
    // Each command wakes the chip's thread three times and the reader's two.
    let slack = lateness.mean * 5
    return written[5] <= .milliseconds(450) + slack * 35 && equal[5] <= .milliseconds(100) + slack * 9
  }
}
