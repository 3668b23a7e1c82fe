import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct PlaceRoutesTests {
  @Test func `a shelf with forty slots is made once by repeated requests, renamed, extended and removed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/places", body: #"{"name":"A","kind":"shelf","slots":40}"#, headers: [("idempotency-key", "k")])
    }
    let made = try make()
    #expect(made.status == 201, "\(made.text)")
    let id = try #require(made.text("id"))
    #expect(made.header("location") == "/api/v1/places/\(id)")
    #expect(made.number("slots") == 40 && made.number("version") == 1)
    #expect(try make().text("id") == id)
    #expect(try library.request(.get, "/places").items.count == 1)

    let seen = try library.get("/places/{id}", id).seen
    let renamed = try library.request(.patch, "/places/{id}", [("id", id)], body: #"{"name":"B"}"#, headers: [seen])
    #expect(renamed.status == 200 && renamed.text("name") == "B" && renamed.number("version") == 2)
    #expect(renamed.header("etag") == (try library.get("/places/{id}", id).header("etag")))
    let stale = try library.request(.patch, "/places/{id}", [("id", id)], body: #"{"name":"C"}"#, headers: [seen])
    #expect(stale.status == 412 && stale.code == "stale")

    let more = try library.request(.post, "/places/{id}/slots", [("id", id)], body: #"{"count":2}"#)
    #expect(more.status == 201 && more.number("slots") == 42, "\(more.text)")
    let latest = try library.get("/places/{id}", id).seen
    let one = try library.request(
      .delete, "/places/{id}/slots/{number}", [("id", id), ("number", "42")], headers: [latest])
    #expect(one.status == 204, "\(one.text)")
    let removed = try library.request(.delete, "/places/{id}", [("id", id)], headers: [("if-match", "*")])
    #expect(removed.status == 204, "\(removed.text)")
    #expect(try library.get("/places/{id}", id).status == 404)
  }

  @Test func `an undo that would make two places of one name is a conflict, which names one of them`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let room = try #require(try library.request(.post, "/places", body: #"{"name":"Room","kind":"room"}"#).text("id"))
    let body = #"{"name":"Shelf 1","kind":"shelf","parent":"\#(room)"}"#
    let id = try #require(try library.request(.post, "/places", body: body).text("id"))
    #expect(try library.request(.delete, "/places/{id}", [("id", id)], headers: [("if-match", "*")]).status == 204)
    let removal = try #require(
      try library.request(.get, "/changes", query: "?kind=place").items.first?["id"] as? String)
    #expect(try library.request(.post, "/places", body: body).status == 201)
    let refused = try library.request(.post, "/changes/{id}/undo", [("id", removal)], body: "{}")
    #expect(refused.status == 409 && refused.code == "conflict", "\(refused.text)")
    #expect(refused.text("detail") == "The place Shelf 1 in Room has this name now. Rename it, then undo again.")
    #expect(try library.request(.get, "/places").items.count == 2)
  }

  @Test func `a slot is disabled and put into use, and slots are listed by their state`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(.post, "/places", body: #"{"name":"A","kind":"shelf","slots":4}"#)
    let id = try #require(made.text("id"))
    func patch(_ number: String, _ body: String, _ version: String = "*") throws -> TagLibrary.Answer {
      try library.request(
        .patch, "/places/{id}/slots/{number}", [("id", id), ("number", number)], body: body,
        headers: [("if-match", version)])
    }
    func numbers(_ query: String) throws -> [Int] {
      try library.request(.get, "/places/{id}/slots", query: query, [("id", id)]).items.compactMap {
        $0["number"] as? Int
      }
    }
    let disabled = try patch("2", #"{"disabledReason":"broken"}"#)
    #expect(disabled.status == 200 && disabled.number("disabledSlots") == 1, "\(disabled.text)")
    #expect(disabled.number("freeSlots") == 3 && disabled.header("etag") != nil)
    #expect(disabled.header("etag") == (try library.request(.get, "/places/{id}", [("id", id)]).header("etag")))
    #expect(try patch("2", "{}").number("version") == 2)
    let listed = try library.request(.get, "/places/{id}/slots", query: "?state=disabled", [("id", id)])
    #expect(listed.items.first?["disabledReason"] as? String == "broken" && listed.number("total") == 1)
    #expect(try numbers("") == [1, 2, 3, 4] && numbers("?state=free") == [1, 3, 4])
    #expect(try numbers("?state=occupied") == [])
    #expect(try numbers("?state=free&limit=2&cursor=1") == [3, 4])
    #expect(try library.request(.get, "/places/{id}/slots", query: "?state=full", [("id", id)]).status == 400)
    #expect(try library.get("/places/{id}/slots", library.ada.id.text).status == 404)
    #expect(try patch("9", #"{"disabledReason":"x"}"#).status == 404)
    #expect(try patch("x", #"{"disabledReason":"x"}"#).status == 404)
    #expect(try patch("1", #"{"disabledReason":" "}"#).status == 422)
    #expect(try patch("1", #"{"disabledReason":5}"#).status == 422)
    #expect(try patch("1", #"{"disabledReason":"x"}"#, "\"1\"").status == 412)
    #expect(try patch("2", #"{"disabledReason":null}"#).number("disabledSlots") == 0)
  }

  @Test func `a place in use is not removed; the response says how many copies belong there`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(.post, "/places", body: #"{"name":"A","kind":"crate"}"#)
    let id = try #require(made.text("id").flatMap { Place.ID($0) })
    try library.service.database.write { transaction in
      for copy in library.copies.prefix(2) {
        try transaction.move(copy.id, to: Location(place: id, placeName: "A"))
      }
      try transaction.recordChange(.shelve)
    }
    let refused = try library.request(.delete, "/places/{id}", [("id", id.text)], headers: [("if-match", "*")])
    #expect(refused.status == 409 && refused.code == "conflict")
    #expect(refused.text("detail") == "Move what belongs there to another place first: 2 copies.")
  }

  @Test(
    arguments: [
      (#"{"kind":"shelf"}"#, 422), (#"{"name":"A"}"#, 422), (#"{"name":"A","kind":"attic"}"#, 422),
      (#"{"name":"","kind":"shelf"}"#, 422), (#"{"name":"A","kind":"shelf","slots":1001}"#, 422),
      (#"{"name":"A","kind":"shelf","slots":-1}"#, 422), (#"{"name":"A","kind":"shelf","rows":1}"#, 422),
      (#"{"name":"A","kind":"shelf","parent":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404),
    ])
  func `an impossible place is refused, and nothing is made`(_ body: String, _ status: Int) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let refused = try library.request(.post, "/places", body: body)
    #expect(refused.status == status, "\(refused.text)")
    #expect(try library.request(.get, "/places").items.isEmpty)
  }
}
