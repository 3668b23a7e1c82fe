import Deadwax
import StationLogic
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StationPresenceTests {
  let start = Timestamp(milliseconds: 1_795_165_520_000)

  @Test func `an object that stays is one scan; removed and placed again it is two`() {
    let presence = Counter()
    #expect(presence.appear("EAN-13 1", at: "camera", start))
    #expect(!presence.appear("EAN-13 1", at: "camera", start + .seconds(3600)))
    presence.leave("EAN-13 1", at: "camera")
    #expect(presence.appear("EAN-13 1", at: "camera", start + .seconds(3601)))
  }

  @Test func `two readers see for themselves, and two codes are two things`() {
    let presence = Counter()
    #expect(presence.appear("QR x", at: "camera", start))
    #expect(presence.appear("QR x", at: "second camera", start))
    #expect(presence.appear("QR y", at: "camera", start))
  }

  @Test func `a restarted reader does not scan again what is still there`() {
    let presence = Counter(grace: .seconds(5))
    #expect(presence.appear("QR x", at: "camera", start))
    presence.start("camera", start + .seconds(10))
    #expect(!presence.appear("QR x", at: "camera", start + .seconds(11)))
    // Reported again, it counts as still there.
    #expect(!presence.appear("QR x", at: "camera", start + .seconds(60)))
  }

  @Test func `a copy that was removed while a reader was down is a scan when it returns`() {
    let presence = Counter(grace: .seconds(5))
    #expect(presence.appear("QR x", at: "camera", start))
    presence.start("camera", start + .seconds(10))
    #expect(presence.appear("QR x", at: "camera", start + .seconds(15)))
  }

  @Test func `a restart of another reader changes nothing`() {
    let presence = Counter(grace: .seconds(5))
    #expect(presence.appear("QR x", at: "camera", start))
    presence.start("nfc", start)
    #expect(!presence.appear("QR x", at: "camera", start + .seconds(60)))
  }
}

/// A wrapper of the presence for expectations, which cannot call mutating functions of a variable.
private final class Counter {
  private var presence: StationPresence

  init(grace: Duration = .seconds(5)) { presence = StationPresence(grace: grace) }

  func appear(_ code: String, at reader: String, _ now: Timestamp) -> Bool { presence.appear(code, at: reader, now) }
  func leave(_ code: String, at reader: String) { presence.leave(code, at: reader) }
  func start(_ reader: String, _ now: Timestamp) { presence.start(reader, now) }
}
