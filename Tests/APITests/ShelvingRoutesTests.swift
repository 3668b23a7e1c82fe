import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests that staff shelve a copy without a station.
@Suite(.timeLimit(.minutes(5)))
struct ShelvingRoutesTests {
  private let library: LendingLibrary
  private let place: String

  init() throws {
    library = try LendingLibrary()
    let made = try library.request(.post, "/places", body: #"{"name":"A","kind":"shelf","slots":2}"#)
    place = try #require(made.text("id"))
  }

  private func shelve(_ copy: Int, slot: String = "", version: String = "*") throws -> TagLibrary.Answer {
    try library.request(
      .put, "/copies/{id}/place", [("id", library.copies[copy].id.text)], body: #"{"place":"\#(place)"\#(slot)}"#,
      headers: [("if-match", version)])
  }

  @Test func `a copy is shelved in a slot, which is one change that can be undone`() throws {
    defer { library.end() }
    let before = try library.get("/copies/{id}", library.copies[0].id.text)
    let shelved = try shelve(0, slot: #","slot":2"#, version: before.seen.1)
    #expect(shelved.status == 200 && shelved.text("slot") == "A, slot 2", "\(shelved.text)")
    let change = try #require(try library.request(.get, "/changes").items.first)
    #expect(change["kind"] as? String == "shelve" && change["by"] != nil)
    let id = try #require(change["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", id)]).status == 200)
    #expect(try library.get("/copies/{id}", library.copies[0].id.text).text("slot") == before.text("slot"))
  }

  @Test func `the same place again changes nothing, and the place itself is possible too`() throws {
    defer { library.end() }
    let first = try shelve(0)
    #expect(first.status == 200 && first.text("slot") == "A", "\(first.text)")
    let again = try shelve(0)
    #expect(again.status == 200 && again.number("version") == first.number("version"))
  }

  @Test func `a wrong slot, an occupied or disabled slot, a copy on loan and an old version are refused`() throws {
    defer { library.end() }
    let missing = try shelve(0, slot: #","slot":3"#)
    #expect(missing.status == 404, "\(missing.text)")
    #expect(try shelve(0, slot: #","slot":1"#).status == 200)
    let taken = try shelve(1, slot: #","slot":1"#)
    #expect(taken.status == 409 && taken.text.contains(#""code":"slot-occupied""#), "\(taken.text)")
    let disabled = try library.request(
      .patch, "/places/{id}/slots/{number}", [("id", place), ("number", "2")], body: #"{"disabledReason":"broken"}"#,
      headers: [("if-match", "*")])
    #expect(disabled.status == 200, "\(disabled.text)")
    let closed = try shelve(1, slot: #","slot":2"#)
    #expect(closed.status == 409 && closed.text.contains(#""code":"slot-disabled""#), "\(closed.text)")
    #expect(try library.lend(2, to: library.ada).status == 201)
    let out = try shelve(2)
    #expect(out.status == 409 && out.code == "copy-on-loan", "\(out.text)")
    #expect(try shelve(1, version: "\"99\"").status == 412)
    #expect(try library.get("/copies/{id}", library.copies[1].id.text).text("slot") == nil)
  }

  @Test func `a list begins at a name or at a time`() throws {
    defer { library.end() }
    func names(_ query: String) throws -> [String] {
      try library.request(.get, "/borrowers", query: query).items.compactMap { $0["name"] as? String }
    }
    #expect(try names("") == ["Ada Lovelace", "Robert Boyle"])
    #expect(try names("?from=b") == ["Robert Boyle"] && names("?from=S") == [])
    #expect(try library.request(.get, "/borrowers", query: "?from=b").number("total") == 1)
    #expect(try library.lend(0, to: library.ada).status == 201)
    for (from, count) in [("2000-01-01T00:00:00Z", 1), ("2200-01-01T00:00:00Z", 0)] {
      #expect(try library.request(.get, "/loans", query: "?from=\(from)").items.count == count)
      #expect(try library.request(.get, "/loans", query: "?state=all&from=\(from)").items.count == 1 - count)
      #expect(try library.request(.get, "/releases", query: "?from=\(from)").items.count == 1 - count)
    }
    for path in ["/loans", "/releases"] {
      #expect(try library.request(.get, path, query: "?from=yesterday").status == 400)
    }
  }
}
