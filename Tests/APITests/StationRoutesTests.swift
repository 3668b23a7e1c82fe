import API
import Circulation
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing

/// Tests of actions on a station's screen, settings, changes, and the visibility of data.
@Suite(.timeLimit(.minutes(10)))
struct StationRoutesTests {
  @Test func `a station undoes its last change, and reports it`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    #expect(try house.scan(house.adasCard).status == 201)
    let lent = try house.scan(house.copies[0].code)
    #expect(lent.object("outcome")["code"] as? String == "checked-out", "\(lent.text)")
    let desk = try house.ask(.get, "/stations/{name}", [("name", "desk")], as: .station)
    #expect(desk.object("session")["borrower"] as? String == "Ada L.")
    #expect(desk.object("undo")["kind"] as? String == "lend", "\(desk.text)")
    #expect((desk.json["recent"] as? [Any])?.count == 1)
    let undone = try house.desk("undo")
    #expect(undone.status == 200, "\(undone.text)")
    #expect(undone.object("outcome")["code"] as? String == "undone")
    #expect(try house.ask(.get, "/loans").items.isEmpty)
    // A second undo is a redo, and a third one undoes again: older changes are out of reach.
    let again = try house.desk("undo")
    #expect(again.status == 200 && again.object("outcome")["code"] as? String == "redone", "\(again.text)")
    #expect(try house.ask(.get, "/loans").items.count == 1)
    #expect(try house.desk("undo").object("outcome")["code"] as? String == "undone")
    #expect(try house.ask(.get, "/loans").items.isEmpty)
    // Staff redo it by undoing the undo.
    let newest = try #require(try house.ask(.get, "/changes").items.first)
    #expect(newest["kind"] as? String == "undo")
    let redone = try house.ask(.post, "/changes/{id}/undo", [("id", newest["id"] as? String ?? "")])
    #expect(redone.status == 200, "\(redone.text)")
    #expect(try house.ask(.get, "/loans").items.count == 1)
  }

  @Test func `a program reports the reader that saw a tag, and the tag's content`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let code = house.copies[0].code
    func report(_ reader: String, _ written: String) throws -> TagLibrary.Told {
      let tag = #""code":"04A1B2C3D4E580","symbology":"tag UID""#
      let body = #"{\#(tag),"written":"\#(written)","reader":"\#(reader)"}"#
      return try house.ask(.post, "/scans", body: body, as: .station)
    }
    let seen = try report("nfc-2", code.description)
    #expect(seen.status == 201, "\(seen.text)")
    #expect(seen.text("reader") == "nfc-2")
    #expect(seen.text("written") == code.description)
    #expect((seen.object("outcome")["copy"] as? [String: Any])?["code"] as? String == code.description, "\(seen.text)")
    #expect(try report("Not a name", "x").status == 422)
    #expect(try report("", "x").status == 422)
    #expect(try report("nfc", "").status == 422)
    #expect(try report("nfc", String(repeating: "x", count: 501)).status == 422)
  }

  @Test func `a later change prevents an undo, and is reported`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let loan = try #require(try house.lend(0, to: house.ada).text("id"))
    let lend = try #require(try house.ask(.get, "/changes").items.first?["id"] as? String)
    #expect(try house.ask(.post, "/loans/{id}/renew", [("id", loan)]).status == 200)
    let refused = try house.ask(.post, "/changes/{id}/undo", [("id", lend)])
    #expect(refused.status == 409 && refused.code == "changed-since", "\(refused.text)")
    let shown = try house.get("/changes/{id}", lend)
    #expect(shown.text("changedSince") == "renew")
    #expect((shown.json["rows"] as? [Any])?.isEmpty == false)
    // A station undoes only its own changes, none that staff made.
    #expect(try house.ask(.post, "/changes/{id}/undo", [("id", lend)], as: .station).status == 404)
  }

  @Test func `a mode that a desk may not have is refused with 409`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let policy = try house.ask(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    #expect(policy.status == 200, "\(policy.text)")
    var decided = policy.json
    decided["modes"] = ["look-up", "check-out"]
    let body = String(decoding: try JSONSerialization.data(withJSONObject: decided), as: UTF8.self)
    let path = "/stations/{name}/policy"
    #expect(try house.ask(.put, path, [("name", "desk")], body: body, as: .admin).status == 428)
    let set = try house.ask(.put, path, [("name", "desk")], body: body, headers: [policy.seen], as: .admin)
    #expect(set.status == 200, "\(set.text)")
    #expect(try house.ask(.put, path, [("name", "desk")], body: body, headers: [policy.seen], as: .admin).status == 412)
    #expect(
      try house.ask(.put, path, [("name", "desk")], body: #"{"home":"auto"}"#, headers: [set.seen], as: .admin).status
        == 422)
    let told = try house.ask(
      .put, "/stations/{name}/mode", [("name", "desk")], body: #"{"mode":"return"}"#, as: .station)
    #expect(told.status == 409 && told.code == "not-allowed", "\(told.text)")
    try house.mode(.checkout)
  }

  @Test func `a PIN opens the session, a wrong one is refused, and none is accepted without a prompt`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    #expect(try house.desk("pin", #"{"pin":"4711"}"#).status == 409)
    #expect(
      try house.ask(.put, "/borrowers/{id}/pin", [("id", house.ada.id.text)], body: #"{"pin":"4711"}"#).status == 200)
    let policy = try house.ask(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    let body = policy.text.replacingOccurrences(of: #""asksPIN":false"#, with: #""asksPIN":true"#)
    #expect(
      try house.ask(
        .put, "/stations/{name}/policy", [("name", "desk")], body: body, headers: [policy.seen], as: .admin
      ).status == 200)
    try house.mode(.checkout)
    let shown = try house.scan(house.adasCard)
    #expect(shown.object("outcome")["code"] as? String == "pin-needed", "\(shown.text)")
    let typed = try house.ask(.post, "/scans", body: #"{"code":"4711"}"#, as: .station)
    #expect(typed.status == 409 && typed.code == "pin-needed", "\(typed.text)")
    #expect(!typed.text.contains("4711"))
    #expect(!(try house.ask(.get, "/scans", as: .station).text.contains("4711")))
    let wrong = try house.desk("pin", #"{"pin":"9999"}"#)
    #expect(wrong.status == 409 && wrong.code == "pin-wrong", "\(wrong.text)")
    let right = try house.desk("pin", #"{"pin":"4711"}"#)
    #expect(right.status == 200 && right.object("session")["borrower"] as? String == "Ada L.", "\(right.text)")
    for body in ["{}", #"{"pin":4711}"#, #"{"pin":""}"#, #"{"pin":"1234567890123"}"#] {
      #expect(try house.desk("pin", body).status == 422)
    }
  }

  @Test func `only staff say yes with a reason, and a number is one of nine`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    #expect(try house.desk("answer", #"{"answer":"yes","reason":"Because"}"#).status == 403)
    #expect(try house.desk("answer", #"{"answer":"yes","reason":"Because"}"#, as: .staff).status == 200)
    for body in [#"{"number":0}"#, #"{"number":10}"#, "{}", #"{"number":"1"}"#] {
      #expect(try house.desk("pick", body).status == 422)
    }
  }

  @Test func `staff read settings, and an admin who has the current version changes them`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let all = try house.ask(.get, "/settings")
    #expect(all.items.count > 20)
    let seen = try house.ask(.get, "/settings/{key}", [("key", "loan.days")])
    #expect(seen.text("value") == "14" && seen.text("default") == "14" && seen.number("version") == 0)
    func put(_ value: String, _ headers: [(String, String)], as role: Role = .admin) throws -> TagLibrary.Told {
      try house.ask(
        .put, "/settings/{key}", [("key", "loan.days")], body: #"{"value":\#(value)}"#, headers: headers, as: role)
    }
    #expect(try put(#""21""#, [seen.seen], as: .staff).status == 403)
    #expect(try put(#""21""#, []).status == 428)
    let set = try put(#""21""#, [seen.seen])
    #expect(set.status == 200 && set.text("value") == "21", "\(set.text)")
    #expect(try put(#""28""#, [seen.seen]).status == 412)
    let bad = try put(#""many""#, [set.seen])
    #expect(bad.status == 422 && !bad.reasons.isEmpty, "\(bad.text)")
    #expect(try put("null", [set.seen]).text("value") == "14")
    #expect(try house.ask(.get, "/settings/{key}", [("key", "no.such")]).status == 404)
  }

  @Test func `a time zone is set by its name, and shows its rule and what its clocks show`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let names = try house.ask(.get, "/time-zones")
    #expect(names.items.compactMap { $0["name"] as? String } == SampleZones().names)
    let key = [("key", "calendar.time-zone")]
    #expect(try house.ask(.get, "/settings/{key}", key).text("default") == "UTC")
    try house.set("calendar.time-zone", "Asia/Kolkata")
    let set = try house.ask(.get, "/settings/{key}", key)
    #expect(set.text("value") == "Asia/Kolkata" && set.text("kind") == "time-zone")
    let zone = set.json["timeZone"] as? [String: String]
    #expect(zone == ["rule": "IST-5:30", "abbreviation": "IST", "offset": "+05:30"])
    #expect(try house.ask(.get, "/settings/{key}", [("key", "loan.days")]).json["timeZone"] == nil)
    let wrong = try house.ask(
      .put, "/settings/{key}", key, body: #"{"value":"Europe/Berlim"}"#, headers: [("if-match", "*")], as: .admin)
    #expect(wrong.status == 422 && wrong.text.contains("Did you mean Europe/Berlin?"), "\(wrong.text)")
  }

  @Test func `a scan explains itself, and names no person to a station`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    let card = try #require(try house.scan(house.adasCard).text("id"))
    let lent = try #require(try house.scan(house.copies[0].code).text("id"))
    let story = try house.ask(.get, "/scans/{id}/explanation", [("id", lent)], as: .station)
    #expect(story.status == 200, "\(story.text)")
    #expect(story.text("rule")?.isEmpty == false && story.text("sentence")?.isEmpty == false)
    #expect((story.json["changes"] as? [[String: Any]])?.first?["kind"] as? String == "lend")
    let told = try story.text + house.ask(.get, "/scans/{id}/explanation", [("id", card)], as: .station).text
    for secret in ["Ada", "Lovelace", house.adasCard.description, house.ada.id.text] {
      #expect(!told.contains(secret), "\(secret) in \(told)")
    }
    #expect(try house.ask(.get, "/scans/{id}/explanation", [("id", Reading.ID.new(at: .now()).text)]).status == 404)
  }

  @Test func `events, history and lists of stations contain no name and no card`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let strange = "LIB-0042"
    #expect(
      try house.ask(
        .post, "/borrowers/{id}/cards", [("id", house.ada.id.text)], body: #"{"code":"\#(strange)"}"#
      ).status == 201)
    try house.mode(.checkout)
    #expect(try house.ask(.post, "/scans", body: #"{"code":"\#(strange)"}"#, as: .station).status == 201)
    #expect(try house.scan(house.copies[0].code).status == 201)
    #expect(try house.desk("renew-all").status < 500)
    #expect(try house.desk("end").status == 200)
    #expect(try house.lend(1, to: house.bob).status == 201)
    #expect(
      try house.ask(
        .post, "/holds", body: #"{"copy":"\#(house.copies[1].id)","borrower":"\#(house.ada.id)"}"#
      ).status == 201)
    try house.mode(.return)
    let laidReady = try house.scan(house.copies[1].code)
    #expect(laidReady.status == 201)
    // Only the station gets the end of the card number, for the slip, and only while the copy is ready.
    let end = String(house.adasCard.description.suffix(4))
    let desk = { try house.ask(.get, "/stations/{name}", [("name", "desk")], as: .station) }
    #expect((try desk().json["ready"] as? [String: Any])?["card"] as? String == end)
    #expect(try house.desk("undo").status == 200)
    #expect(try desk().json["ready"] == nil)
    try house.set("loan.days", "21")
    let events = try house.events()
    let kinds = Set(events.map(\.event.kind))
    #expect(
      kinds.isSuperset(of: [.loanOpened, .loanClosed, .holdChanged, .borrowerChanged, .changeUndone, .settingChanged]),
      "\(kinds)")
    let told =
      try events.map(\.text).joined()
      + house.ask(.get, "/scans", as: .station).text + house.ask(.get, "/stations", as: .station).text + laidReady.text
    for secret in [
      #""\#(end)""#, "…\(end)", "Ada", "Lovelace", "Robert", "Boyle", strange, house.adasCard.description,
      house.bobsCard.description,
    ] { #expect(!told.contains(secret), "\(secret)") }
  }

  @Test func `the recording goes out without names, and plays again the same`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    for code in [house.adasCard, house.copies[0].code, house.copies[1].code] {
      #expect(try house.scan(code).status == 201)
    }
    #expect(try house.desk("undo").status == 200)
    let named = try house.ask(.get, "/recording", as: .admin)
    #expect(named.status == 200 && named.text.contains("Lovelace"))
    let unnamed = try house.ask(.get, "/recording", query: "?names=no", as: .admin)
    #expect(unnamed.status == 200)
    for secret in ["Ada", "Lovelace", house.adasCard.description] { #expect(!unnamed.text.contains(secret)) }
    let own = try house.ask(.post, "/replays", body: "{}", as: .admin)
    #expect(own.status == 200 && own.json["isEqual"] as? Bool == true, "\(own.text)")
    #expect(own.number("events") ?? 0 >= 4)
    let file = try house.ask(
      .post, "/replays", headers: [("content-type", "application/x-ndjson")], sent: named.text, as: .admin)
    #expect(file.status == 200 && file.json["isEqual"] as? Bool == true, "\(file.text)")
    let broken = try house.ask(
      .post, "/replays", headers: [("content-type", "application/x-ndjson")], sent: "{}\n", as: .admin)
    #expect(broken.status == 422, "\(broken.text)")
    #expect(try house.ask(.get, "/recording", query: "?names=maybe", as: .admin).status == 400)
  }

  @Test func `a receipt is for the borrower at the station, without a name; the next session hides it`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    #expect(try house.scan(house.adasCard).status == 201)
    let desk = try house.ask(.get, "/stations/{name}", [("name", "desk")], as: .station)
    let visit = [("id", try #require(desk.object("session")["visit"] as? String))]
    #expect(try house.scan(house.copies[0].code).status == 201)
    #expect(try house.desk("end").status == 200)
    let receipt = try house.ask(.get, "/visits/{id}/receipt", visit, as: .station)
    #expect(receipt.status == 200 && receipt.text.contains("Blue Train"), "\(receipt.text)")
    #expect(!receipt.text.contains("Ada"))
    #expect(try house.ask(.get, "/visits/{id}/receipt", visit).text.contains("Ada L."))
    let page = try house.ask(.get, "/visits/{id}/receipt", query: "?format=html", visit, as: .station)
    #expect(page.header("content-type")?.hasPrefix("text/html") == true && page.text.contains("<h1>"))
    #expect(try house.ask(.get, "/visits/{id}/receipt", query: "?format=pdf", visit, as: .station).status == 400)
    // There is no printer, and the response is immediate.
    #expect(try house.ask(.post, "/visits/{id}/print", visit, as: .station).code == "no-printer")
    #expect(try house.scan(house.bobsCard).status == 201)
    #expect(try house.ask(.get, "/visits/{id}/receipt", visit, as: .station).status == 404)
    #expect(try house.ask(.get, "/visits/{id}/receipt", visit).status == 200)
  }

  @Test func `a browser is signed in by a cookie that no script can read, and out again`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    let token = try service.token(.staff)
    func sign(_ token: String, _ more: [(String, String)] = []) throws -> HTTPResponse {
      try service.answer(
        .post, "/api/v1/session", headers: [("host", "hub"), ("content-type", "application/json")] + more,
        body: #"{"token":"\#(token)"}"#)
    }
    let signed = try sign(token)
    #expect(signed.status == 200 && signed.text.contains(#""role":"staff""#))
    let cookie = try #require(signed.headers.first { $0.0 == "set-cookie" }?.1)
    for part in ["deadwax=\(token);", "HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(part)) }
    let kept = try #require(cookie.split(separator: ";").first.map(String.init))
    #expect(try service.answer(.get, "/api/v1/borrowers", headers: [("host", "hub"), ("cookie", kept)]).status == 200)
    #expect(try sign("dw_wrong_wrong").status == 401)
    #expect(try sign("a; Path=/evil").status == 401)
    #expect(try sign(token, [("origin", "http://evil.example")]).status == 403)
    let out = try service.answer(.delete, "/api/v1/session", headers: [("host", "hub")])
    #expect(out.status == 204)
    #expect(out.headers.contains { $0.0 == "set-cookie" && $0.1.hasPrefix("deadwax=;") && $0.1.contains("Max-Age=0") })
  }
}
