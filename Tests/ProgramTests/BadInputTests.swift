import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests that the hub answers every invalid input with a clear error, loses nothing and does not crash.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct BadInputTests {
  @Test func `bodies, codes and tokens that are no good each get their own problem`() async throws {
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { hub.end() }
    func problem(_ answer: HTTPClientResponse) throws -> String? {
      #expect(answer.headers["content-type"] == "application/problem+json")
      let json = try JSONValue(answer.body)
      #expect(json["status"].int == answer.status)
      #expect(json["detail"].text?.isEmpty == false)
      return json["code"].text
    }
    let code = String(repeating: "9", count: 10_000)
    for (body, status, expected) in [
      (#"{"code":"\#(code)"}"#, 422, "invalid"), (#"{"code":""}"#, 422, "invalid"), (#"{"code":7}"#, 422, "invalid"),
      (#"{"code":"x","colour":"red"}"#, 422, "invalid"), (#"{"code":"x","id":"7"}"#, 422, "invalid"),
      (#"{"code":"x","at":"yesterday"}"#, 422, "invalid"), (#"{"code":"x","station":"Desk One"}"#, 422, "invalid"),
      (#"{"code":"x""#, 400, "bad-request"), ("", 400, "bad-request"), ("[]", 422, "invalid"),
      (String(repeating: "[", count: 60_000), 400, "bad-request"),
    ] {
      let answer = try await hub.post("/api/v1/scans", body)
      #expect(answer.status == status, "\(body.prefix(60))")
      #expect(try problem(answer) == expected, "\(body.prefix(60))")
    }
    let hundredMegabytes = String(repeating: "x", count: 100_000_000)
    let big = try? await hub.post("/api/v1/scans", hundredMegabytes)
    // The hub may close the connection before it has read the whole body; then the client sees a broken connection.
    if let big { #expect(big.status == 413) }
    for token in ["nonsense", "dw_", "dw_" + String(repeating: "A", count: 43)] {
      let answer = try await hub.get("/api/v1/scans", headers: ["authorization": "Bearer \(token)"])
      #expect(answer.status == 401)
      #expect(try problem(answer) == "unauthorized")
    }
    #expect(try await hub.get("/api/v1/tokens").status == 403)
    #expect(try problem(try await hub.post("/api/v1/setup", #"{"secret":"wrong"}"#)) == "unauthorized")
    #expect(try problem(try await hub.get("/api/v1/scans/7")) == "not-found")
    #expect(try problem(try await hub.get("/api/v1/scans?limit=0")) == "bad-request")
    #expect(try problem(try await hub.get("/api/v1/scans?cursor=x")) == "bad-request")
    #expect(try problem(try await hub.get("/nowhere")) == "not-found")
    let foreign = try await hub.post("/api/v1/scans", #"{"code":"x"}"#, headers: ["origin": "http://evil.example"])
    #expect(try problem(foreign) == "forbidden")
    #expect(try problem(try await hub.get("/api/v1/scans", headers: ["host": "evil.example"])) == "wrong-host")
    // Afterwards it still records normally.
    #expect(try await hub.post("/api/v1/scans", #"{"code":"5099902988023"}"#).status == 201)
    #expect(try await hub.scans().count == 1)
  }

  @Test func `orders, bindings and queues of tags that are no good each get their own problem`() async throws {
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { hub.end() }
    let deep = String(repeating: "[", count: 60_000)
    let noUTF8 = String(decoding: [0x7B, 0x22, 0xFF, 0x22, 0x7D], as: UTF8.self)
    let long = "{\"action\":\"" + String(repeating: "x", count: 60_000) + "\"}"
    var prompted = 0
    for path in [
      "tag-jobs", "tag-jobs/x/cancel", "stations/desk/tag-queue/skip", "stations/desk/answer", "stations/x/answer",
    ] {
      for body in ["", "{", "[]", "null", "7", "\"x\"", "{}", #"{"action":{}}"#, #"{"answer":[]}"#, deep, noUTF8, long]
      {
        let answer = try await hub.post("/api/v1/\(path)", body)
        prompted += 1
        #expect((400..<500).contains(answer.status), "\(path) \(body.prefix(40)): \(answer.status)")
        let problem = try JSONValue(answer.body)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(problem["status"].int == answer.status && problem["detail"].text?.isEmpty == false)
        #expect(!answer.text.contains("xxxxxxxxxx"), "what was sent is not sent back whole")
      }
    }
    for path in [
      "tags?cursor=" + String(repeating: "9", count: 300), "tags?state=%00", "tags/%00", "tags/..%2f..%2fetc",
      "tags/08",
      "tags/" + String(repeating: "A", count: 4000), "tag-jobs/%F0%9F%92%BF", "tag-jobs?cursor='--",
      "tag-jobs?uid=04;drop",
      "stations/%2e%2e/tags", "stations/x'%20OR%201=1/tag-queue", "places/x", "places?limit=-1", "copies?number=1e3",
    ] {
      let answer = try await hub.get("/api/v1/\(path)")
      prompted += 1
      #expect((400..<500).contains(answer.status), "\(path.prefix(60)): \(answer.status)")
      #expect(answer.headers["content-type"] == "application/problem+json")
    }
    #expect(prompted == 74)
    let text = try await hub.post("/api/v1/tag-jobs", "{}", headers: ["content-type": "text/plain"])
    #expect(text.status == 415 || text.status == 422)
    let foreign = try await hub.post("/api/v1/tag-jobs", "{}", headers: ["origin": "http://evil.example"])
    #expect(foreign.status == 403)
    // Afterwards there is no new job, queue or tag, and a valid order is still accepted.
    #expect(try await hub.json("/api/v1/tag-jobs?state=all")["items"].array.isEmpty)
    #expect(try await hub.get("/api/v1/stations/desk/tag-queue").status == 404)
    let order = #"{"action":"erase","uid":"04F1E2D3C4B5A6","seconds":1}"#
    let made = try await hub.post("/api/v1/tag-jobs", order, headers: ["idempotency-key": "one"])
    #expect(made.status == 201)
    let again = try await hub.post("/api/v1/tag-jobs", order, headers: ["idempotency-key": "one"])
    #expect(again.status == 201 && again.body == made.body)
  }

  @Test func `an idempotency key and an id each make one scan`() async throws {
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { hub.end() }
    let body = #"{"code":"5099902988023"}"#
    let first = try await hub.post("/api/v1/scans", body, headers: ["idempotency-key": "shelf 1"])
    let second = try await hub.post("/api/v1/scans", body, headers: ["idempotency-key": "shelf 1"])
    #expect(first.status == 201)
    #expect(second.status == 200)
    #expect(try JSONValue(first.body)["id"].text == JSONValue(second.body)["id"].text)
    let other = try await hub.post("/api/v1/scans", #"{"code":"x"}"#, headers: ["idempotency-key": "shelf 1"])
    #expect(other.status == 422)
    #expect(try JSONValue(other.body)["code"].text == "id-reused")
    // An invalid key is refused, also beside an id that takes its place.
    let withID = #"{"code":"y","id":"3617b3a9-302a-264d-b49d-2379f3ac4f43"}"#
    for key in [String(repeating: "k", count: 256), "k\u{00E4}"] {
      #expect(try await hub.post("/api/v1/scans", withID, headers: ["idempotency-key": key]).status == 422)
    }
    #expect(try await hub.scans().count == 1)
  }

  @Test func `a reader that prints garbage, broken lines and a flood is counted, and what is whole gets through`()
    async throws
  {
    let folder = try TemporaryFolder()
    // It is found in place of the hub's reader, and sends valid protocol lines with random data in between.
    let program = try folder.write(
      """
      #!/bin/sh
      echo '{"type":"hello","reader":"nfc","version":1,"device":"made up","capabilities":{}}'
      echo '{"type":"state","state":"ready"}'
      head -c 3000 /dev/urandom; echo
      echo '{"type":"tag","event":"arrived","id":"0192f0c4-7b1a-7000-8000-0000000000'
      echo '{"type":"tag","event":"arrived","id":"7","at":"never","uid":"04"}'
      head -c 2000000 /dev/zero | tr '\\0' 'x'; echo
      echo '{"type":"tag","event":"arrived","id":"0192f0c4-7b1a-7000-8000-000000000001","at":"2026-11-20T09:00:00Z","uid":"04A2B3C4D5E680"}'
      while read -r line; do :; done
      """, to: "deadwax-reader")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let hub = try await HubUnderTest(
      withHardware: false, ["--programs", folder.path, "--nfc", "pn532_uart:/dev/null"])
    defer { hub.end() }
    try await eventually(within: .seconds(60), "the whole line becomes a scan") { try await hub.scans().count == 1 }
    #expect(try await hub.scans()[0]["outcome"]["code"].text == "unknown-tag")
    #expect((try await hub.reader("nfc")["linesSkipped"].int ?? 0) >= 4)
  }

  @Test func `unreadable pictures are skipped, and the next one is shown`() async throws {
    let folder = try TemporaryFolder()
    let pictures = folder.path("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    _ = try folder.write("no picture at all", to: "pictures/01.png")
    _ = try folder.write([], to: "pictures/02.jpg")
    _ = try folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], to: "pictures/03.png")
    _ = try folder.write(try PictureOf.barcode("5099902988023"), to: "pictures/04.pgm")
    _ = try folder.write(Array("P5 50000 50000 255\n".utf8), to: "pictures/05.pgm")
    _ = try folder.write(try PictureOf.barcode("075679165923"), to: "pictures/06.pgm")
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none", "--camera", "pictures:\(pictures)"])
    defer { hub.end() }
    try await eventually(within: .seconds(60), "both readable pictures become scans") {
      try await hub.scans().count == 2
    }
    #expect(Set(try await hub.scans().compactMap { $0["text"].text }) == ["5099902988023", "075679165923"])
    #expect(try await hub.get("/readyz").status == 200)
  }
}
