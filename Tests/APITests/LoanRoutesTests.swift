import API
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
    let library = try LendingLibrary()
    defer { library.end() }
    let lent = try library.request(
      .post, "/loans", body: #"{"code":"\#(library.copies[0].code)","card":"\#(library.adasCard)"}"#)
    #expect(lent.status == 201, "\(lent.text)")
    let id = try #require(lent.text("id"))
    #expect(lent.object("borrower")["shortName"] as? String == "Ada L.")
    #expect(!lent.text.contains("Lovelace"))
    #expect(try library.get("/loans/{id}", id).status == 200)
    let open = try library.request(.get, "/loans", query: "?borrower=\(library.ada.id)")
    #expect(open.items.count == 1)
    #expect(try library.request(.get, "/loans", query: "?state=returned").items.isEmpty)
    let renewed = try library.request(.post, "/loans/{id}/renew", [("id", id)])
    #expect(renewed.status == 200 && renewed.number("renewals") == 1, "\(renewed.text)")
    let back = try library.request(.post, "/loans/{id}/return", [("id", id)])
    #expect(back.status == 200 && back.text("code") == "returned", "\(back.text)")
    #expect(back.object("copy")["status"] as? String == "available")
    let twice = try library.request(.post, "/loans/{id}/return", [("id", id)])
    #expect(twice.status == 409, "\(twice.text)")
  }

  @Test func `a refusal is a 409 with every reason, never a success that means no`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.set("limits.loans", "1")
    #expect(try library.lend(0, to: library.ada).status == 201)
    #expect(
      try library.request(
        .put, "/borrowers/{id}/block", [("id", library.ada.id.text)], body: #"{"reason":"Lost two"}"#
      ).status == 200)
    let refused = try library.lend(1, to: library.ada)
    #expect(refused.status == 409)
    #expect(Set(refused.reasons).isSuperset(of: ["limit", "card-blocked"]), "\(refused.text)")
    #expect(refused.code == refused.reasons.first)
    #expect(refused.json["overridable"] as? Bool == true)
    #expect(try library.request(.get, "/loans").items.count == 1)
    // A check reports the same, and changes nothing.
    let check = try library.request(
      .post, "/loans/check", body: #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.ada.id)"}"#)
    #expect(check.status == 200 && check.json["isClear"] as? Bool == false)
    let blockers = (check.json["blockers"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    #expect(Set(blockers) == Set(refused.reasons))
    // Staff may override, with a reason that is stored.
    #expect(try library.lend(1, to: library.ada, more: #","override":"no"# + #"""#).status == 422)
    let done = try library.lend(1, to: library.ada, more: #","override":"A teacher, for tomorrow""#)
    #expect(done.status == 201, "\(done.text)")
    #expect(try library.request(.get, "/changes").text.contains("A teacher, for tomorrow"))
  }

  @Test func `a yes confirms one prompt: not another borrower, another copy or an invented token`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    // Bob waits for it, so a loan to Ada needs a confirmation.
    #expect(
      try library.request(
        .post, "/holds", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.bob.id)"}"#
      ).status == 201)
    let asked = try library.lend(0, to: library.ada)
    #expect(asked.status == 409 && asked.code == "needs-confirmation", "\(asked.text)")
    #expect(asked.reasons.contains("hold-other"))
    #expect(!asked.text.contains("Robert") && !asked.text.contains("Boyle"))
    let token = try #require(asked.text("token"))
    let other = Borrower(id: .new(at: .now()), name: "Carl Gauss", shortName: "Carl G.")
    try library.service.database.write { try $0.insert(other) }
    let stolen = try library.lend(0, to: other, more: #","confirm":"\#(token)""#)
    #expect(stolen.status == 409 && stolen.code == "needs-confirmation")
    var forged = token
    forged.replaceSubrange(forged.startIndex...forged.startIndex, with: forged.first == "A" ? "B" : "A")
    #expect(try library.lend(0, to: library.ada, more: #","confirm":"\#(forged)""#).status == 409)
    #expect(try library.lend(0, to: library.ada, more: #","confirm":"x""#).status == 409)
    #expect(try library.request(.get, "/loans").items.isEmpty)
    let lent = try library.lend(0, to: library.ada, more: #","confirm":"\#(token)""#)
    #expect(lent.status == 201, "\(lent.text)")
  }

  @Test func `a yes is invalid when the displayed reasons have changed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(
      try library.request(
        .post, "/holds", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.bob.id)"}"#
      ).status == 201)
    let token = try #require(try library.lend(0, to: library.ada).text("token"))
    #expect(
      try library.request(
        .patch, "/borrowers/{id}", [("id", library.ada.id.text)], body: #"{"note":"x"}"#, headers: [("if-match", "*")]
      ).status == 200)
    let again = try library.lend(0, to: library.ada, more: #","confirm":"\#(token)""#)
    #expect(again.status == 409 && again.code == "needs-confirmation" && again.text("token") != token)
  }

  @Test func `of two simultaneous loans of one copy, one succeeds and the other gets the reason`() async throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for round in 0..<8 {
      let answers = Locked<[TagLibrary.Answer]>([])
      let lanes = [library.ada, library.bob].map { borrower in
        DedicatedThread("lender") {
          if let told = try? library.lend(round % 3, to: borrower) { answers.withLock { $0.append(told) } }
        }
      }
      for lane in lanes { lane.join() }
      let told = answers.withLock { $0 }
      #expect(told.map(\.status).sorted() == [201, 409], "\(told.map(\.text))")
      let loser = try #require(told.first { $0.status == 409 })
      #expect(loser.reasons.contains("on-loan-elsewhere"), "\(loser.text)")
      let loan = try #require(told.first { $0.status == 201 }?.text("id"))
      #expect(try library.request(.post, "/loans/{id}/return", [("id", loan)]).status == 200)
    }
  }

  @Test func `a loan is made once for its key`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let first = try library.lend(0, to: library.ada, key: "l-1")
    let again = try library.lend(0, to: library.ada, key: "l-1")
    #expect(first.status == 201 && again.status == 201 && first.text == again.text)
    let other = try library.lend(1, to: library.ada, key: "l-1")
    #expect(other.status == 422 && other.code == "id-reused")
    #expect(try library.request(.get, "/loans").items.count == 1)
  }

  @Test(
    arguments: [
      "{}", #"{"copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, #"{"code":"x"}"#, "[]", #"{"copy":7,"card":"x"}"#,
      #"{"copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16","code":"x","card":"y"}"#, #"{"code":"","card":"y"}"#,
      #"{"code":"x","card":"y","dueAt":"tomorrow"}"#, #"{"code":"x","card":"y","what":1}"#,
    ])
  func `a loan that cannot be meant is 422`(_ body: String) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.request(.post, "/loans", body: body).status == 422)
  }

  @Test func `all loans of a borrower are renewed, and the others have their reasons`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for copy in 0..<2 { #expect(try library.lend(copy, to: library.ada).status == 201) }
    #expect(
      try library.request(
        .post, "/holds", body: #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.bob.id)"}"#
      ).status == 201)
    let done = try library.request(.post, "/borrowers/{id}/renew", [("id", library.ada.id.text)])
    #expect(done.status == 200)
    #expect((done.json["renewed"] as? [Any])?.count == 1, "\(done.text)")
    let not = try #require((done.json["unrenewed"] as? [[String: Any]])?.first)
    let reasons = (not["reasons"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    #expect(reasons.contains("hold-waiting"), "\(done.text)")
  }

  @Test func `a hold waits, is shown to staff, and is cancelled once`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.lend(0, to: library.ada).status == 201)
    let placed = try library.request(
      .post, "/holds", body: #"{"release":"\#(library.release.id)","card":"\#(library.bobsCard)"}"#)
    #expect(placed.status == 201, "\(placed.text)")
    let id = try #require(placed.text("id"))
    #expect(placed.number("position") == 1 && placed.text("subject") == "release")
    let twice = try library.request(
      .post, "/holds", body: #"{"release":"\#(library.release.id)","card":"\#(library.bobsCard)"}"#)
    #expect(twice.status == 409, "\(twice.text)")
    #expect(try library.request(.get, "/holds", query: "?state=waiting").items.count == 1)
    #expect(try library.get("/borrowers/{id}/holds", library.bob.id.text).items.count == 1)
    #expect(try library.request(.post, "/holds/{id}/cancel", [("id", id)]).text("state") == "cancelled")
    #expect(try library.request(.post, "/holds/{id}/cancel", [("id", id)]).status == 409)
    for body in ["{}", #"{"release":"\#(library.release.id)"}"#, #"{"card":"\#(library.bobsCard)"}"#] {
      #expect(try library.request(.post, "/holds", body: body).status == 422)
    }
  }

  @Test func `fees are off until the library enables them; then they are charged, settled and waived`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let body = #"{"borrower":"\#(library.ada.id)","amount":250,"kind":"damage","note":"Scratched"}"#
    let off = try library.request(.post, "/fees", body: body)
    #expect(off.status == 409 && off.code == "switched-off", "\(off.text)")
    try library.set("fees.on", "yes")
    let fee = try library.request(.post, "/fees", body: body)
    #expect(fee.status == 201, "\(fee.text)")
    let id = try #require(fee.text("id"))
    let due = try library.get("/borrowers/{id}", library.ada.id.text).json["feesDue"] as? [[String: Any]]
    #expect(due?.first?["amount"] as? Int == 250 && due?.first?["currency"] as? String == "EUR")
    #expect(try library.request(.post, "/fees/{id}/waive", [("id", id)], body: #"{"reason":"x"}"#).status == 422)
    let waived = try library.request(.post, "/fees/{id}/waive", [("id", id)], body: #"{"reason":"It was so before"}"#)
    #expect(waived.status == 200 && waived.json["isWaived"] as? Bool == true, "\(waived.text)")
    #expect(try library.request(.post, "/fees/{id}/settle", [("id", id)]).status == 409)
    for amount in ["0", "-1", "1.5", "\"3\"", "99999999999"] {
      #expect(
        try library.request(.post, "/fees", body: #"{"borrower":"\#(library.ada.id)","amount":\#(amount)}"#).status
          == 422)
    }
  }
}
