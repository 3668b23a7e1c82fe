import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// Tests of the data that staff record about copies, and of returns.
@Suite(.timeLimit(.minutes(10)))
struct CopyRoutesTests {
  @Test func `parts, reference and status are shown, and changed with the version that was seen`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.copies[0].id.text
    let displayed = try library.get("/copies/{id}", id)
    #expect(
      displayed.number("parts") == 1 && displayed.number("partsMissing") == 0 && displayed.text("status") == "available"
    )
    #expect(displayed.json["isReference"] == nil && displayed.json["isWithdrawn"] == nil)
    let body = #"{"parts":3,"partsMissing":1,"isReference":true,"status":"missing"}"#
    let unseen = try library.request(.patch, "/copies/{id}", [("id", id)], body: body)
    #expect(unseen.status == 428, "\(unseen.text)")
    let changed = try library.request(.patch, "/copies/{id}", [("id", id)], body: body, headers: [displayed.seen])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(changed.number("parts") == 3 && changed.number("partsMissing") == 1)
    #expect(changed.text("status") == "missing" && changed.json["isReference"] as? Bool == true)
    #expect(changed.header("etag") != displayed.header("etag"))
    let stale = try library.request(
      .patch, "/copies/{id}", [("id", id)], body: #"{"parts":2}"#, headers: [displayed.seen])
    #expect(stale.status == 412 && stale.code == "stale")
    let events = try library.events().filter { $0.event.kind == .copyChanged }
    #expect(events.count == 1 && events.first?.event.subject == id)
    let release = try library.get("/releases/{id}", library.release.id.text)
    #expect(release.text.contains(#""partsMissing":1"#))
  }

  @Test func `the shelf mark of a copy is changed and shown, also in its release`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.copies[0].id.text
    func patch(_ body: String) throws -> TagLibrary.Answer {
      try library.request(.patch, "/copies/{id}", [("id", id)], body: body, headers: [("if-match", "*")])
    }
    #expect(try patch(#"{"shelfMark":" ROCK 12 "}"#).text("shelfMark") == "ROCK 12")
    #expect(try library.get("/copies/{id}", id).text("shelfMark") == "ROCK 12")
    #expect(try library.get("/releases/{id}", library.release.id.text).text.contains(#""shelfMark":"ROCK 12""#))
    #expect(try patch(#"{"shelfMark":null}"#).json["shelfMark"] == nil)
    let long = try patch(#"{"shelfMark":"\#(String(repeating: "x", count: 65))"}"#)
    #expect(long.status == 422, "\(long.text)")
  }

  @Test(
    arguments: [
      (#"{"parts":0}"#, 422), (#"{"parts":1001}"#, 422), (#"{"parts":"2"}"#, 422),
      (#"{"partsMissing":2}"#, 422), (#"{"status":"gone"}"#, 422), (#"{"status":"on-loan"}"#, 422),
      (#"{"isReference":1}"#, 422), (#"{"slot":"x"}"#, 422), (#"{"#, 400),
    ])
  func `impossible values are refused, and change nothing`(_ body: String, _ status: Int) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.copies[0].id.text
    let reported = try library.request(.patch, "/copies/{id}", [("id", id)], body: body, headers: [("if-match", "*")])
    #expect(reported.status == status, "\(reported.text)")
    #expect(try library.request(.get, "/changes").items.isEmpty)
    let none = try library.request(
      .patch, "/copies/{id}", [("id", Copy.ID.new(at: .now()).text)], body: #"{"parts":2}"#,
      headers: [("if-match", "*")])
    #expect(none.status == 404)
  }

  @Test func `a copy on loan is neither missing nor lost; if withdrawn, its return needs a yes`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.copies[0].id.text
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    // The ETag contains the version for a copy on loan, too.
    let seen = try library.get("/copies/{id}", id).seen
    let lost = try library.request(.patch, "/copies/{id}", [("id", id)], body: #"{"status":"lost"}"#, headers: [seen])
    #expect(lost.status == 409 && lost.code == "copy-on-loan", "\(lost.text)")
    let withdrawn = try library.request(
      .patch, "/copies/{id}", [("id", id)], body: #"{"status":"withdrawn"}"#, headers: [seen])
    #expect(withdrawn.status == 200 && withdrawn.text("status") == "on-loan", "\(withdrawn.text)")
    #expect(withdrawn.json["isWithdrawn"] as? Bool == true)
    let prompted = try library.request(.post, "/loans/{id}/return", [("id", loan)])
    #expect(prompted.status == 409 && prompted.code == "needs-confirmation" && prompted.reasons == ["withdrawn"])
    let token = try #require(prompted.text("token"))
    let back = try library.request(.post, "/loans/{id}/return", [("id", loan)], body: #"{"confirm":"\#(token)"}"#)
    #expect(back.status == 200 && back.object("copy")["status"] as? String == "withdrawn", "\(back.text)")
  }

  @Test func `a box is counted on return: the number is requested, stored while the loan is open, and shown`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.box(0, parts: 3)
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    let prompted = try library.request(.post, "/loans/{id}/return", [("id", loan)])
    #expect(
      prompted.status == 409 && prompted.code == "parts-check" && prompted.number("parts") == 3, "\(prompted.text)")
    #expect(prompted.text("detail")?.contains("'partsBack'") == true && prompted.json["token"] == nil)
    #expect(try library.get("/loans/{id}", loan).json["returnedAt"] == nil)
    let some = try library.request(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":1}"#)
    #expect(some.status == 200 && some.text("code") == "parts-missing", "\(some.text)")
    #expect(try library.get("/loans/{id}", loan).number("partsBack") == 1)
    let all = try library.request(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":3}"#)
    #expect(all.status == 200 && all.text("code") == "returned", "\(all.text)")
  }

  @Test func `a withdrawn box is counted and said yes to at once`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.box(0, parts: 2)
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    try library.box(0, parts: 2, more: #","status":"withdrawn""#)
    let prompted = try library.request(.post, "/loans/{id}/return", [("id", loan)])
    #expect(
      prompted.code == "parts-check" && Set(prompted.reasons) == ["parts-check", "withdrawn"], "\(prompted.text)")
    let token = try #require(prompted.text("token"))
    let counted = try library.request(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":2}"#)
    #expect(counted.status == 409 && counted.code == "needs-confirmation", "\(counted.text)")
    let back = try library.request(
      .post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":2,"confirm":"\#(token)"}"#)
    #expect(back.status == 200 && back.text("code") == "returned", "\(back.text)")
  }

  @Test func `without counting, all parts are back`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.set("returns.asks-parts", "false")
    try library.box(0, parts: 3)
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    #expect(try library.request(.post, "/loans/{id}/return", [("id", loan)]).text("code") == "returned")
  }

  @Test func `renew all at a station returns both lists, and public responses have neither`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for copy in 0...1 { #expect(try library.lend(copy, to: library.ada).status == 201) }
    let hold = #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.bob.id)"}"#
    #expect(try library.request(.post, "/holds", body: hold).status == 201)
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).object("outcome")["code"] as? String == "session-started")
    let reported = try library.scan(Command.renewAll.code)
    let outcome = reported.object("outcome")
    #expect(outcome["code"] as? String == "renewed-all" && outcome["left"] as? Int == 1, "\(reported.text)")
    #expect(outcome["title"] as? String == "Some loans not renewed")
    #expect((outcome["detail"] as? String)?.contains("Not renewed: 1.") == true, "\(reported.text)")
    let loans = try #require(outcome["loans"] as? [[String: Any]])
    #expect(loans.count == 2)
    let left = loans.filter { $0["reasons"] != nil }
    #expect((left.first?["copy"] as? [String: Any])?["number"] as? Int == 2 && left.count == 1)
    #expect((left.first?["reasons"] as? [[String: Any]])?.first?["code"] as? String == "hold-waiting")
    // Only a request for the scan contains the list; lists and events do not.
    let id = try #require(reported.text("id"))
    let one = try library.request(.get, "/scans/{id}", [("id", id)], as: .station)
    #expect((one.object("outcome")["loans"] as? [Any])?.count == 2)
    #expect(try !library.request(.get, "/scans", as: .station).text.contains(#""loans":"#))
    for event in try library.events() {
      #expect(!event.text.contains(#""loans":"#) && !event.text.contains(#""lines":"#))
    }
    let pressed = try library.station("renew-all")
    #expect((pressed.object("outcome")["loans"] as? [Any])?.count == 2, "\(pressed.text)")
    for event in try library.events() {
      #expect(!event.text.contains(#""loans":"#) && !event.text.contains(#""lines":"#))
    }
  }

  @Test func `a copy that is not on loan is checked in: in-house use, found, trapped for a hold`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let plain = try library.checkIn(#""code":"\#(library.copies[1].code)""#)
    #expect(plain.status == 200 && plain.text("code") == "not-on-loan" && plain.json["loan"] == nil, "\(plain.text)")
    try library.box(1, parts: 1, more: #","status":"missing""#)
    let found = try library.checkIn(#""copy":"\#(library.copies[1].id)""#)
    #expect(found.status == 200 && found.text.contains(#""code":"found-missing""#), "\(found.text)")
    #expect(found.object("copy")["status"] as? String == "available")
    try library.set("returns.counts-in-house", "true")
    #expect(try library.checkIn(#""copy":"\#(library.copies[1].id)""#).text("code") == "in-house")
    let hold = #"{"copy":"\#(library.copies[2].id)","borrower":"\#(library.bob.id)"}"#
    #expect(try library.request(.post, "/holds", body: hold).status == 201)
    #expect(try library.checkIn(#""copy":"\#(library.copies[2].id)""#).object("hold")["state"] as? String == "ready")
    // A copy on loan can be checked in by the copy as well as by the loan.
    #expect(try library.lend(0, to: library.ada).status == 201)
    #expect(try library.checkIn(#""copy":"\#(library.copies[0].id)""#).text("code") == "returned")
    #expect(try library.checkIn(#""code":"DW:I:00000000000000""#).status >= 400)
    #expect(try library.request(.post, "/returns", body: "{}").status == 422)
  }
}

extension LendingLibrary {
  /// Sets the number of parts of a copy.
  fileprivate func box(_ copy: Int, parts: Int, more: String = "") throws {
    let reported = try request(
      .patch, "/copies/{id}", [("id", copies[copy].id.text)], body: #"{"parts":\#(parts)\#(more)}"#,
      headers: [("if-match", "*")])
    guard reported.status == 200 else { throw TestFailure(reported.text) }
  }

  fileprivate func checkIn(_ members: String) throws -> TagLibrary.Answer {
    try request(.post, "/returns", body: "{\(members)}")
  }
}
