import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of a station that loses its last reader and gets it back.
@Suite(.timeLimit(.minutes(10)))
struct ReaderFaultTests {
  @Test func `the fault covers the open prompt, typed codes work, and with the reader all is restored`() async throws {
    let pictures = try TemporaryFolder()
    let folder = pictures.path("camera")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none", "--camera", "shown:\(folder)"])
    defer { hub.end() }
    var random = SeededRandom(seed: 20_261_120)
    let evening = try await Evening(hub)
    try await evening.enrol(1, &random)
    for code in [Command.checkout.code.description, evening.guests[0].card] { try await type(code, at: hub) }
    try await eventually(within: .seconds(60), "the camera is ready") {
      try await hub.reader("camera")["state"].text == "ready"
    }
    try FileManager.default.removeItem(atPath: folder)
    let gone = ContinuousClock.now
    let faulty = try await eventually(within: .seconds(60), "the hub says that no reader is left") {
      let station = try await hub.json("/api/v1/stations/desk")
      return station["fault"]["kind"].text == "readers" ? station : nil
    }
    #expect(gone.duration(to: .now) >= .seconds(4))
    #expect(faulty["mode"].text == "check-out" && faulty["session"].isThere)
    #expect(try await type(Command.help.code.description, at: hub) == "help")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let station = try await eventually(within: .seconds(60), "the hub goes on") {
      let station = try await hub.json("/api/v1/stations/desk")
      return station["fault"]["kind"].isThere ? nil : station
    }
    #expect(station["mode"].text == "check-out" && station["session"].isThere)
    // Each was reported once: all events of the station are in its recording.
    let recording = try await evening.tryStaff(.get, "/api/v1/recording?names=no").text
    #expect(recording.components(separatedBy: "fault.began").count == 2)
    #expect(recording.components(separatedBy: "fault.over").count == 2)
  }

  @discardableResult
  private func type(_ code: String, at hub: HubUnderTest) async throws -> String? {
    let answer = try await hub.post("/api/v1/scans", #"{"code":"\#(code)"}"#)
    #expect(answer.status == 201, "\(answer.text)")
    return try JSONValue(answer.body)["outcome"]["code"].text
  }
}
