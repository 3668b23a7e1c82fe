import TestSupport
import Testing

/// Tests of `deadwax recheck …` with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RecheckCommandsTests {
  private static let path = "/api/v1/recheck"

  private static func recheck(_ state: String, _ more: String = "") -> String {
    #"{"state":"\#(state)","total":2000,"checked":500,"missing":2,"percent":25,"version":3\#(more)}"#
  }

  @Test func `the status has the progress and the time left`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.recheck("running", #","secondsLeft":4501"#))]
    ])
    let run = try await hub.run("recheck", "status")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output == [
        "running: 500 of 2000 releases (25 %), 2 of them no longer at Discogs", "time left: about 1 h 16 min",
      ])
  }

  @Test func `without a recheck the status is not found`() async throws {
    let none = #"{"state":"none","total":0,"checked":0,"missing":0,"percent":0,"version":0}"#
    let run = try await FakeStaffHub.play(["GET \(Self.path)": [FakeTagHub.json(none)]]).run("recheck", "status")
    #expect(run.code == 3 && run.output.isEmpty, "\(run.output)")
    let json = try await FakeStaffHub.play(["GET \(Self.path)": [FakeTagHub.json(none)]]).run(
      "recheck", "status", "--json")
    #expect(json.code == 0 && json.output == [none], "\(json.output)")
  }

  @Test func `a start is sent once`() async throws {
    let hub = try FakeStaffHub.play(["POST \(Self.path)": [FakeTagHub.json(Self.recheck("running"), status: 201)]])
    let run = try await hub.run("recheck", "start")
    #expect(run.code == 0 && run.output.first?.hasPrefix("running: ") == true, "\(run.errors)")
    #expect(hub.sent("POST \(Self.path)").count == 1)
  }

  @Test func `a start with a query sends it, and the answer shows it`() async throws {
    let hub = try FakeStaffHub.play([
      "POST \(Self.path)": [FakeTagHub.json(Self.recheck("running", #","search":"label:blue note""#), status: 201)]
    ])
    let run = try await hub.run("recheck", "start", "label:blue", "note")
    #expect(run.code == 0 && run.output.contains("search: label:blue note"), "\(run.errors)")
    #expect(hub.sent("POST \(Self.path)").first?.contains("search=label:blue note") == true)
  }

  @Test(arguments: [("pause", "paused"), ("resume", "running"), ("stop", "stopped")])
  func `a change is sent with the version that was read`(word: String, state: String) async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.recheck("running"))],
      "PATCH \(Self.path)": [FakeTagHub.json(Self.recheck(state))],
    ])
    let run = try await hub.run("recheck", word)
    #expect(run.code == 0 && run.output.first?.hasPrefix("\(state): ") == true, "\(run.errors)")
    let sent = try #require(hub.sent("PATCH \(Self.path)").first)
    #expect(sent.contains(#""state":"\#(state)""#) && sent.contains("if-match="), "\(sent)")
  }
}
