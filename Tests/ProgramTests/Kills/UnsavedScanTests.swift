import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import Storage

/// Tests of the station's error report when the database accepts no write, with the real hub while another program
/// locks its database.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct UnsavedScanTests {
  @Test func `a scan that was not stored is reported within a second, sounded, and done once when it is sent again`()
    async throws
  {
    let sounds = try TemporaryFolder()
    // A sound is recognised by its length.
    let player = try sounds.write("#!/bin/sh\nwc -c >> \(sounds.path("heard"))\n", to: "player")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
    let hub = try await HubUnderTest(withHardware: false, ["--speaker", player])
    defer { hub.end() }
    let before = try await hub.post("/api/v1/scans", #"{"code":"before"}"#)
    #expect(before.status == 201)
    let ear = EventEar(hub.url, after: 0)
    let last = try #require(await ear.wait { $0.kind == "scan.recorded" }).id

    let other = try DatabaseConnection(path: hub.folder.path("data/deadwax.sqlite"), access: .writing)
    try other.execute("BEGIN EXCLUSIVE")
    let body = #"{"code":"0042","id":"01934899-7c1e-7b52-9d4e-2f60c3a1b7d4"}"#
    let refused = try await hub.post("/api/v1/scans", body)
    #expect(refused.status == 503 && refused.text.contains("Send it again with the same id"), "\(refused.text)")
    #expect(refused.text.contains(#""retryable":true"#))
    let reported = try #require(await ear.wait { $0.kind == "station.fault" })
    #expect(reported.id == -1, "it has no id, so that resuming goes on where it was")
    #expect(reported.json["station"].text == "desk")
    #expect(reported.json["fault"]["reason"].text == "locked" && reported.json["fault"]["scans"].int == 1)
    #expect(!String(decoding: reported.data, as: UTF8.self).contains("0042"))
    let displayed = try await hub.json("/api/v1/stations/desk")
    #expect(displayed["state"].text == "fault" && displayed["fault"]["reason"].text == "locked")
    #expect(displayed["fault"]["scans"].int == 1)

    try other.execute("COMMIT")
    _ = try #require(await ear.wait { $0.kind == "station.fault" && $0.json["fault"]["kind"].text == nil })
    #expect(try await hub.json("/api/v1/stations/desk")["state"].text == "idle")
    let taken = try #require(await ear.wait { $0.json["scan"]["outcome"]["code"].text == "not-saved" })
    #expect(taken.id > last)
    let again = try await hub.post("/api/v1/scans", body)
    #expect(again.status == 201, "\(again.text)")
    #expect(try await hub.post("/api/v1/scans", body).status == 200)
    let codes = try await hub.scans().filter { $0["text"].text == "0042" }.map { $0["outcome"]["code"].text }
    #expect(codes == ["unknown-code", "not-saved"])
    let ids = ear.all.map(\.id).filter { $0 > 0 }
    #expect(ids == Array(1...(ids.last ?? 0)))
    // The prompt sound of the unknown codes twice, and between them the fault, which is the second longest.
    let heard = try await eventually(within: .seconds(60), "the sounds") {
      let lines = (try? String(contentsOfFile: sounds.path("heard"), encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.count >= 3 ? lines.compactMap { Int($0) } : nil
    }
    #expect(heard.count == 3 && heard[0] == heard[2] && heard[1] > heard[0], "\(heard)")
    await ear.stop()
  }
}
