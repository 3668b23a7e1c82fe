import HTTPServer
import TestSupport
import Testing

/// Tests of the actions on a station's screen, from the command line.
@Suite(.timeLimit(.minutes(5)))
struct StationActTests {
  private static let prompted = "8f0c2a51-6d3e-8b47-9a10-2c4de6f80123"
  private static let sessionID = "0193489b-8b50-7e75-b90a-4d5e6f708192"
  private static let session =
    #","session":{"borrower":"Ada L.","open":1,"endsAt":"2026-11-20T09:46:42.120Z","id":"\#(sessionID)"}"#
  private static let question =
    #","confirming":{"id":"\#(prompted)","act":"checkout","reasons":[{"code":"hold-other","title":"A borrower waits","detail":""}],"needsStaff":false,"endsAt":"2026-11-20T09:46:42.120Z"}"#
  private static let choice =
    #","choosing":{"id":"\#(prompted)","code":"choose-copy","choices":[{"number":1,"kind":"copy","title":"Blue Train"}],"endsAt":"2026-11-20T09:46:42.120Z"}"#
  private static let lent =
    #","outcome":{"status":"done","code":"checked-out","title":"Checked out","detail":"Due 4 December 2026","mode":"check-out"}"#

  private func hub(_ now: String, _ verb: String, _ answer: HTTPResponse? = nil) throws -> FakeTagHub {
    try FakeStaffHub.play([
      "GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station(now))],
      "POST /api/v1/stations/desk/\(verb)": [answer ?? FakeTagHub.json(FakeStaffHub.station(Self.lent))],
    ])
  }

  @Test func `an answer and a number say what they are for`() async throws {
    for (now, verb, words, member) in [
      (Self.question, "answer", ["answer", "yes"], #""answer":"yes""#),
      (Self.choice, "pick", ["pick", "1"], #""number":1"#),
    ] {
      let hub = try hub(now, verb)
      let run = try await hub.run(words: ["station"] + words)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.first == "✓ Checked out · Due 4 December 2026")
      let sent = try #require(hub.sent("POST /api/v1/stations/desk/\(verb)").first)
      #expect(sent.contains(member) && sent.contains(#""prompt":"\#(Self.prompted)""#), "\(sent)")
      // Without an open prompt nothing is sent.
      let idle = try self.hub("", verb)
      #expect(try await idle.run(words: ["station"] + words).code == 3)
      #expect(idle.sent("POST /api/v1/stations/desk/\(verb)").isEmpty)
    }
  }

  @Test func `the reason of staff is sent, and a changed station is reported`() async throws {
    let hub = try hub(
      Self.question, "answer",
      FakeStaffHub.refusal("state-changed", ["state-changed"], more: #","station":\#(FakeStaffHub.station())"#))
    let run = try await hub.run("station", "answer", "yes", "--reason", "For tomorrow", "--prompt", Self.sessionID)
    #expect(run.code == 4 && run.errors.contains { $0.contains("deadwax station show") }, "\(run.errors)")
    let sent = try #require(hub.sent("POST /api/v1/stations/desk/answer").first)
    #expect(sent.contains(#""reason":"For tomorrow""#) && sent.contains(#""prompt":"\#(Self.sessionID)""#), "\(sent)")
  }

  @Test func `end and renew-all mean the session that is open`() async throws {
    for verb in ["end", "renew-all"] {
      let hub = try hub(Self.session, verb)
      let run = try await hub.run("station", verb)
      #expect(run.code == 0, "\(run.errors)")
      #expect(
        hub.sent("POST /api/v1/stations/desk/\(verb)").first?.contains(#""session":"\#(Self.sessionID)""#) == true)
      #expect(run.errors.contains { $0.contains("station receipt \(Self.sessionID)") } == (verb == "end"))
    }
    #expect(try await hub("", "renew-all").run("station", "renew-all").code == 3)
  }

  @Test func `a receipt is printed as text, or on the printer`() async throws {
    let script = [
      "GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station(Self.session))],
      "GET /api/v1/sessions/\(Self.sessionID)/receipt": [
        HTTPResponse(
          status: 200, headers: [("content-type", "text/plain")], body: .bytes(Array("Checked out\nBlue Train".utf8)))
      ],
      "POST /api/v1/sessions/\(Self.sessionID)/print": [HTTPResponse(status: 202)],
    ]
    let reported = try await FakeStaffHub.play(script).run("station", "receipt")
    #expect(reported.code == 0 && reported.output == ["Checked out", "Blue Train"], "\(reported.errors)")
    let hub = try FakeStaffHub.play(script)
    #expect(try await hub.run("station", "receipt", Self.sessionID, "--print").code == 0)
    #expect(hub.sent("POST /api/v1/sessions/\(Self.sessionID)/print").count == 1)
  }

  @Test func `a link is created for the open session, and ended`() async throws {
    let link = "/api/v1/sessions/\(Self.sessionID)/link"
    let made =
      #"{"createdAt":"2026-11-20T09:45:12.120Z","endsAt":"2026-11-21T09:45:12.120Z","address":"http://hub/my#dw_a","qr":["1"]}"#
    let script = [
      "GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station(Self.session))],
      "POST \(link)": [FakeTagHub.json(made)], "DELETE \(link)": [HTTPResponse(status: 204)],
    ]
    let hub = try FakeStaffHub.play(script)
    let run = try await hub.run("station", "link")
    #expect(run.code == 0 && run.output.first == "http://hub/my#dw_a", "\(run.errors)")
    let ending = try FakeStaffHub.play(script)
    let ended = try await ending.run("station", "link", Self.sessionID, "--end")
    #expect(ended.code == 0, "\(ended.errors)")
    #expect(ending.sent("DELETE \(link)").count == 1)
    let none = try FakeStaffHub.play(["GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station(""))]])
    #expect(try await none.run("station", "link").code == 3)
  }

  @Test func `impossible values are refused before any request`() async throws {
    for words in [
      ["answer", "perhaps"], ["answer"], ["pick", "0"], ["pick", "ten"], ["end", "now"], ["receipt", "a", "b"],
    ] {
      #expect(try await hub("", "answer").run(words: ["station"] + words).code == 64, "\(words)")
    }
  }
}
