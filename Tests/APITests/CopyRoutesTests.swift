import API
import Circulation
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing

/// Tests of the data that staff record about copies, and of returns.
@Suite(.timeLimit(.minutes(10)))
struct CopyRoutesTests {
  @Test func `parts, reference and status are shown, and changed with the version that was seen`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let id = house.copies[0].id.text
    let shown = try house.get("/copies/{id}", id)
    #expect(shown.number("parts") == 1 && shown.number("partsMissing") == 0 && shown.text("status") == "in")
    #expect(shown.json["isReference"] == nil && shown.json["isWithdrawn"] == nil)
    let body = #"{"partCount":3,"partsMissing":1,"isReference":true,"status":"missing"}"#
    let unseen = try house.ask(.patch, "/copies/{id}", [("id", id)], body: body)
    #expect(unseen.status == 428, "\(unseen.text)")
    let changed = try house.ask(.patch, "/copies/{id}", [("id", id)], body: body, headers: [shown.seen])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(changed.number("parts") == 3 && changed.number("partsMissing") == 1)
    #expect(changed.text("status") == "missing" && changed.json["isReference"] as? Bool == true)
    #expect(changed.header("etag") != shown.header("etag"))
    let stale = try house.ask(.patch, "/copies/{id}", [("id", id)], body: #"{"partCount":2}"#, headers: [shown.seen])
    #expect(stale.status == 412 && stale.code == "stale")
    let events = try house.events().filter { $0.event.kind == .copyChanged }
    #expect(events.count == 1 && events.first?.event.subject == id)
    let release = try house.get("/releases/{id}", house.release.id.text)
    #expect(release.text.contains(#""partsMissing":1"#))
  }

  @Test(
    arguments: [
      (#"{"partCount":0}"#, 422), (#"{"partCount":1001}"#, 422), (#"{"partCount":"2"}"#, 422),
      (#"{"partsMissing":2}"#, 422), (#"{"status":"gone"}"#, 422), (#"{"status":"on-loan"}"#, 422),
      (#"{"isReference":1}"#, 422), (#"{"slot":"x"}"#, 422), (#"{"#, 400),
    ])
  func `impossible values are refused, and change nothing`(_ body: String, _ status: Int) throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let id = house.copies[0].id.text
    let told = try house.ask(.patch, "/copies/{id}", [("id", id)], body: body, headers: [("if-match", "*")])
    #expect(told.status == status, "\(told.text)")
    #expect(try house.ask(.get, "/changes").items.isEmpty)
    let none = try house.ask(
      .patch, "/copies/{id}", [("id", Copy.ID.new(at: .now()).text)], body: #"{"partCount":2}"#,
      headers: [("if-match", "*")])
    #expect(none.status == 404)
  }

  @Test func `a copy on loan is neither missing nor lost; if withdrawn, its return needs a yes`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let id = house.copies[0].id.text
    let loan = try #require(try house.lend(0, to: house.ada).text("id"))
    // The ETag contains the version for a copy on loan, too.
    let seen = try house.get("/copies/{id}", id).seen
    let lost = try house.ask(.patch, "/copies/{id}", [("id", id)], body: #"{"status":"lost"}"#, headers: [seen])
    #expect(lost.status == 409 && lost.code == "copy-on-loan", "\(lost.text)")
    let withdrawn = try house.ask(
      .patch, "/copies/{id}", [("id", id)], body: #"{"status":"withdrawn"}"#, headers: [seen])
    #expect(withdrawn.status == 200 && withdrawn.text("status") == "on-loan", "\(withdrawn.text)")
    #expect(withdrawn.json["isWithdrawn"] as? Bool == true)
    let asked = try house.ask(.post, "/loans/{id}/return", [("id", loan)])
    #expect(asked.status == 409 && asked.code == "needs-confirmation" && asked.reasons == ["withdrawn"])
    let token = try #require(asked.text("token"))
    let back = try house.ask(.post, "/loans/{id}/return", [("id", loan)], body: #"{"confirm":"\#(token)"}"#)
    #expect(back.status == 200 && back.object("copy")["status"] as? String == "withdrawn", "\(back.text)")
  }

  @Test func `a box is counted on return: the number is requested, stored while the loan is open, and shown`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.box(0, parts: 3)
    let loan = try #require(try house.lend(0, to: house.ada).text("id"))
    let asked = try house.ask(.post, "/loans/{id}/return", [("id", loan)])
    #expect(asked.status == 409 && asked.code == "parts-check" && asked.number("parts") == 3, "\(asked.text)")
    #expect(asked.text("detail")?.contains("'partsBack'") == true && asked.json["token"] == nil)
    #expect(try house.get("/loans/{id}", loan).json["returnedAt"] == nil)
    let some = try house.ask(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":1}"#)
    #expect(some.status == 200 && some.text("code") == "parts-missing", "\(some.text)")
    #expect(try house.get("/loans/{id}", loan).number("partsBack") == 1)
    let all = try house.ask(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":3}"#)
    #expect(all.status == 200 && all.text("code") == "returned", "\(all.text)")
  }

  @Test func `a withdrawn box is counted and said yes to at once`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.box(0, parts: 2)
    let loan = try #require(try house.lend(0, to: house.ada).text("id"))
    try house.box(0, parts: 2, more: #","status":"withdrawn""#)
    let asked = try house.ask(.post, "/loans/{id}/return", [("id", loan)])
    #expect(asked.code == "parts-check" && Set(asked.reasons) == ["parts-check", "withdrawn"], "\(asked.text)")
    let token = try #require(asked.text("token"))
    let counted = try house.ask(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":2}"#)
    #expect(counted.status == 409 && counted.code == "needs-confirmation", "\(counted.text)")
    let back = try house.ask(
      .post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":2,"confirm":"\#(token)"}"#)
    #expect(back.status == 200 && back.text("code") == "returned", "\(back.text)")
  }

  @Test func `without counting, all parts are back`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.set("returns.asks-parts", "false")
    try house.box(0, parts: 3)
    let loan = try #require(try house.lend(0, to: house.ada).text("id"))
    #expect(try house.ask(.post, "/loans/{id}/return", [("id", loan)]).text("code") == "returned")
  }

  @Test func `renew all at a station returns both lists, and public responses have neither`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    for copy in 0...1 { #expect(try house.lend(copy, to: house.ada).status == 201) }
    let hold = #"{"copy":"\#(house.copies[1].id)","borrower":"\#(house.bob.id)"}"#
    #expect(try house.ask(.post, "/holds", body: hold).status == 201)
    try house.mode(.checkout)
    #expect(try house.scan(house.adasCard).object("outcome")["code"] as? String == "session-started")
    let told = try house.scan(Command.renewAll.code)
    let outcome = told.object("outcome")
    #expect(outcome["code"] as? String == "renewed-all" && outcome["left"] as? Int == 1, "\(told.text)")
    #expect(outcome["title"] as? String == "Some loans not renewed")
    #expect((outcome["detail"] as? String)?.contains("Not renewed: 1.") == true, "\(told.text)")
    let loans = try #require(outcome["loans"] as? [[String: Any]])
    #expect(loans.count == 2)
    let left = loans.filter { $0["reasons"] != nil }
    #expect((left.first?["copy"] as? [String: Any])?["number"] as? Int == 2 && left.count == 1)
    #expect((left.first?["reasons"] as? [[String: Any]])?.first?["code"] as? String == "hold-waiting")
    // Only a request for the scan contains the list; lists and events do not.
    let id = try #require(told.text("id"))
    let one = try house.ask(.get, "/scans/{id}", [("id", id)], as: .station)
    #expect((one.object("outcome")["loans"] as? [Any])?.count == 2)
    #expect(try !house.ask(.get, "/scans", as: .station).text.contains(#""loans":"#))
    for event in try house.events() {
      #expect(!event.text.contains(#""loans":"#) && !event.text.contains(#""lines":"#))
    }
    let pressed = try house.desk("renew-all")
    #expect((pressed.object("outcome")["loans"] as? [Any])?.count == 2, "\(pressed.text)")
    for event in try house.events() {
      #expect(!event.text.contains(#""loans":"#) && !event.text.contains(#""lines":"#))
    }
  }

  @Test func `a copy that is not on loan is checked in: in-house use, found, trapped for a hold`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let plain = try house.handIn(#""code":"\#(house.copies[1].code)""#)
    #expect(plain.status == 200 && plain.text("code") == "not-on-loan" && plain.json["loan"] == nil, "\(plain.text)")
    try house.box(1, parts: 1, more: #","status":"missing""#)
    let found = try house.handIn(#""copy":"\#(house.copies[1].id)""#)
    #expect(found.status == 200 && found.text.contains(#""code":"found-missing""#), "\(found.text)")
    #expect(found.object("copy")["status"] as? String == "in")
    try house.set("returns.counts-in-house", "true")
    #expect(try house.handIn(#""copy":"\#(house.copies[1].id)""#).text("code") == "in-house")
    let hold = #"{"copy":"\#(house.copies[2].id)","borrower":"\#(house.bob.id)"}"#
    #expect(try house.ask(.post, "/holds", body: hold).status == 201)
    #expect(try house.handIn(#""copy":"\#(house.copies[2].id)""#).object("hold")["state"] as? String == "ready")
    // A copy on loan can be checked in by the copy as well as by the loan.
    #expect(try house.lend(0, to: house.ada).status == 201)
    #expect(try house.handIn(#""copy":"\#(house.copies[0].id)""#).text("code") == "returned")
    #expect(try house.handIn(#""code":"DW:I:00000000000000""#).status >= 400)
    #expect(try house.ask(.post, "/returns", body: "{}").status == 422)
  }
}

extension LendingLibrary {
  /// Sets the number of parts of a copy.
  fileprivate func box(_ copy: Int, parts: Int, more: String = "") throws {
    let told = try ask(
      .patch, "/copies/{id}", [("id", copies[copy].id.text)], body: #"{"partCount":\#(parts)\#(more)}"#,
      headers: [("if-match", "*")])
    guard told.status == 200 else { throw TestFailure(told.text) }
  }

  fileprivate func handIn(_ members: String) throws -> TagLibrary.Told {
    try ask(.post, "/returns", body: "{\(members)}")
  }
}
