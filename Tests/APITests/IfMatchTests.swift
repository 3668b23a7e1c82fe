import Deadwax
import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests that a client with an old `ETag` changes nothing.
@Suite(.timeLimit(.minutes(5)))
struct IfMatchTests {
  /// Returns the fields of a request with the `ETag` of a response.
  private static func seen(_ answer: TagLibrary.Answer) throws -> [(String, String)] {
    [("if-match", try #require(answer.header("etag"), "\(answer.text)"))]
  }

  private static func isStale(_ answer: TagLibrary.Answer) -> Bool {
    answer.status == 412 && answer.code == "stale" && answer.json["version"] is String
  }

  @Test func `a tag that was bound again since is neither moved nor unbound`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    func tag() throws -> TagLibrary.Answer {
      try shelf.request(.get, "/tags/{uid}", [("uid", TagLibrary.uid)], isStaff: true)
    }
    func bind(_ copy: Int, _ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try shelf.request(
        .put, "/tags/{uid}/binding", [("uid", TagLibrary.uid)],
        body: #"{"copy":"\#(shelf.copies[copy].id)","move":true}"#, headers: headers, isStaff: true)
    }
    func unbind(_ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try shelf.request(.delete, "/tags/{uid}/binding", [("uid", TagLibrary.uid)], headers: headers, isStaff: true)
    }
    func copy() throws -> String? { (try tag().json["bound"] as? [String: Any])?["id"] as? String }
    try shelf.lay(TagLibrary.uid)
    let loose = try Self.seen(try tag())
    let first = try bind(0, loose)
    #expect(first.status == 200, "\(first.text)")
    // Another client saw the tag without a binding.
    #expect(Self.isStale(try bind(1, loose)))
    #expect(try copy() == shelf.copies[0].id.text)
    // The response has the `ETag` for the next change, which a later reading of the tag does not invalidate.
    try shelf.takeAway(TagLibrary.uid)
    try shelf.lay(TagLibrary.uid)
    #expect(try bind(1, try Self.seen(first)).status == 200)
    #expect(Self.isStale(try unbind(try Self.seen(first))))
    #expect(try copy() == shelf.copies[1].id.text)
    #expect(try unbind([("if-match", "\"x\"")]).status == 412)
    #expect(try unbind(try Self.seen(try tag())).status == 200)
    #expect(try copy() == nil)
    // Without a precondition, and with `*`, the current binding is changed.
    #expect(try bind(2, []).status == 200)
    #expect(try unbind([("if-match", "*")]).status == 200)
  }

  @Test func `a tag queue that was replaced or has advanced since is not replaced, skipped in or ended`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let ids = shelf.copies.map(\.id.text)
    func queue(
      _ method: Method, _ rest: String = "", body: String? = nil, headers: [(String, String)] = []
    ) throws -> TagLibrary.Answer {
      try shelf.request(method, "/stations/{name}/tag-queue" + rest, [("name", "desk")], body: body, headers: headers)
    }
    let first = try queue(.put, body: #"{"copies":["\#(ids[0])","\#(ids[1])","\#(ids[2])"]}"#)
    let seen = try Self.seen(first)
    #expect(try Self.seen(try queue(.get))[0].1 == seen[0].1)
    let skipped = try queue(.post, "/skip", headers: seen)
    #expect(skipped.json["skipped"] as? Int == 1, "\(skipped.text)")
    // Another client saw the copy before.
    #expect(Self.isStale(try queue(.post, "/skip", headers: seen)))
    #expect(Self.isStale(try queue(.put, body: #"{"untagged":true}"#, headers: seen)))
    #expect(Self.isStale(try queue(.delete, headers: seen)))
    #expect(try queue(.get).text == skipped.text)
    // The same copies make another queue.
    let second = try queue(
      .put, body: #"{"copies":["\#(ids[0])","\#(ids[1])","\#(ids[2])"]}"#, headers: try Self.seen(skipped))
    #expect(second.status == 200, "\(second.text)")
    #expect(Self.isStale(try queue(.delete, headers: seen)))
    #expect(try queue(.delete, headers: try Self.seen(second)).status == 204)
  }

  @Test func `a station that has changed since keeps its mode`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func choose(_ mode: String, _ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try library.request(
        .put, "/stations/{name}/mode", [("name", "desk")], body: #"{"mode":"\#(mode)"}"#, headers: headers,
        as: .station)
    }
    func station() throws -> TagLibrary.Answer {
      try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station)
    }
    try library.mode(.lookup)
    let seen = try Self.seen(try station())
    #expect(try choose("check-out", seen).text("mode") == "check-out")
    #expect(try library.scan(library.adasCard).status == 201)
    // Another screen saw the station before the borrower's session.
    #expect(Self.isStale(try choose("return", seen)))
    #expect(try station().text("mode") == "check-out" && !(try station().object("session").isEmpty))
    #expect(try choose("return", try Self.seen(try station())).text("mode") == "return")
  }

  @Test func `a loan that was renewed since is not renewed again`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    let seen = try Self.seen(try library.get("/loans/{id}", loan))
    func renew(_ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try library.request(.post, "/loans/{id}/renew", [("id", loan)], headers: headers)
    }
    #expect(try renew(seen).status == 200)
    // Another client saw the loan before.
    #expect(Self.isStale(try renew(seen)))
    #expect(try library.get("/loans/{id}", loan).number("renewals") == 1)
    #expect(try renew(try Self.seen(try library.get("/loans/{id}", loan))).status == 200)
  }

  @Test func `a hold whose copy became ready since is not cancelled`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    let hold = try #require(
      try library.request(
        .post, "/holds", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.bob.id)"}"#
      ).text("id"))
    let seen = try Self.seen(try library.get("/holds/{id}", hold))
    #expect(try library.request(.post, "/loans/{id}/return", [("id", loan)]).status == 200)
    func cancel(_ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try library.request(.post, "/holds/{id}/cancel", [("id", hold)], headers: headers)
    }
    #expect(Self.isStale(try cancel(seen)))
    let ready = try library.get("/holds/{id}", hold)
    #expect(ready.text("state") == "ready", "\(ready.text)")
    #expect(try cancel(try Self.seen(ready)).text("state") == "cancelled")
  }

  @Test func `a card of a borrower who has changed since is not removed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let path = [("id", library.ada.id.text)]
    let before = try library.request(.get, "/borrowers/{id}", path)
    let card = try #require((before.json["cards"] as? [[String: Any]])?.first?["id"] as? String)
    let renamed = try library.request(
      .patch, "/borrowers/{id}", path, body: #"{"name":"Ada King"}"#, headers: try Self.seen(before))
    func remove(_ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try library.request(.delete, "/borrowers/{id}/cards/{card}", path + [("card", card)], headers: headers)
    }
    #expect(Self.isStale(try remove(try Self.seen(before))))
    #expect(try remove(try Self.seen(renamed)).status == 200)
  }
}
