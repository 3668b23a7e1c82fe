import Deadwax
import HTTPServer
import Storage
import Testing

/// Tests of the additional facts for staff in loans and refusals.
@Suite(.timeLimit(.minutes(5)))
struct LoanAnswerTests {
  private func codes(_ answer: TagLibrary.Answer, _ member: String) -> [String] {
    (answer.json[member] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test func `notes are in the loan's response, and not in later ones`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let hold = try library.request(
      .post, "/holds", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.ada.id)"}"#)
    #expect(hold.status == 201)
    let lent = try library.lend(0, to: library.ada)
    #expect(lent.status == 201 && codes(lent, "notes") == ["hold-fulfilled"], "\(lent.text)")
    let id = try #require(lent.text("id"))
    #expect(try codes(library.get("/loans/{id}", id), "notes").isEmpty)
    let renewed = try library.request(.post, "/loans/{id}/renew", [("id", id)])
    #expect(renewed.status == 200 && codes(renewed, "notes").isEmpty, "\(renewed.text)")
  }

  @Test func `staff get their own sentences, not those for the public`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let blocked = try library.request(
      .put, "/borrowers/{id}/block", [("id", library.ada.id.text)], body: #"{"reason":"Lost card"}"#)
    #expect(blocked.status == 200, "\(blocked.text)")
    let refused = try library.lend(0, to: library.ada)
    #expect(refused.status == 409 && refused.text("detail") == "The card is blocked.", "\(refused.text)")
    for word in ["Ask staff", "Give it to staff"] { #expect(!refused.text.contains(word)) }
  }

  @Test func `a copy that the borrower already has is offered with a token, and a yes renews it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = try #require(try library.lend(0, to: library.ada).text("id"))
    let offered = try library.lend(0, to: library.ada)
    #expect(offered.status == 409 && offered.code == "needs-confirmation", "\(offered.text)")
    #expect(codes(offered, "reasons") == ["renew-offer"] && offered.json["overridable"] == nil)
    let token = try #require(offered.text("token"))
    let renewed = try library.lend(0, to: library.ada, more: #","confirm":"\#(token)""#)
    #expect(renewed.status == 200 && renewed.text("id") == id && renewed.number("renewals") == 1, "\(renewed.text)")
    #expect(try library.request(.get, "/loans", query: "?borrower=\(library.ada.id)").items.count == 1)
  }

  @Test func `a trapped copy goes to the pick-up shelf, and never to its own place`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let (shelf, copy) = (library.copies[0], #"{"copy":"\#(library.copies[0].id)"}"#)
    let counter = try library.service.database.write { transaction in
      let (own, counter) = (
        Place(id: transaction.newID(), kind: .shelf, name: "Shelf 9"),
        Place(id: transaction.newID(), kind: .shelf, name: "Behind the counter")
      )
      for place in [own, counter] { try transaction.insert(place) }
      try transaction.run("UPDATE copy SET place_id = ?2 WHERE id = ?1", shelf.id, own.id)
      return counter
    }
    let hold = #"{"copy":"\#(shelf.id)","borrower":"\#(library.bob.id)"}"#
    #expect(try library.request(.post, "/holds", body: hold).status == 201)
    for name in [nil, counter.name] {
      if name != nil { try library.set("holds.shelf", counter.id.text) }
      // The second time it was ready for pick-up already.
      for _ in 0..<2 {
        let back = try library.request(.post, "/returns", body: copy)
        #expect(back.object("hold")["state"] as? String == "ready", "\(back.text)")
        let reported = (back.json["notes"] as? [[String: Any]])?.first { $0["code"] as? String == "hold-waiting" }
        let place = name.map { ": \($0)" } ?? ""
        #expect(
          reported?["detail"] as? String == "Another borrower has a hold on it. Put it on the pick-up shelf\(place).")
      }
    }
  }

  @Test func `a refusal at a station is explained with its number`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.set("limits.loans", "2")
    try library.mode(.checkout)
    _ = try library.scan(library.adasCard)
    for copy in 0..<2 {
      #expect(try library.scan(library.copies[copy].code).object("outcome")["code"] as? String == "checked-out")
    }
    let id = try #require(try library.scan(library.copies[2].code).text("id"))
    let story = try library.request(.get, "/scans/{id}/explanation", [("id", id)])
    #expect(story.text("sentence")?.contains("The limit is 2 loans.") == true, "\(story.text)")
  }

  @Test func `a hold that is there already is refused in a sentence about holds`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let body = #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.ada.id)"}"#
    #expect(try library.request(.post, "/holds", body: body).status == 201)
    let again = try library.request(.post, "/holds", body: body)
    #expect(again.status == 409 && again.code == "duplicate" && again.text("detail") == "This already exists.")
  }

  @Test func `a renewal that a hold refuses gives that reason, and nothing of the pick-up shelf`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = try #require(try library.lend(0, to: library.ada).text("id"))
    let body = #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.bob.id)"}"#
    #expect(try library.request(.post, "/holds", body: body).status == 201)
    let refused = try library.request(.post, "/loans/{id}/renew", [("id", id)])
    #expect(refused.status == 409 && refused.code == "hold-waiting", "\(refused.text)")
    #expect(refused.text("detail") == "Another hold must be fulfilled first.")
  }
}
