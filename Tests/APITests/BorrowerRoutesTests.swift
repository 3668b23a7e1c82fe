import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BorrowerRoutesTests {
  @Test func `a borrower is enrolled with a card, found by it, and shown with a version`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let card = OwnCode(.borrower, number: 99)
    let made = try library.request(
      .post, "/borrowers",
      body:
        #"{"name":"Grace Hopper","email":"grace@example.org","card":"\#(card)","expiresAt":"2030-01-01T00:00:00Z"}"#,
      headers: [("idempotency-key", "a-1")])
    #expect(made.status == 201, "\(made.text)")
    let id = try #require(made.text("id"))
    #expect(made.header("location") == "/api/v1/borrowers/\(id)")
    #expect(made.text("shortName") == "Grace H.")
    // The same request with the same key gives the same borrower.
    let again = try library.request(
      .post, "/borrowers",
      body:
        #"{"name":"Grace Hopper","email":"grace@example.org","card":"\#(card)","expiresAt":"2030-01-01T00:00:00Z"}"#,
      headers: [("idempotency-key", "a-1")])
    #expect(again.status == 201 && again.text("id") == id)
    let found = try library.request(.post, "/borrowers/find", body: #"{"card":"\#(card)"}"#)
    #expect(found.status == 200 && found.text("id") == id)
    #expect(try library.request(.post, "/borrowers/find", body: #"{"card":"DW:B:NOTHING"}"#).status == 404)
    let listed = try library.request(.get, "/borrowers", query: "?search=grace")
    #expect(listed.items.compactMap { $0["id"] as? String } == [id])
    let displayed = try library.get("/borrowers/{id}", id)
    #expect(displayed.status == 200)
    #expect((displayed.json["cards"] as? [[String: Any]])?.compactMap { $0["code"] as? String } == [card.description])
    let tag = try #require(displayed.header("etag"))
    #expect(try library.request(.get, "/borrowers/{id}", [("id", id)], headers: [("if-none-match", tag)]).status == 304)
  }

  @Test func `a change needs the version that was seen: 428 without, 412 when stale, with the one that holds`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.ada.id.text
    let displayed = try library.get("/borrowers/{id}", id)
    func change(_ note: String, _ headers: [(String, String)]) throws -> TagLibrary.Answer {
      try library.request(.patch, "/borrowers/{id}", [("id", id)], body: #"{"note":"\#(note)"}"#, headers: headers)
    }
    let without = try change("a", [])
    #expect(without.status == 428 && without.code == "precondition-required")
    let changed = try change("a", [displayed.seen])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(changed.text("note") == "a")
    let stale = try change("b", [displayed.seen])
    #expect(stale.status == 412 && stale.code == "stale")
    #expect(stale.text("version") == changed.number("version").map(String.init))
    #expect(try change("c", [("if-match", "W/\"2\"")]).status == 412)
    #expect(try change("c", [("if-match", "\"x\"")]).status == 412)
    #expect(try change("d", [changed.seen]).status == 200)
    #expect(try change("e", [("if-match", "*")]).status == 200)
    #expect(try library.request(.delete, "/borrowers/{id}", [("id", id)]).status == 428)
    // A loan changes the borrower's view but not the row: a cached response is no longer current.
    let before = try #require(try library.get("/borrowers/{id}", id).header("etag"))
    #expect(try library.lend(0, to: library.ada).status == 201)
    #expect(
      try library.request(.get, "/borrowers/{id}", [("id", id)], headers: [("if-none-match", before)]).status == 200)
  }

  @Test func `null clears a field, and an omitted field stays`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func change(_ body: String) throws -> TagLibrary.Answer {
      try library.request(
        .patch, "/borrowers/{id}", [("id", library.ada.id.text)], body: body, headers: [("if-match", "*")])
    }
    let full = try change(#"{"email":"ada@example.org","note":"x","loanLimit":3}"#)
    #expect(full.status == 200 && full.number("loanLimit") == 3)
    #expect(try change(#"{"phone":"+49 30/123-456"}"#).text("phone") == "+4930123456")
    #expect(try change(#"{"phone":"--help"}"#).status == 422)
    let less = try change(#"{"email":null}"#)
    #expect(less.text("email") == nil && less.text("note") == "x" && less.number("loanLimit") == 3)
    for body in [#"{"name":null}"#, #"{"name":""}"#, #"{"isStaff":null}"#, #"{"language":"xx"}"#, #"{"what":1}"#] {
      #expect(try change(body).status == 422, "\(body)")
    }
  }

  @Test func `a card is given, and taken away by its id`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.ada.id.text
    let card = OwnCode(.borrower, number: 500)
    let added = try library.request(.post, "/borrowers/{id}/cards", [("id", id)], body: #"{"card":"\#(card)"}"#)
    #expect(added.status == 201, "\(added.text)")
    let taken = try library.request(
      .post, "/borrowers/{id}/cards", [("id", library.bob.id.text)], body: #"{"card":"\#(card)"}"#)
    #expect(taken.status == 409 && taken.code == "code-taken")
    #expect(!taken.text.contains("Ada"))
    let cards = try #require(added.json["cards"] as? [[String: Any]])
    #expect(cards.count == 2)
    for body in [#"{}"#, #"{"card":"x","scan":"0193489b-10f4-7d3a-8b6e-2c9f5a7d3e14"}"#, #"{"code":"x"}"#] {
      let refused = try library.request(.post, "/borrowers/{id}/cards", [("id", id)], body: body)
      #expect(refused.status == 422, "\(body): \(refused.text)")
    }
    let mine = try #require(cards.first { $0["code"] as? String == card.description }?["id"] as? String)
    let removed = try library.request(.delete, "/borrowers/{id}/cards/{card}", [("id", id), ("card", mine)])
    #expect(removed.status == 200, "\(removed.text)")
    #expect((removed.json["cards"] as? [[String: Any]])?.count == 1)
    #expect(try library.request(.delete, "/borrowers/{id}/cards/{card}", [("id", id), ("card", mine)]).status == 404)
  }

  @Test func `a block has a reason, and refuses a loan`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let path = "/borrowers/{id}/block"
    let id = [("id", library.ada.id.text)]
    #expect(try library.request(.put, path, id, body: #"{"reason":"x"}"#).status == 422)
    let blocked = try library.request(.put, path, id, body: #"{"reason":"Lost the last two"}"#)
    #expect(blocked.status == 200 && blocked.object("block")["reason"] as? String == "Lost the last two")
    let refused = try library.lend(0, to: library.ada)
    #expect(refused.status == 409 && refused.code == "card-blocked", "\(refused.text)")
    #expect(try library.request(.delete, path, id).status == 200)
    #expect(try library.lend(0, to: library.ada).status == 201)
  }

  @Test func `a PIN goes in and never comes out`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = [("id", library.ada.id.text)]
    for pin in ["123", "1234567890123", "12a4", ""] {
      #expect(try library.request(.put, "/borrowers/{id}/pin", id, body: #"{"pin":"\#(pin)"}"#).status == 422)
    }
    let set = try library.request(.put, "/borrowers/{id}/pin", id, body: #"{"pin":"271828"}"#)
    #expect(set.status == 200 && set.json["hasPIN"] as? Bool == true)
    let reported =
      try set.text + library.get("/borrowers/{id}", library.ada.id.text).text
      + library.get("/borrowers/{id}/export", library.ada.id.text).text + library.request(.get, "/changes").text
    #expect(!reported.contains("271828") && !reported.contains("argon2"))
    for change in try library.request(.get, "/changes").items {
      let text = try library.get("/changes/{id}", change["id"] as? String ?? "").text
      #expect(!text.contains("argon2"), "\(text)")
    }
  }

  @Test func `an erased borrower appears nowhere, not even in the response to a repeated request`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let body = #"{"name":"Katherine Johnson","card":"\#(OwnCode(.borrower, number: 901))"}"#
    let made = try library.request(.post, "/borrowers", body: body, headers: [("idempotency-key", "k-1")])
    let id = try #require(made.text("id"))
    let lent = try library.request(.post, "/loans", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(id)"}"#)
    let loan = try #require(lent.text("id"))
    let displayed = try library.get("/borrowers/{id}", id)
    let open = try library.request(.delete, "/borrowers/{id}", [("id", id)], headers: [displayed.seen])
    #expect(open.status == 409 && !open.reasons.isEmpty, "\(open.text)")
    #expect(try library.request(.post, "/loans/{id}/return", [("id", loan)]).status == 200)
    let export = try library.get("/borrowers/{id}/export", id)
    #expect(export.status == 200 && export.text.contains("Katherine Johnson") && export.text.contains(loan))
    let gone = try library.request(.delete, "/borrowers/{id}", [("id", id)], headers: [("if-match", "*")])
    #expect(gone.status == 204, "\(gone.text)")
    #expect(try library.get("/borrowers/{id}", id).status == 404)
    let again = try library.request(.post, "/borrowers", body: body, headers: [("idempotency-key", "k-1")])
    #expect(again.status == 409 && !again.text.contains("Katherine"), "\(again.text)")
    let other = try library.request(.post, "/borrowers", body: body, headers: [("idempotency-key", "k-2")])
    #expect(other.status == 201, "\(other.text)")
    #expect(try !library.get("/loans/{id}", loan).text.contains("Katherine"))
  }

  @Test func `reasons and past blocks of a borrower are exported and erased`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.set("fees.on", "yes")
    let id = library.ada.id.text
    func block(_ method: Method, _ body: String? = nil) throws -> TagLibrary.Answer {
      try library.request(method, "/borrowers/{id}/block", [("id", id)], body: body)
    }
    #expect(try block(.put, #"{"reason":"lost the Monk box twice"}"#).status == 200)
    let refused = try library.lend(0, to: library.ada)
    #expect(refused.status == 409, "\(refused.text)")
    let lent = try library.lend(0, to: library.ada, more: #","override":"a friend of the mayor""#)
    #expect(lent.status == 201, "\(lent.text)")
    let loan = try #require(lent.text("id"))
    #expect(try block(.delete).status == 200)
    // At the station: a client with a staff token needs no staff card.
    #expect(try block(.put, #"{"reason":"shouted at the cat"}"#).status == 200)
    #expect(try block(.delete).status == 200)
    let fee = try library.request(
      .post, "/fees", body: #"{"borrower":"\#(id)","kind":"other","amount":300,"note":"a torn sleeve"}"#)
    #expect(fee.status == 201, "\(fee.text)")
    let waived = try library.request(
      .post, "/fees/{id}/waive", [("id", fee.text("id") ?? "")], body: #"{"reason":"she paid with a cake"}"#)
    #expect(waived.status == 200, "\(waived.text)")
    #expect(try library.request(.post, "/loans/{id}/return", [("id", loan)]).status == 200)
    let reasons = ["Monk box", "the mayor", "the cat", "torn sleeve", "a cake"]
    let export = try library.get("/borrowers/{id}/export", id).text
    let before = try library.request(.get, "/changes").text
    for reason in reasons { #expect(export.contains(reason), "the export has \(reason)") }
    #expect(before.contains("the mayor") && before.contains("a cake"))
    let gone = try library.request(.delete, "/borrowers/{id}", [("id", id)], headers: [("if-match", "*")])
    #expect(gone.status == 204, "\(gone.text)")
    try library.service.database.finishErasures()
    let after = try library.request(.get, "/changes").text
    for reason in reasons {
      #expect(!after.contains(reason), "the changes have \(reason)")
      #expect(try traces(of: reason, in: library.service.database).isEmpty, "the database has \(reason)")
    }
  }

  @Test(
    arguments: [
      ("GET", "/borrowers/{id}"), ("GET", "/borrowers/{id}/loans"), ("GET", "/borrowers/{id}/export"),
      ("GET", "/loans/{id}"), ("GET", "/holds/{id}"), ("GET", "/fees/{id}"), ("GET", "/inbox/{id}"),
      ("GET", "/changes/{id}"), ("POST", "/loans/{id}/renew"), ("POST", "/loans/{id}/return"),
      ("POST", "/holds/{id}/cancel"), ("POST", "/fees/{id}/settle"), ("POST", "/inbox/{id}/forget"),
      ("POST", "/changes/{id}/undo"), ("POST", "/borrowers/{id}/renew"),
    ])
  func `a resource that does not exist is 404, for any form of id`(_ method: String, _ path: String) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for id in ["0193489a-7c20-7e0b-a1c3-5d9e8f274b16", "x", "", "' OR 1=1"] {
      let reported = try library.request(Method(rawValue: method), path, [("id", id)])
      #expect(reported.status == 404 && reported.code == "not-found", "\(id): \(reported.text)")
    }
  }

  @Test func `lists have cursors, and a made-up one is refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for number in 0..<5 {
      #expect(try library.request(.post, "/borrowers", body: #"{"name":"N \#(number)"}"#).status == 201)
    }
    var seen: [String] = []
    var cursor: String?
    repeat {
      let page = try library.request(
        .get, "/borrowers", query: "?limit=3" + (cursor.map { "&cursor=\($0)" } ?? ""))
      #expect(page.status == 200 && page.items.count <= 3)
      seen += page.items.compactMap { $0["id"] as? String }
      cursor = page.text("next")
    } while cursor != nil && seen.count < 100
    #expect(seen.count == 7 && Set(seen).count == 7)
    for path in ["/borrowers", "/loans", "/holds", "/fees", "/inbox", "/changes"] {
      #expect(try library.request(.get, path, query: "?cursor=nonsense").status == 400, "\(path)")
      #expect(try library.request(.get, path, query: "?limit=0").status == 400, "\(path)")
      #expect(try library.request(.get, path, query: "?limit=201").status == 400, "\(path)")
    }
    for path in ["/loans", "/holds", "/fees", "/inbox"] {
      #expect(try library.request(.get, path, query: "?state=nonsense").status == 400, "\(path)")
    }
  }
}

/// Returns the places in the database that contain a word, in any table. A virtual table has its words in others.
private func traces(of word: String, in database: Database) throws -> [String] {
  try database.read { reading in
    let columns = try reading.all(
      """
      SELECT m.name, c.name FROM pragma_table_list m, pragma_table_info(m.name) c
      WHERE m.schema = 'main' AND m.type IN ('table', 'shadow') AND m.name NOT LIKE 'sqlite_%'
      """
    ) { (try $0.text(0), try $0.text(1)) }
    return try columns.filter { table, column in
      try reading.first(
        "SELECT 1 FROM \(table) WHERE instr(CAST(\(column) AS TEXT), ?1) > 0 LIMIT 1", word, as: { try $0.flag(0) })
        ?? false
    }.map { "\($0.0).\($0.1)" }
  }
}
