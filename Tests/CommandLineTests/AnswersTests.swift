import Glibc
import HTTPServer
import Log
import TestSupport
import Testing
import Threads

/// Tests of the program with rare responses of a hub; serialised, like CommandsTests.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct AnswersTests {
  private static func run(
    _ words: [String], answer: HTTPResponse, input: String = "", environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    let server = try HTTPServer(
      router: Router(
        ["/api/v1/scans", "/api/v1/resolve", "/api/v1/events", "/healthz", "/readyz"].flatMap { path in
          [Method.get, .post].map { Route($0, path) { _, reply in reply(answer) } }
        }), logger: .silent)
    defer { server.stop() }
    return try await ProgramRun(
      words, input: input, environment: environment.merging(["DEADWAX_HUB": "127.0.0.1:\(server.port)"]) { $1 })
  }

  private static func problem(_ status: Int, _ code: String, _ detail: String) -> HTTPResponse {
    let body =
      #"{"type":"urn:deadwax:problem:\#(code)","title":"T","status":\#(status),"detail":"\#(detail)","code":"\#(code)","reasons":[{"code":"r","detail":"And a reason."}],"retryable":false}"#
    return HTTPResponse(
      status: status, headers: [("Content-Type", "application/problem+json")], body: .bytes(Array(body.utf8)))
  }

  @Test(
    arguments: [
      (400, 64), (401, 1), (403, 1), (404, 3), (409, 4), (412, 4), (415, 78), (421, 78), (422, 64), (500, 75),
      (503, 75),
    ] as [(Int, Int32)])
  func `a refusal is printed with its reasons, and ends with its code`(_ status: Int, _ code: Int32) async throws {
    let run = try await Self.run(["scan", "x"], answer: Self.problem(status, "some-code", "It may not be."))
    #expect(run.code == code)
    #expect(run.output.isEmpty)
    #expect(run.errors.first == "deadwax: It may not be. And a reason.")
    if status == 401 { #expect(run.errors.last?.contains("--token-file") == true) }
  }

  @Test(
    arguments: [
      ("done", 0), ("noted", 0), ("duplicate", 0), ("queued", 0), ("unknown", 3), ("refused", 1), ("needs-choice", 5),
      ("needs-confirmation", 5), ("something-new", 1),
    ] as [(String, Int32)])
  func `the outcome of a scan decides the exit code`(_ status: String, _ code: Int32) async throws {
    let scan =
      #"{"id":"\#(FakeStaffHub.scanID)","seq":1,"station":"desk","at":"2026-11-20T09:05:20.000Z","receivedAt":"2026-11-20T09:05:20.000Z","symbology":"typed","text":"x","verified":false,"outcome":{"status":"\#(status)","code":"c","title":"Title","detail":"Detail","mode":"auto","choices":[{"number":1,"kind":"copy","copy":{"id":"\#(FakeStaffHub.copyID)","number":7,"code":"DW:I:0","status":"available","parts":1,"partsMissing":0,"version":1}}]}}"#
    let run = try await Self.run(["scan", "x"], answer: .json(Array(scan.utf8), status: 201))
    #expect(run.code == code)
    #expect(run.output.first?.hasSuffix("x  Title: Detail") == true)
    #expect(run.output.last == "  one of: 1  copy 7, DW:I:0, available")
  }

  @Test func `control characters never reach the terminal`() async throws {
    let scan =
      #"{"id":"\#(FakeStaffHub.scanID)","seq":1,"station":"d","at":"2026-11-20T09:05:20.000Z","receivedAt":"2026-11-20T09:05:20.000Z","symbology":"s\u001b","text":"\u001b[2J","verified":false,"outcome":{"status":"done\u001b","code":"c\u001b","title":"\u001b]0;x\u0007","detail":"\u0000","mode":"auto","release":{"id":"\#(FakeTagHub.releaseID)","title":"\u009b","artist":"\u202e","medium":"cd","status":"manual"}}}"#
    for words in [["scan", "x"], ["scans"]] {
      let body = words == ["scans"] ? #"{"items":[\#(scan)]}"# : scan
      let run = try await Self.run(words, answer: .json(Array(body.utf8)))
      #expect(run.code == (words == ["scans"] ? 0 : 1))
      let all = run.output.joined()
      #expect(
        all.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
      #expect(all.contains("\\u{1b}"))
    }
  }

  @Test(arguments: ["", "not json", "{}", #"{"items":5}"#, #"{"items":[{"id":1}]}"#])
  func `a response that is not a hub's is reported`(_ body: String) async throws {
    for words in [["scan", "x"], ["scans"], ["resolve", "x"]] where body != "{}" || words != ["scans"] {
      let run = try await Self.run(words, answer: .json(Array(body.utf8)))
      #expect(run.code == 69)
      #expect(run.errors.first == "deadwax: Cannot parse the hub's response.")
    }
    let page = try await Self.run(["scan", "x"], answer: .text("<html>", status: 404))
    #expect(page.code == 3)
    #expect(page.errors.last?.contains("Check that a Deadwax hub runs there.") == true)
  }

  @Test func `without a hub the address and the way to start it are printed`() async throws {
    for words in [
      ["scan", "x"], ["scans"], ["scans", "--follow"], ["resolve", "x"], ["events", "--follow"], ["doctor"],
    ] {
      let run = try await ProgramRun(words, environment: ["DEADWAX_HUB": "http://127.0.0.1:1"])
      #expect(run.code == 69)
      let all = (run.output + run.errors).joined(separator: "\n")
      #expect(all.contains("No hub responds at http://127.0.0.1:1"))
      #expect(all.contains("systemctl start deadwaxd"))
    }
  }

  @Test func `unreported lines are listed when the hub stops`() async throws {
    let run = try await Self.run(
      ["scan", "-"], answer: Self.problem(503, "not-ready", "The server is stopping."), input: "a\nb\n")
    #expect(run.code == 75)
    #expect(run.errors.first?.hasPrefix("deadwax: Line 1 and the following lines were not reported.") == true)
  }

  @Test func `a stream that may not be followed ends at once`() async throws {
    let run = try await Self.run(
      ["events", "--follow"], answer: Self.problem(401, "unauthorized", "A token is needed."))
    #expect(run.code == 1)
    #expect(run.errors.first == "deadwax: A token is needed. And a reason.")
  }

  @Test func `the token of a closed file is shown to the hub, and never printed`() async throws {
    let folder = try TemporaryFolder("deadwax-token")
    let token = "dw_0123456789012345678901234567890123456789012"
    let file = try folder.write(token + "\n", to: "token")
    let displayed = Locked<[String]>([])
    let server = try HTTPServer(
      router: Router([
        Route(.get, "/api/v1/resolve") { request, reply in
          displayed.withLock { $0.append(request.header("authorization") ?? "none") }
          reply(.json(Array(#"{"code":"x","class":"slot","text":"t","slot":"Shelf 1, slot 3"}"#.utf8)))
        }
      ]), logger: .silent)
    defer { server.stop() }
    let hub = "127.0.0.1:\(server.port)"
    // With the file's initial permissions, other users may read it.
    let open = try await ProgramRun(["--hub", hub, "--token-file", file, "resolve", "x"])
    #expect(open.code == 78)
    #expect(open.errors.first?.contains("chmod 600") == true)
    chmod(file, 0o600)
    let closed = try await ProgramRun(["--hub", hub, "resolve", "x"], environment: ["DEADWAX_TOKEN_FILE": file])
    #expect(closed.code == 0)
    #expect(closed.output == ["x  a slot", "  Shelf 1, slot 3"])
    #expect(displayed.withLock { $0 } == ["Bearer \(token)"])
    #expect(!(open.errors + closed.output + closed.errors).joined().contains(token))
  }

  @Test func `decode is another program's work`() async throws {
    let run = try await ProgramRun(["decode", "/nonexistent/picture.png", "--json"])
    #expect(run.code == 1)
    #expect(run.output.first?.contains("\"error\"") == true)
    let misused = try await ProgramRun(["decode", "--nonsense"])
    #expect(misused.code == 64)
    #expect(misused.errors.first?.hasPrefix("deadwax-reader: ") == true)
  }

  @Test func `the version is printed`() async throws {
    let run = try await ProgramRun(["--version"])
    #expect(run.output == ["deadwax 0.1.0"])
    #expect(run.code == 0)
  }
}
