import API
import Circulation
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(10)))
struct LoanRoutesTests {
  @Test func `a copy is checked out, shown, renewed and checked in`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let lent = try house.ask(
      .post, "/loans", body: #"{"code":"\#(house.copies[0].code)","card":"\#(house.adasCard)"}"#)
    #expect(lent.status == 201, "\(lent.text)")
    let id = try #require(lent.text("id"))
    #expect(lent.object("borrower")["shortName"] as? String == "Ada L.")
    #expect(!lent.text.contains("Lovelace"))
    #expect(try house.get("/loans/{id}", id).status == 200)
    let open = try house.ask(.get, "/loans", query: "?borrower=\(house.ada.id)")
    #expect(open.items.count == 1)
    #expect(try house.ask(.get, "/loans", query: "?state=returned").items.isEmpty)
    let renewed = try house.ask(.post, "/loans/{id}/renew", [("id", id)])
    #expect(renewed.status == 200 && renewed.number("renewals") == 1, "\(renewed.text)")
    let back = try house.ask(.post, "/loans/{id}/return", [("id", id)])
    #expect(back.status == 200 && back.text("code") == "returned", "\(back.text)")
    #expect(back.object("copy")["status"] as? String == "in")
    let twice = try house.ask(.post, "/loans/{id}/return", [("id", id)])
    #expect(twice.status == 409, "\(twice.text)")
  }

  @Test func `a refusal is a 409 with every reason, never a success that means no`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.set("limits.loans", "1")
    #expect(try house.lend(0, to: house.ada).status == 201)
    #expect(
      try house.ask(
        .put, "/borrowers/{id}/block", [("id", house.ada.id.text)], body: #"{"reason":"Lost two"}"#
      ).status == 200)
    let refused = try house.lend(1, to: house.ada)
    #expect(refused.status == 409)
    #expect(Set(refused.reasons).isSuperset(of: ["limit", "card-blocked"]), "\(refused.text)")
    #expect(refused.code == refused.reasons.first)
    #expect(refused.json["overridable"] as? Bool == true)
    #expect(try house.ask(.get, "/loans").items.count == 1)
    // A check reports the same, and changes nothing.
    let check = try house.ask(
      .post, "/loans/check", body: #"{"copy":"\#(house.copies[1].id)","borrower":"\#(house.ada.id)"}"#)
    #expect(check.status == 200 && check.json["isClear"] as? Bool == false)
    let blockers = (check.json["blockers"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    #expect(Set(blockers) == Set(refused.reasons))
    // Staff may override, with a reason that is stored.
    #expect(try house.lend(1, to: house.ada, more: #","override":"no"# + #"""#).status == 422)
    let done = try house.lend(1, to: house.ada, more: #","override":"A teacher, for tomorrow""#)
    #expect(done.status == 201, "\(done.text)")
    #expect(try house.ask(.get, "/changes").text.contains("A teacher, for tomorrow"))
  }

  @Test func `a yes confirms one prompt: not another borrower, another copy or an invented token`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    // Bob waits for it, so a loan to Ada needs a confirmation.
    #expect(
      try house.ask(
        .post, "/holds", body: #"{"copy":"\#(house.copies[0].id)","borrower":"\#(house.bob.id)"}"#
      ).status == 201)
    let asked = try house.lend(0, to: house.ada)
    #expect(asked.status == 409 && asked.code == "needs-confirmation", "\(asked.text)")
    #expect(asked.reasons.contains("hold-other"))
    #expect(!asked.text.contains("Robert") && !asked.text.contains("Boyle"))
    let token = try #require(asked.text("token"))
    let other = Borrower(id: .new(at: .now()), name: "Carl Gauss", shortName: "Carl G.")
    try house.service.database.write { try $0.insert(other) }
    let stolen = try house.lend(0, to: other, more: #","confirm":"\#(token)""#)
    #expect(stolen.status == 409 && stolen.code == "needs-confirmation")
    var forged = token
    forged.replaceSubrange(forged.startIndex...forged.startIndex, with: forged.first == "A" ? "B" : "A")
    #expect(try house.lend(0, to: house.ada, more: #","confirm":"\#(forged)""#).status == 409)
    #expect(try house.lend(0, to: house.ada, more: #","confirm":"x""#).status == 409)
    #expect(try house.ask(.get, "/loans").items.isEmpty)
    let lent = try house.lend(0, to: house.ada, more: #","confirm":"\#(token)""#)
    #expect(lent.status == 201, "\(lent.text)")
  }

  @Test func `a yes is invalid when the displayed reasons have changed`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    #expect(
      try house.ask(
        .post, "/holds", body: #"{"copy":"\#(house.copies[0].id)","borrower":"\#(house.bob.id)"}"#
      ).status == 201)
    let token = try #require(try house.lend(0, to: house.ada).text("token"))
    #expect(
      try house.ask(
        .patch, "/borrowers/{id}", [("id", house.ada.id.text)], body: #"{"note":"x"}"#, headers: [("if-match", "*")]
      ).status == 200)
    let again = try house.lend(0, to: house.ada, more: #","confirm":"\#(token)""#)
    #expect(again.status == 409 && again.code == "needs-confirmation" && again.text("token") != token)
  }

  @Test func `of two simultaneous loans of one copy, one succeeds and the other gets the reason`() async throws {
    let house = try LendingLibrary()
    defer { house.end() }
    for round in 0..<8 {
      let answers = Locked<[TagLibrary.Told]>([])
      let lanes = [house.ada, house.bob].map { borrower in
        DedicatedThread("lender") {
          if let told = try? house.lend(round % 3, to: borrower) { answers.withLock { $0.append(told) } }
        }
      }
      for lane in lanes { lane.join() }
      let told = answers.withLock { $0 }
      #expect(told.map(\.status).sorted() == [201, 409], "\(told.map(\.text))")
      let loser = try #require(told.first { $0.status == 409 })
      #expect(loser.reasons.contains("on-loan-elsewhere"), "\(loser.text)")
      let loan = try #require(told.first { $0.status == 201 }?.text("id"))
      #expect(try house.ask(.post, "/loans/{id}/return", [("id", loan)]).status == 200)
    }
  }

  @Test func `a loan is made once for its key`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let first = try house.lend(0, to: house.ada, key: "l-1")
    let again = try house.lend(0, to: house.ada, key: "l-1")
    #expect(first.status == 201 && again.status == 201 && first.text == again.text)
    let other = try house.lend(1, to: house.ada, key: "l-1")
    #expect(other.status == 422 && other.code == "id-reused")
    #expect(try house.ask(.get, "/loans").items.count == 1)
  }

  @Test(
    arguments: [
      "{}", #"{"copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, #"{"code":"x"}"#, "[]", #"{"copy":7,"card":"x"}"#,
      #"{"copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16","code":"x","card":"y"}"#, #"{"code":"","card":"y"}"#,
      #"{"code":"x","card":"y","dueAt":"tomorrow"}"#, #"{"code":"x","card":"y","what":1}"#,
    ])
  func `a loan that cannot be meant is 422`(_ body: String) throws {
    let house = try LendingLibrary()
    defer { house.end() }
    #expect(try house.ask(.post, "/loans", body: body).status == 422)
  }

  @Test func `all loans of a borrower are renewed, and the others have their reasons`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    for copy in 0..<2 { #expect(try house.lend(copy, to: house.ada).status == 201) }
    #expect(
      try house.ask(
        .post, "/holds", body: #"{"copy":"\#(house.copies[1].id)","borrower":"\#(house.bob.id)"}"#
      ).status == 201)
    let done = try house.ask(.post, "/borrowers/{id}/renew", [("id", house.ada.id.text)])
    #expect(done.status == 200)
    #expect((done.json["renewed"] as? [Any])?.count == 1, "\(done.text)")
    let not = try #require((done.json["unrenewed"] as? [[String: Any]])?.first)
    let reasons = (not["reasons"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    #expect(reasons.contains("hold-waiting"), "\(done.text)")
  }

  @Test func `a hold waits, is shown to staff, and is cancelled once`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    #expect(try house.lend(0, to: house.ada).status == 201)
    let placed = try house.ask(
      .post, "/holds", body: #"{"release":"\#(house.release.id)","card":"\#(house.bobsCard)"}"#)
    #expect(placed.status == 201, "\(placed.text)")
    let id = try #require(placed.text("id"))
    #expect(placed.number("position") == 1 && placed.text("subject") == "release")
    let twice = try house.ask(
      .post, "/holds", body: #"{"release":"\#(house.release.id)","card":"\#(house.bobsCard)"}"#)
    #expect(twice.status == 409, "\(twice.text)")
    #expect(try house.ask(.get, "/holds", query: "?state=waiting").items.count == 1)
    #expect(try house.get("/borrowers/{id}/holds", house.bob.id.text).items.count == 1)
    #expect(try house.ask(.post, "/holds/{id}/cancel", [("id", id)]).text("state") == "cancelled")
    #expect(try house.ask(.post, "/holds/{id}/cancel", [("id", id)]).status == 409)
    for body in ["{}", #"{"release":"\#(house.release.id)"}"#, #"{"card":"\#(house.bobsCard)"}"#] {
      #expect(try house.ask(.post, "/holds", body: body).status == 422)
    }
  }

  @Test func `fees are off until the library enables them; then they are charged, settled and waived`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let body = #"{"borrower":"\#(house.ada.id)","amount":250,"kind":"damage","note":"Scratched"}"#
    let off = try house.ask(.post, "/fees", body: body)
    #expect(off.status == 409 && off.code == "switched-off", "\(off.text)")
    try house.set("fees.on", "yes")
    let fee = try house.ask(.post, "/fees", body: body)
    #expect(fee.status == 201, "\(fee.text)")
    let id = try #require(fee.text("id"))
    let due = try house.get("/borrowers/{id}", house.ada.id.text).json["feesDue"] as? [[String: Any]]
    #expect(due?.first?["amount"] as? Int == 250 && due?.first?["currency"] as? String == "EUR")
    #expect(try house.ask(.post, "/fees/{id}/waive", [("id", id)], body: #"{"reason":"x"}"#).status == 422)
    let waived = try house.ask(.post, "/fees/{id}/waive", [("id", id)], body: #"{"reason":"It was so before"}"#)
    #expect(waived.status == 200 && waived.json["isWaived"] as? Bool == true, "\(waived.text)")
    #expect(try house.ask(.post, "/fees/{id}/settle", [("id", id)]).status == 409)
    for amount in ["0", "-1", "1.5", "\"3\"", "99999999999"] {
      #expect(
        try house.ask(.post, "/fees", body: #"{"borrower":"\#(house.ada.id)","amount":\#(amount)}"#).status == 422)
    }
  }
}
