import Deadwax
import HTTPServer
import Testing
import Wire

/// Tests of the routes of the recheck of the library.
@Suite(.timeLimit(.minutes(5)))
struct RecheckRoutesTests {
  @Test func `a recheck is started once by repeated requests, and controlled by its version`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let before = try library.request(.get, "/recheck")
    #expect(before.status == 200 && before.text("state") == "none" && before.number("version") == 0, "\(before.text)")
    func start(_ key: String) throws -> TagLibrary.Answer {
      try library.request(.post, "/recheck", headers: [("idempotency-key", key)])
    }
    let started = try start("k")
    #expect(started.status == 201 && started.text("state") == "running", "\(started.text)")
    #expect(started.header("location") == "/api/v1/recheck")
    #expect(try start("k").text == started.text)
    // The same key with another query is another request.
    let other = try library.request(
      .post, "/recheck", query: "?search=year:1999", headers: [("idempotency-key", "k")])
    #expect(other.status == 422, "\(other.status) \(other.text)")
    let second = try start("l")
    #expect(second.status == 409 && second.code == "conflict", "\(second.text)")
    let seen = try library.request(.get, "/recheck")
    let body = #"{"state":"paused"}"#
    #expect(try library.request(.patch, "/recheck", body: body).status == 428)
    let paused = try library.request(.patch, "/recheck", body: body, headers: [seen.seen])
    #expect(paused.status == 200 && paused.text("state") == "paused", "\(paused.text)")
    #expect(paused.header("etag") == (try library.request(.get, "/recheck").header("etag")))
    let stale = try library.request(.patch, "/recheck", body: #"{"state":"stopped"}"#, headers: [seen.seen])
    #expect(stale.status == 412 && stale.code == "stale")
    let stopped = try library.request(.patch, "/recheck", body: #"{"state":"stopped"}"#, headers: [("if-match", "*")])
    #expect(stopped.status == 200 && stopped.text("state") == "stopped", "\(stopped.text)")
    let over = try library.request(.patch, "/recheck", body: #"{"state":"running"}"#, headers: [("if-match", "*")])
    #expect(over.status == 409, "\(over.text)")
  }

  @Test(arguments: [(#"{"state":"done"}"#, 422), (#"{}"#, 422), (#"{"state":"paused","speed":2}"#, 422), ("[", 400)])
  func `an invalid change is refused`(body: String, status: Int) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.request(.post, "/recheck")
    let refused = try library.request(.patch, "/recheck", body: body, headers: [("if-match", "*")])
    #expect(refused.status == status, "\(refused.text)")
    #expect(try library.request(.get, "/recheck").text("state") == "running")
  }

  @Test func `a query with a mistake, and one of too many blanks, start nothing`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for search in ["year:x", String(repeating: "%20", count: 1001), String(repeating: "a", count: 1001)] {
      let refused = try library.request(.post, "/recheck", query: "?search=\(search)")
      #expect((400...422).contains(refused.status), "\(refused.text)")
    }
    #expect(try library.request(.get, "/recheck").text("state") == "none")
    #expect(try library.request(.post, "/recheck", query: "?search=%20").status == 201)
  }

  @Test func `a station neither sees nor starts it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.request(.get, "/recheck", as: .station).status == 403)
    #expect(try library.request(.post, "/recheck", as: .station).status == 403)
    #expect(try library.request(.get, "/recheck").text("state") == "none")
  }
}
