import Circulation
import Deadwax
import HTTPServer
import Storage
import Testing

/// Tests of the additional facts for staff in loans and refusals.
@Suite(.timeLimit(.minutes(5)))
struct LoanAnswerTests {
  private func codes(_ answer: TagLibrary.Told, _ member: String) -> [String] {
    (answer.json[member] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test func `notes are in the loan's response, and not in later ones`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let hold = try house.ask(
      .post, "/holds", body: #"{"copy":"\#(house.copies[0].id)","borrower":"\#(house.ada.id)"}"#)
    #expect(hold.status == 201)
    let lent = try house.lend(0, to: house.ada)
    #expect(lent.status == 201 && codes(lent, "notes") == ["hold-fulfilled"], "\(lent.text)")
    let id = try #require(lent.text("id"))
    #expect(try codes(house.get("/loans/{id}", id), "notes").isEmpty)
    let renewed = try house.ask(.post, "/loans/{id}/renew", [("id", id)])
    #expect(renewed.status == 200 && codes(renewed, "notes").isEmpty, "\(renewed.text)")
  }

  @Test func `staff get their own sentences, not those for the public`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let blocked = try house.ask(
      .put, "/borrowers/{id}/block", [("id", house.ada.id.text)], body: #"{"reason":"Lost card"}"#)
    #expect(blocked.status == 200, "\(blocked.text)")
    let refused = try house.lend(0, to: house.ada)
    #expect(refused.status == 409 && refused.text("detail") == "The card is blocked.", "\(refused.text)")
    for word in ["Ask staff", "Give it to staff"] { #expect(!refused.text.contains(word)) }
  }

  @Test func `a copy that the borrower already has is offered with a token, and a yes renews it`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let id = try #require(try house.lend(0, to: house.ada).text("id"))
    let offered = try house.lend(0, to: house.ada)
    #expect(offered.status == 409 && offered.code == "needs-confirmation", "\(offered.text)")
    #expect(codes(offered, "reasons") == ["renew-offer"] && offered.json["overridable"] == nil)
    let token = try #require(offered.text("token"))
    let renewed = try house.lend(0, to: house.ada, more: #","confirm":"\#(token)""#)
    #expect(renewed.status == 200 && renewed.text("id") == id && renewed.number("renewals") == 1, "\(renewed.text)")
    #expect(try house.ask(.get, "/loans", query: "?borrower=\(house.ada.id)").items.count == 1)
  }

  @Test func `a trapped copy goes to the pick-up shelf, and never to its own place`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let (shelf, copy) = (house.copies[0], #"{"copy":"\#(house.copies[0].id)"}"#)
    let counter = try house.service.database.write { transaction in
      let (own, counter) = (
        Place(id: transaction.newID(), kind: .shelf, name: "Shelf 9"),
        Place(id: transaction.newID(), kind: .shelf, name: "Behind the counter")
      )
      for place in [own, counter] { try transaction.insert(place) }
      try transaction.run("UPDATE copy SET place_id = ?2 WHERE id = ?1", shelf.id, own.id)
      return counter
    }
    let hold = #"{"copy":"\#(shelf.id)","borrower":"\#(house.bob.id)"}"#
    #expect(try house.ask(.post, "/holds", body: hold).status == 201)
    for name in [nil, counter.name] {
      if name != nil { try house.set("holds.shelf", counter.id.text) }
      // The second time it was ready for pick-up already.
      for _ in 0..<2 {
        let back = try house.ask(.post, "/returns", body: copy)
        #expect(back.object("hold")["state"] as? String == "ready", "\(back.text)")
        let told = (back.json["notes"] as? [[String: Any]])?.first { $0["code"] as? String == "hold-waiting" }
        let place = name.map { ": \($0)" } ?? ""
        #expect(told?["detail"] as? String == "Another borrower has a hold on it. Put it on the pick-up shelf\(place).")
      }
    }
  }

  @Test func `a refusal at a desk is explained with its number`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    try house.set("limits.loans", "2")
    try house.mode(.checkout)
    _ = try house.scan(house.adasCard)
    for copy in 0..<2 {
      #expect(try house.scan(house.copies[copy].code).object("outcome")["code"] as? String == "checked-out")
    }
    let id = try #require(try house.scan(house.copies[2].code).text("id"))
    let story = try house.ask(.get, "/scans/{id}/explanation", [("id", id)])
    #expect(story.text("sentence")?.contains("The limit is 2 loans.") == true, "\(story.text)")
  }

  @Test func `a hold that is there already is refused in a sentence about holds`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let body = #"{"copy":"\#(house.copies[0].id)","borrower":"\#(house.ada.id)"}"#
    #expect(try house.ask(.post, "/holds", body: body).status == 201)
    let again = try house.ask(.post, "/holds", body: body)
    #expect(again.status == 409 && again.code == "duplicate" && again.text("detail") == "This already exists.")
  }

  @Test func `a renewal that a hold refuses gives that reason, and nothing of the pick-up shelf`() throws {
    let house = try LendingLibrary()
    defer { house.end() }
    let id = try #require(try house.lend(0, to: house.ada).text("id"))
    let body = #"{"copy":"\#(house.copies[0].id)","borrower":"\#(house.bob.id)"}"#
    #expect(try house.ask(.post, "/holds", body: body).status == 201)
    let refused = try house.ask(.post, "/loans/{id}/renew", [("id", id)])
    #expect(refused.status == 409 && refused.code == "hold-waiting", "\(refused.text)")
    #expect(refused.text("detail") == "Another hold must be fulfilled first.")
  }
}
