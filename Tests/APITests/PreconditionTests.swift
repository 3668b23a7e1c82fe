import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// Tests that an action on the screen applies to the displayed state, and only once.
@Suite(.timeLimit(.minutes(5)))
struct PreconditionTests {
  private let barcode = "5099902988023"

  private func station(_ library: LendingLibrary) throws -> TagLibrary.Answer {
    try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station)
  }

  private func prompted(_ library: LendingLibrary, _ what: String) throws -> String {
    let reported = try station(library)
    return try #require(reported.object(what)["id"] as? String, "\(reported.text)")
  }

  /// Creates a library in which Bob waits for the first two records, and Ada has the session.
  private func questions() throws -> LendingLibrary {
    let library = try LendingLibrary()
    for copy in library.copies.prefix(2) {
      let body = #"{"copy":"\#(copy.id)","borrower":"\#(library.bob.id)"}"#
      #expect(try library.request(.post, "/holds", body: body).status == 201)
    }
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    return library
  }

  private func loans(_ library: LendingLibrary) throws -> Int { try library.request(.get, "/loans").items.count }

  @Test func `a yes to one question does not answer the next, and the response has the current state`() throws {
    let library = try questions()
    defer { library.end() }
    #expect(try library.scan(library.copies[0].code).object("outcome")["code"] as? String == "hold-other")
    let displayed = try prompted(library, "confirming")
    #expect(try library.scan(library.copies[1].code).object("outcome")["code"] as? String == "hold-other")
    let open = try prompted(library, "confirming")
    #expect(displayed != open)
    let late = try library.station(
      "answer", #"{"answer":"yes","prompt":"\#(displayed)","reason":"She asked first"}"#, as: .staff)
    #expect(late.status == 409 && late.code == "state-changed", "\(late.text)")
    let station = late.object("station")
    #expect((station["confirming"] as? [String: Any])?["id"] as? String == open, "\(late.text)")
    #expect(try loans(library) == 0)
    // A program that sends no precondition cannot decide anything.
    #expect(try library.station("answer", #"{"answer":"yes"}"#).status == 428)
    #expect(try loans(library) == 0)
    let yes = try library.station("answer", #"{"answer":"yes","prompt":"\#(open)"}"#)
    #expect(yes.object("outcome")["code"] as? String == "checked-out", "\(yes.text)")
    let lent = try #require(try library.request(.get, "/loans").items.first)
    #expect((lent["copy"] as? [String: Any])?["id"] as? String == library.copies[1].id.text)
    // The prompt has been answered: the same yes finds none.
    #expect(try library.station("answer", #"{"answer":"yes","prompt":"\#(open)"}"#).code == "state-changed")
  }

  @Test func `the same prompt again has another id, for it has another end; a label answers the open one`() throws {
    let library = try questions()
    defer { library.end() }
    _ = try library.scan(library.copies[0].code)
    let first = try prompted(library, "confirming")
    #expect(try prompted(library, "confirming") == first)
    #expect(try library.station("answer", #"{"answer":"no"}"#).object("outcome")["code"] as? String == "declined")
    _ = try library.scan(library.copies[0].code)
    #expect(try prompted(library, "confirming") != first)
    let yes = try library.request(
      .post, "/scans", body: #"{"code":"\#(Command.yes.code)","symbology":"QR"}"#, as: .station)
    #expect(yes.object("outcome")["code"] as? String == "checked-out", "\(yes.text)")
  }

  @Test func `a number picked in one session picks nothing in the next`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let (release, gtin) = (library.release.id, try #require(GTIN(key: barcode)))
    try library.service.database.write { try $0.bind(Code.Key(class: .gtin, value: gtin.key), to: .release(release)) }
    try library.mode(.checkout)
    func choose(_ card: OwnCode) throws -> String {
      _ = try library.scan(card)
      let body = #"{"code":"\#(barcode)","symbology":"EAN-13"}"#
      let reported = try library.request(.post, "/scans", body: body, as: .station)
      #expect(reported.object("outcome")["code"] as? String == "choose-copy", "\(reported.text)")
      return try prompted(library, "choosing")
    }
    let adas = try choose(library.adasCard)
    let bobs = try choose(library.bobsCard)
    let late = try library.station("pick", #"{"number":2,"prompt":"\#(adas)"}"#)
    #expect(late.status == 409 && late.code == "state-changed", "\(late.text)")
    #expect(try library.station("pick", #"{"number":2}"#).status == 428)
    #expect(try loans(library) == 0)
    let picked = try library.station("pick", #"{"number":2,"prompt":"\#(bobs)"}"#)
    #expect(picked.object("outcome")["code"] as? String == "checked-out", "\(picked.text)")
  }

  @Test func `a button takes back the change that it names, and no newer one`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    for code in [library.adasCard, library.copies[0].code] { #expect(try library.scan(code).status == 201) }
    let displayed = try #require(try station(library).object("undo")["id"] as? String)
    #expect(try library.scan(library.copies[1].code).status == 201)
    let late = try library.station("undo", #"{"change":"\#(displayed)"}"#)
    #expect(late.status == 409 && late.code == "state-changed", "\(late.text)")
    #expect(try loans(library) == 2)
    let newest = try #require(try station(library).object("undo")["id"] as? String)
    #expect(try library.station("undo", #"{"change":"\#(newest)"}"#).status == 200)
    #expect(try loans(library) == 1)
  }

  @Test func `the button Next slot leaves the slot empty that it names, and no other one`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(.post, "/places", body: #"{"name":"A","kind":"shelf","slots":4}"#)
    let codes = try library.service.database.read { reading in
      try reading.all("SELECT value FROM code WHERE slot_id IS NOT NULL ORDER BY id") { try $0.text(0) }
    }
    #expect(made.status == 201 && codes.count == 4)
    #expect(try library.station("next-slot").object("outcome")["code"] as? String == "nothing-open")
    try library.mode(.shelve)
    let scanned = try library.request(.post, "/scans", body: #"{"code":"\#(codes[0])"}"#, as: .station)
    #expect(scanned.status == 201, "\(scanned.text)")
    let displayed = try #require(try station(library).object("pending")["slot"] as? String)
    let first = try library.station("next-slot", #"{"slot":"\#(displayed)"}"#)
    #expect(first.status == 200, "\(first.text)")
    #expect(try station(library).object("pending")["title"] as? String == "A, slot 2")
    let late = try library.station("next-slot", #"{"slot":"\#(displayed)"}"#)
    #expect(late.status == 409 && late.code == "state-changed", "\(late.text)")
    #expect(try station(library).object("pending")["title"] as? String == "A, slot 2")
    #expect(try library.station("next-slot").status == 200)
    #expect(try station(library).object("pending")["title"] as? String == "A, slot 3")
  }

  @Test func `an action for one session does not end or renew another`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    _ = try library.scan(library.adasCard)
    let adas = try #require(try station(library).object("session")["id"] as? String)
    _ = try library.scan(library.bobsCard)
    for verb in ["end", "renew-all"] {
      let late = try library.station(verb, #"{"session":"\#(adas)"}"#)
      #expect(late.status == 409 && late.code == "state-changed", "\(late.text)")
    }
    let bobs = try station(library).object("session")
    #expect(bobs["borrower"] as? String == "Robert B.")
    #expect(try library.station("end", #"{"session":"\#(bobs["id"] as? String ?? "")"}"#).status == 200)
    #expect(try station(library).object("session").isEmpty)
  }

  @Test func `an act that is sent twice with one key is done once`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.checkout)
    for code in [library.adasCard, library.copies[0].code, library.copies[1].code] { _ = try library.scan(code) }
    func undo() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/stations/{name}/undo", [("name", "desk")], headers: [("idempotency-key", "once")], as: .station)
    }
    let first = try undo()
    #expect(first.status == 200 && first.object("outcome")["code"] as? String == "undone", "\(first.text)")
    _ = try library.station("end")
    let again = try undo()
    #expect(again.status == 200 && again.object("outcome")["code"] as? String == "undone", "\(again.text)")
    #expect(try loans(library) == 1)
    // The response contains the station's current state: no session is stored with a response.
    #expect(again.json["session"] == nil && !again.text.contains("Ada"))
  }

  @Test func `a wrong PIN that is sent twice with one key counts once, and is not stored`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let pin = #"{"pin":"4711"}"#
    #expect(try library.request(.put, "/borrowers/{id}/pin", [("id", library.ada.id.text)], body: pin).status == 200)
    let policy = try library.request(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    let body = policy.text.replacingOccurrences(of: #""asksPIN":false"#, with: #""asksPIN":true"#)
    _ = try library.request(
      .put, "/stations/{name}/policy", [("name", "desk")], body: body, headers: [policy.seen], as: .admin)
    try library.mode(.checkout)
    _ = try library.scan(library.adasCard)
    for _ in 1...3 {
      let wrong = try library.request(
        .post, "/stations/{name}/pin", [("name", "desk")], body: #"{"pin":"9999"}"#,
        headers: [("idempotency-key", "wrong")], as: .station)
      #expect(wrong.status == 409 && wrong.code == "pin-wrong", "\(wrong.text)")
    }
    #expect(try station(library).object("pin")["tries"] as? Int == 1)
    #expect(try library.station("pin", pin).status == 200)
  }
}
