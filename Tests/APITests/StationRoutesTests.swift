import API
import Deadwax
import Foundation
import HTTPServer
import History
import LendingTestSupport
import Storage
import TestSupport
import Testing
import Wire

/// Tests of actions on a station's screen, settings, changes, and the visibility of data.
@Suite(.timeLimit(.minutes(10)))
struct StationRoutesTests {
  @Test func `a station undoes its last change, and reports it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    let lent = try library.scan(library.copies[0].code)
    #expect(lent.object("outcome")["code"] as? String == "checked-out", "\(lent.text)")
    let station = try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station)
    #expect(station.object("session")["borrower"] as? String == "Ada L.")
    #expect(station.object("undo")["kind"] as? String == "lend", "\(station.text)")
    #expect((station.json["recent"] as? [Any])?.count == 1)
    let undone = try library.station("undo")
    #expect(undone.status == 200, "\(undone.text)")
    #expect(undone.object("outcome")["code"] as? String == "undone")
    #expect(try library.request(.get, "/loans").items.isEmpty)
    // A second undo is a redo, and a third one undoes again: older changes are out of reach.
    let again = try library.station("undo")
    #expect(again.status == 200 && again.object("outcome")["code"] as? String == "redone", "\(again.text)")
    #expect(try library.request(.get, "/loans").items.count == 1)
    #expect(try library.station("undo").object("outcome")["code"] as? String == "undone")
    #expect(try library.request(.get, "/loans").items.isEmpty)
    // Staff redo it by undoing the undo.
    let newest = try #require(try library.request(.get, "/changes").items.first)
    #expect(newest["kind"] as? String == "undo")
    let redone = try library.request(.post, "/changes/{id}/undo", [("id", newest["id"] as? String ?? "")])
    #expect(redone.status == 200, "\(redone.text)")
    #expect(try library.request(.get, "/loans").items.count == 1)
  }

  @Test func `a program reports the reader that saw a tag, and the tag's content`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let code = library.copies[0].code
    func report(_ reader: String, _ written: String) throws -> TagLibrary.Answer {
      let tag = #""code":"04A1B2C3D4E580","symbology":"tag UID""#
      let body = #"{\#(tag),"written":"\#(written)","reader":"\#(reader)"}"#
      return try library.request(.post, "/scans", body: body, as: .station)
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

  @Test func `the name of a symbology has at most 40 characters, however many bytes they take`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for (count, status) in [(1, 201), (40, 201), (41, 422), (0, 422)] {
      let name = String(repeating: "ü", count: count)
      let scan = try library.request(.post, "/scans", body: #"{"code":"a code","symbology":"\#(name)"}"#)
      #expect(scan.status == status, "\(count): \(scan.text)")
    }
  }

  @Test func `a later change prevents an undo, and is reported`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    let lend = try #require(try library.request(.get, "/changes").items.first?["id"] as? String)
    #expect(try library.request(.post, "/loans/{id}/renew", [("id", loan)]).status == 200)
    let refused = try library.request(.post, "/changes/{id}/undo", [("id", lend)])
    #expect(refused.status == 409 && refused.code == "changed-since", "\(refused.text)")
    let displayed = try library.get("/changes/{id}", lend)
    #expect(displayed.text("changedSince") == "renew")
    #expect((displayed.json["rows"] as? [Any])?.isEmpty == false)
    // A station undoes only its own changes, none that staff made.
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", lend)], as: .station).status == 404)
  }

  @Test func `a station that has not scanned yet gets the mode that it asks for`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func put(_ name: String, _ mode: String, _ headers: [(String, String)] = []) throws -> TagLibrary.Answer {
      try library.request(
        .put, "/stations/{name}/mode", [("name", name)], body: #"{"mode":"\#(mode)"}"#, headers: headers, as: .station)
    }
    #expect(try library.request(.get, "/stations/{name}", [("name", "door")], as: .station).status == 404)
    // There is no version that a client could have seen.
    #expect(try put("door", "return", [("if-match", "\"1\"")]).status == 412)
    let first = try put("door", "return")
    #expect(first.status == 200 && first.text("mode") == "return" && first.text("name") == "door", "\(first.text)")
    let station = try library.request(.get, "/stations/{name}", [("name", "door")], as: .station)
    #expect(station.status == 200 && station.text("mode") == "return", "\(station.text)")
    let names = try library.request(.get, "/stations", as: .station).items.compactMap { $0["name"] as? String }
    #expect(names == ["desk", "door"])
    #expect(try put("No name", "return").status == 404)
    #expect(try put("desk", "nonsense").status == 422)
  }

  @Test func `a mode that a station may not have is refused with 409`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let policy = try library.request(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    #expect(policy.status == 200, "\(policy.text)")
    var decided = policy.json
    decided["modes"] = ["look-up", "check-out"]
    let body = String(decoding: try JSONSerialization.data(withJSONObject: decided), as: UTF8.self)
    let path = "/stations/{name}/policy"
    #expect(try library.request(.put, path, [("name", "desk")], body: body, as: .admin).status == 428)
    let set = try library.request(.put, path, [("name", "desk")], body: body, headers: [policy.seen], as: .admin)
    #expect(set.status == 200, "\(set.text)")
    #expect(
      try library.request(.put, path, [("name", "desk")], body: body, headers: [policy.seen], as: .admin).status == 412)
    #expect(
      try library.request(.put, path, [("name", "desk")], body: #"{"home":"auto"}"#, headers: [set.seen], as: .admin)
        .status
        == 422)
    let reported = try library.request(
      .put, "/stations/{name}/mode", [("name", "desk")], body: #"{"mode":"return"}"#, as: .station)
    #expect(reported.status == 409 && reported.code == "not-allowed", "\(reported.text)")
    try library.mode(.checkout)
  }

  @Test func `a station has a scan target, which is changed with its policy`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let path = "/stations/{name}/policy"
    let policy = try library.request(.get, path, [("name", "desk")], as: .admin)
    #expect(policy.text("scanTarget") == "any", "\(policy.text)")
    func set(_ target: String) throws -> TagLibrary.Answer {
      let body = policy.text.replacingOccurrences(of: #""scanTarget":"any""#, with: #""scanTarget":"\#(target)""#)
      return try library.request(.put, path, [("name", "desk")], body: body, headers: [policy.seen], as: .admin)
    }
    #expect(try set("cassette").status == 422)
    let vinyl = try set("vinyl")
    #expect(vinyl.status == 200 && vinyl.text("scanTarget") == "vinyl", "\(vinyl.text)")
    #expect(try set("cd").status == 412)
    let view = try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station)
    #expect((view.object("policy")["scanTarget"] as? String) == "vinyl", "\(view.text)")
  }

  @Test func `a PIN opens the session, a wrong one is refused, and none is accepted without a prompt`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.station("pin", #"{"pin":"4711"}"#).status == 409)
    #expect(
      try library.request(.put, "/borrowers/{id}/pin", [("id", library.ada.id.text)], body: #"{"pin":"4711"}"#).status
        == 200)
    let policy = try library.request(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    let body = policy.text.replacingOccurrences(of: #""asksPIN":false"#, with: #""asksPIN":true"#)
    #expect(
      try library.request(
        .put, "/stations/{name}/policy", [("name", "desk")], body: body, headers: [policy.seen], as: .admin
      ).status == 200)
    try library.mode(.checkout)
    let displayed = try library.scan(library.adasCard)
    #expect(displayed.object("outcome")["code"] as? String == "pin-needed", "\(displayed.text)")
    let typed = try library.request(.post, "/scans", body: #"{"code":"4711"}"#, as: .station)
    #expect(typed.status == 409 && typed.code == "pin-needed", "\(typed.text)")
    #expect(!typed.text.contains(#""4711""#))
    #expect(!(try library.request(.get, "/scans", as: .station).text.contains(#""4711""#)))
    let wrong = try library.station("pin", #"{"pin":"9999"}"#)
    #expect(wrong.status == 409 && wrong.code == "pin-wrong", "\(wrong.text)")
    let right = try library.station("pin", #"{"pin":"4711"}"#)
    #expect(right.status == 200 && right.object("session")["borrower"] as? String == "Ada L.", "\(right.text)")
    for body in ["{}", #"{"pin":4711}"#, #"{"pin":""}"#, #"{"pin":"1234567890123"}"#] {
      #expect(try library.station("pin", body).status == 422)
    }
  }

  @Test func `only staff say yes with a reason, and a number is one of nine`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.station("answer", #"{"answer":"yes","reason":"Because"}"#).status == 403)
    #expect(try library.station("answer", #"{"answer":"yes","reason":"Because"}"#, as: .staff).status == 200)
    for body in [#"{"number":0}"#, #"{"number":10}"#, "{}", #"{"number":"1"}"#] {
      #expect(try library.station("pick", body).status == 422)
    }
  }

  @Test func `staff read settings, and an admin who has the current version changes them`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let all = try library.request(.get, "/settings")
    #expect(all.items.count > 20)
    let seen = try library.request(.get, "/settings/{key}", [("key", "loan.days")])
    #expect(seen.text("value") == "14" && seen.text("default") == "14" && seen.number("version") == 0)
    func put(_ value: String, _ headers: [(String, String)], as role: Role = .admin) throws -> TagLibrary.Answer {
      try library.request(
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
    #expect(try library.request(.get, "/settings/{key}", [("key", "no.such")]).status == 404)
    let words = try library.request(.get, "/settings/{key}", [("key", "fees.on")])
    #expect(words.json["choices"] as? [String] == ["yes", "no"] && seen.json["choices"] == nil, "\(words.text)")
    for item in all.items {
      guard let choices = item["choices"] as? [String] else { continue }
      #expect(choices.contains(item["value"] as? String ?? ""), "\(item)")
    }
  }

  @Test func `a time zone is set by its name, and shows its rule and what its clocks show`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let names = try library.request(.get, "/time-zones")
    #expect(names.items.compactMap { $0["name"] as? String } == SampleZones().names)
    let key = [("key", "calendar.time-zone")]
    #expect(try library.request(.get, "/settings/{key}", key).text("default") == "UTC")
    try library.set("calendar.time-zone", "Asia/Kolkata")
    let set = try library.request(.get, "/settings/{key}", key)
    #expect(set.text("value") == "Asia/Kolkata" && set.text("kind") == "time-zone")
    let zone = set.json["timeZone"] as? [String: String]
    #expect(zone == ["rule": "IST-5:30", "abbreviation": "IST", "offset": "+05:30"])
    #expect(try library.request(.get, "/settings/{key}", [("key", "loan.days")]).json["timeZone"] == nil)
    let wrong = try library.request(
      .put, "/settings/{key}", key, body: #"{"value":"Europe/Berlim"}"#, headers: [("if-match", "*")], as: .admin)
    #expect(wrong.status == 422 && wrong.text.contains("Did you mean Europe/Berlin?"), "\(wrong.text)")
  }

  @Test func `a scan explains itself, and names no person to a station`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    let card = try #require(try library.scan(library.adasCard).text("id"))
    let lent = try #require(try library.scan(library.copies[0].code).text("id"))
    let story = try library.request(.get, "/scans/{id}/explanation", [("id", lent)], as: .station)
    #expect(story.status == 200, "\(story.text)")
    #expect(story.text("rule")?.isEmpty == false && story.text("sentence")?.isEmpty == false)
    #expect((story.json["changes"] as? [[String: Any]])?.first?["kind"] as? String == "lend")
    let reported = try story.text + library.request(.get, "/scans/{id}/explanation", [("id", card)], as: .station).text
    for secret in ["Ada", "Lovelace", library.adasCard.description, library.ada.id.text] {
      #expect(!reported.contains(secret), "\(secret) in \(reported)")
    }
    #expect(
      try library.request(.get, "/scans/{id}/explanation", [("id", Reading.ID.new(at: .now()).text)]).status == 404)
  }

  @Test func `events, history and lists of stations contain no name and no card`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let strange = "LIB-0042"
    #expect(
      try library.request(
        .post, "/borrowers/{id}/cards", [("id", library.ada.id.text)], body: #"{"card":"\#(strange)"}"#
      ).status == 201)
    try library.mode(.checkout)
    #expect(try library.request(.post, "/scans", body: #"{"code":"\#(strange)"}"#, as: .station).status == 201)
    #expect(try library.scan(library.copies[0].code).status == 201)
    #expect(try library.station("renew-all").status < 500)
    #expect(try library.station("end").status == 200)
    #expect(try library.lend(1, to: library.bob).status == 201)
    #expect(
      try library.request(
        .post, "/holds", body: #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.ada.id)"}"#
      ).status == 201)
    try library.mode(.return)
    let trapped = try library.scan(library.copies[1].code)
    #expect(trapped.status == 201)
    // Only the station gets the end of the card number, for the slip, and only while the copy is ready.
    let end = String(library.adasCard.description.suffix(4))
    let station = { try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station) }
    #expect((try station().json["ready"] as? [String: Any])?["card"] as? String == end)
    #expect(try library.station("undo").status == 200)
    #expect(try station().json["ready"] == nil)
    try library.set("loan.days", "21")
    let events = try library.events()
    let kinds = Set(events.map(\.event.kind))
    #expect(
      kinds.isSuperset(of: [.loanOpened, .loanClosed, .holdChanged, .borrowerChanged, .changeUndone, .settingChanged]),
      "\(kinds)")
    let reported =
      try events.map(\.text).joined()
      + library.request(.get, "/scans", as: .station).text + library.request(.get, "/stations", as: .station).text
      + trapped.text
    for secret in [
      #""\#(end)""#, "…\(end)", "Ada", "Lovelace", "Robert", "Boyle", strange, library.adasCard.description,
      library.bobsCard.description,
    ] { #expect(!reported.contains(secret), "\(secret)") }
  }

  @Test func `the recording goes out without names, and plays again the same`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    for code in [library.adasCard, library.copies[0].code, library.copies[1].code] {
      #expect(try library.scan(code).status == 201)
    }
    #expect(try library.station("undo").status == 200)
    let named = try library.request(.get, "/recording", as: .admin)
    #expect(named.status == 200 && named.text.contains("Lovelace"))
    let unnamed = try library.request(.get, "/recording", query: "?names=no", as: .admin)
    #expect(unnamed.status == 200)
    for secret in ["Ada", "Lovelace", library.adasCard.description] { #expect(!unnamed.text.contains(secret)) }
    for answer in [named, unnamed] {
      let lines = answer.text.split(separator: "\n").map(String.init)
      let report = try library.service.surface.recording.replay(lines)
      #expect(report.isEqual && report.events >= 4, "\(report)")
    }
    #expect(try library.request(.get, "/recording", query: "?names=maybe", as: .admin).status == 400)
  }

  @Test func `a receipt is for the borrower at the station, without a name; the next session hides it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    let station = try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station)
    let session = [("id", try #require(station.object("session")["id"] as? String))]
    #expect(try library.scan(library.copies[0].code).status == 201)
    #expect(try library.station("end").status == 200)
    let receipt = try library.request(.get, "/sessions/{id}/receipt", session, as: .station)
    #expect(receipt.status == 200 && receipt.text.contains("Blue Train"), "\(receipt.text)")
    #expect(!receipt.text.contains("Ada"))
    #expect(try library.request(.get, "/sessions/{id}/receipt", session).text.contains("Ada L."))
    let page = try library.request(.get, "/sessions/{id}/receipt", query: "?format=html", session, as: .station)
    #expect(page.header("content-type")?.hasPrefix("text/html") == true && page.text.contains("<h1>"))
    #expect(
      try library.request(.get, "/sessions/{id}/receipt", query: "?format=pdf", session, as: .station).status == 400)
    // There is no printer, and the response is immediate.
    #expect(try library.request(.post, "/sessions/{id}/print", session, as: .station).code == "no-printer")
    #expect(try library.scan(library.bobsCard).status == 201)
    #expect(try library.request(.get, "/sessions/{id}/receipt", session, as: .station).status == 404)
    #expect(try library.request(.get, "/sessions/{id}/receipt", session).status == 200)
  }

  @Test func `a browser is signed in by a cookie that no script can read, and out again`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    let token = try service.token(.staff)
    func sign(_ token: String, _ more: [(String, String)] = []) throws -> HTTPResponse {
      try service.answer(
        .post, "/api/v1/sign-in", headers: [("host", "hub"), ("content-type", "application/json")] + more,
        body: #"{"token":"\#(token)"}"#)
    }
    let signed = try sign(token)
    #expect(signed.status == 200 && signed.text.contains(#""role":"staff""#))
    let cookie = try #require(signed.headers.first { $0.0 == "set-cookie" }?.1)
    for part in ["deadwax=\(token);", "HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(part)) }
    let stored = try #require(cookie.split(separator: ";").first.map(String.init))
    #expect(
      try service.answer(.get, "/api/v1/borrowers", headers: [("host", "hub"), ("cookie", stored)]).status == 200)
    #expect(try sign("dw_wrong_wrong").status == 401)
    #expect(try sign("a; Path=/evil").status == 401)
    #expect(try sign(token, [("origin", "http://evil.example")]).status == 403)
    let out = try service.answer(.delete, "/api/v1/sign-in", headers: [("host", "hub")])
    #expect(out.status == 204)
    #expect(out.headers.contains { $0.0 == "set-cookie" && $0.1.hasPrefix("deadwax=;") && $0.1.contains("Max-Age=0") })
  }
}
