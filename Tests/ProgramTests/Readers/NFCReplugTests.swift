import Foundation
import TestSupport
import Testing

/// Tests of an NFC reader that is unplugged and plugged in again, with the real programs.
@Suite(.timeLimit(.minutes(30)), .serialized)
struct NFCReplugTests {
  /// The states that the reader reported since the position, in order.
  private func states(_ ear: EventEar, after position: Int) -> [String] {
    ear.all.filter { $0.id > position && $0.kind == "reader.changed" }
      .compactMap { $0.json["reader"]["name"].text == "nfc" ? $0.json["reader"]["state"].text : nil }
  }

  /// The reader remembers its tags for ten seconds. A reader that is absent for longer once flapped for minutes.
  private static let longerThanItRemembers = Duration.seconds(12)

  @Test func `after a killed hub in mode Write, a reader that is plugged in again later opens once and reads`()
    async throws
  {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let copies = try await hub.copies(3)
    for (round, copy) in copies.enumerated() {
      try await hub.setMode("write")
      _ = try await hub.post("/api/v1/scans", #"{"code":"\#(copy.code)"}"#)
      try await hub.killHubAndStartAgain()
      try await hub.waitForReaders()
      try await hub.trouble(#"{"unplug":true}"#)
      // On a busy machine, a reader whose report is late is stalled for a moment, and then ready again.
      try await eventually(within: .seconds(100), "the reader is missed") {
        try await hub.json("/api/v1/readers")["items"].array.contains {
          $0["name"].text == "nfc" && $0["state"].text == "absent"
        }
      }
      let forgotten = ContinuousClock.now + Self.longerThanItRemembers
      try await eventually("its tags are forgotten") { ContinuousClock.now >= forgotten }
      let ear = EventEar(hub.url, after: nil)
      try await hub.trouble(#"{"unplug":false}"#)
      try await hub.waitForReaders()
      // A tag is read, and stays readable while nothing else happens.
      try await hub.setMode("look-up")
      for tag in ["tag-ntag213-1", "tag-ntag213-2", "tag-ntag213-1"] { _ = try await hub.layAndSee(tag) }
      try await hub.takeAway()
      let seen = states(ear, after: -1)
      await ear.stop()
      #expect(seen.count { $0 == "ready" } == 1, "round \(round): \(seen)")
      #expect(seen.last == "ready", "round \(round): \(seen)")
    }
  }
}
