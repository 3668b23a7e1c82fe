import API
import Circulation
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing

/// Tests that an action on the screen applies to the displayed state, and only once.
@Suite(.timeLimit(.minutes(5)))
struct PreconditionTests {
  private let barcode = "5099902988023"

  private func station(_ house: LendingLibrary) throws -> TagLibrary.Told {
    try house.ask(.get, "/stations/{name}", [("name", "desk")], as: .station)
  }

  private func asked(_ house: LendingLibrary, _ what: String) throws -> String {
    let told = try station(house)
    return try #require(told.object(what)["id"] as? String, "\(told.text)")
  }

  /// Creates a library in which Bob waits for the first two records, and Ada has the session.
  private func questions() throws -> LendingLibrary {
    let house = try LendingLibrary()
    for copy in house.copies.prefix(2) {
      let body = #"{"copy":"\#(copy.id)","borrower":"\#(house.bob.id)"}"#
      #expect(try house.ask(.post, "/holds", body: body).status == 201)
    }
    try house.mode(.checkout)
    #expect(try house.scan(house.adasCard).status == 201)
    return house
  }

  private func loans(_ house: LendingLibrary) throws -> Int { try house.ask(.get, "/loans").items.count }

  @Test func `a yes to one question does not answer the next, and the response has the current state`() throws {
    let house = try questions()
    defer { house.end() }
    #expect(try house.scan(house.copies[0].code).object("outcome")["code"] as? String == "hold-other")
    let shown = try asked(house, "confirming")
    #expect(try house.scan(house.copies[1].code).object("outcome")["code"] as? String == "hold-other")
    let open = try asked(house, "confirming")
    #expect(shown != open)
    let late = try house.desk("answer", #"{"answer":"yes","asked":"\#(shown)","reason":"She asked first"}"#, as: .staff)
    #expect(late.status == 409 && late.code == "other-shown", "\(late.text)")
    let desk = late.object("station")
    #expect((desk["confirming"] as? [String: Any])?["id"] as? String == open, "\(late.text)")
    #expect(try loans(house) == 0)
    // A program that sends no precondition cannot decide anything.
    #expect(try house.desk("answer", #"{"answer":"yes"}"#).status == 428)
    #expect(try loans(house) == 0)
    let yes = try house.desk("answer", #"{"answer":"yes","asked":"\#(open)"}"#)
    #expect(yes.object("outcome")["code"] as? String == "checked-out", "\(yes.text)")
    let lent = try #require(try house.ask(.get, "/loans").items.first)
    #expect((lent["copy"] as? [String: Any])?["id"] as? String == house.copies[1].id.text)
    // The prompt has been answered: the same yes finds none.
    #expect(try house.desk("answer", #"{"answer":"yes","asked":"\#(open)"}"#).code == "other-shown")
  }

  @Test func `the same prompt again has another id, for it has another end; a label answers the open one`() throws {
    let house = try questions()
    defer { house.end() }
    _ = try house.scan(house.copies[0].code)
    let first = try asked(house, "confirming")
    #expect(try asked(house, "confirming") == first)
    #expect(try house.desk("answer", #"{"answer":"no"}"#).object("outcome")["code"] as? String == "declined")
    _ = try house.scan(house.copies[0].code)
    #expect(try asked(house, "confirming") != first)
    let yes = try house.ask(.post, "/scans", body: #"{"code":"\#(Command.yes.code)","symbology":"QR"}"#, as: .station)
    #expect(yes.object("outcome")["code"] as? String == "checked-out", "\(yes.text)")
  }

  @Test func `a number picked in one session picks nothing in the next`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let (release, gtin) = (house.release.id, try #require(GTIN(key: barcode)))
    try house.service.database.write { try $0.bind(Code.Key(class: .gtin, value: gtin.key), to: .release(release)) }
    try house.mode(.checkout)
    func choose(_ card: OwnCode) throws -> String {
      _ = try house.scan(card)
      let body = #"{"code":"\#(barcode)","symbology":"EAN-13"}"#
      let told = try house.ask(.post, "/scans", body: body, as: .station)
      #expect(told.object("outcome")["code"] as? String == "choose-copy", "\(told.text)")
      return try asked(house, "choosing")
    }
    let adas = try choose(house.adasCard)
    let bobs = try choose(house.bobsCard)
    let late = try house.desk("pick", #"{"number":2,"asked":"\#(adas)"}"#)
    #expect(late.status == 409 && late.code == "other-shown", "\(late.text)")
    #expect(try house.desk("pick", #"{"number":2}"#).status == 428)
    #expect(try loans(house) == 0)
    let picked = try house.desk("pick", #"{"number":2,"asked":"\#(bobs)"}"#)
    #expect(picked.object("outcome")["code"] as? String == "checked-out", "\(picked.text)")
  }

  @Test func `a button takes back the change that it names, and no newer one`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    for code in [house.adasCard, house.copies[0].code] { #expect(try house.scan(code).status == 201) }
    let shown = try #require(try station(house).object("undo")["id"] as? String)
    #expect(try house.scan(house.copies[1].code).status == 201)
    let late = try house.desk("undo", #"{"change":"\#(shown)"}"#)
    #expect(late.status == 409 && late.code == "other-shown", "\(late.text)")
    #expect(try loans(house) == 2)
    let newest = try #require(try station(house).object("undo")["id"] as? String)
    #expect(try house.desk("undo", #"{"change":"\#(newest)"}"#).status == 200)
    #expect(try loans(house) == 1)
  }

  @Test func `an action for one session does not end or renew another`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    _ = try house.scan(house.adasCard)
    let adas = try #require(try station(house).object("session")["visit"] as? String)
    _ = try house.scan(house.bobsCard)
    for verb in ["end", "renew-all"] {
      let late = try house.desk(verb, #"{"visit":"\#(adas)"}"#)
      #expect(late.status == 409 && late.code == "other-shown", "\(late.text)")
    }
    let bobs = try station(house).object("session")
    #expect(bobs["borrower"] as? String == "Robert B.")
    #expect(try house.desk("end", #"{"visit":"\#(bobs["visit"] as? String ?? "")"}"#).status == 200)
    #expect(try station(house).object("session").isEmpty)
  }

  @Test func `an act that is sent twice with one key is done once`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.mode(.checkout)
    for code in [house.adasCard, house.copies[0].code, house.copies[1].code] { _ = try house.scan(code) }
    func undo() throws -> TagLibrary.Told {
      try house.ask(
        .post, "/stations/{name}/undo", [("name", "desk")], headers: [("idempotency-key", "once")], as: .station)
    }
    let first = try undo()
    #expect(first.status == 200 && first.object("outcome")["code"] as? String == "undone", "\(first.text)")
    _ = try house.desk("end")
    let again = try undo()
    #expect(again.status == 200 && again.object("outcome")["code"] as? String == "undone", "\(again.text)")
    #expect(try loans(house) == 1)
    // The response contains the station's current state: no session is stored with a response.
    #expect(again.json["session"] == nil && !again.text.contains("Ada"))
  }

  @Test func `a wrong PIN that is sent twice with one key counts once, and is not stored`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let pin = #"{"pin":"4711"}"#
    #expect(try house.ask(.put, "/borrowers/{id}/pin", [("id", house.ada.id.text)], body: pin).status == 200)
    let policy = try house.ask(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    let body = policy.text.replacingOccurrences(of: #""asksPIN":false"#, with: #""asksPIN":true"#)
    _ = try house.ask(
      .put, "/stations/{name}/policy", [("name", "desk")], body: body, headers: [policy.seen], as: .admin)
    try house.mode(.checkout)
    _ = try house.scan(house.adasCard)
    for _ in 1...3 {
      let wrong = try house.ask(
        .post, "/stations/{name}/pin", [("name", "desk")], body: #"{"pin":"9999"}"#,
        headers: [("idempotency-key", "wrong")], as: .station)
      #expect(wrong.status == 409 && wrong.code == "pin-wrong", "\(wrong.text)")
    }
    #expect(try station(house).object("pin")["tries"] as? Int == 1)
    #expect(try house.desk("pin", pin).status == 200)
  }
}
