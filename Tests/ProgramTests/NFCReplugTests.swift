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

  @Test func `after a killed hub in mode Write, a reader that is plugged in again opens once and reads`() async throws {
    let desk = try await HubUnderTest()
    defer { desk.end() }
    try await desk.waitForReaders()
    let copies = try await desk.copies(6)
    for (round, copy) in copies.enumerated() {
      try await desk.setMode("write")
      _ = try await desk.post("/api/v1/scans", #"{"code":"\#(copy.code)"}"#)
      try await desk.killHubAndStartAgain()
      try await desk.waitForReaders()
      try await desk.trouble(#"{"unplug":true}"#)
      try await eventually(within: .seconds(100), "the reader is missed") {
        try await desk.json("/api/v1/readers")["items"].array.contains { $0["state"].text != "ready" }
      }
      let ear = EventEar(desk.url, after: nil)
      try await desk.trouble(#"{"unplug":false}"#)
      try await desk.waitForReaders()
      // A tag is read, and stays readable while nothing else happens.
      try await desk.setMode("look-up")
      for tag in ["tag-ntag213-1", "tag-ntag213-2", "tag-ntag213-1"] { _ = try await desk.layAndSee(tag) }
      try await desk.takeAway()
      let seen = states(ear, after: -1)
      await ear.stop()
      #expect(seen.count { $0 == "ready" } == 1, "round \(round): \(seen)")
      #expect(seen.last == "ready", "round \(round): \(seen)")
    }
  }
}
