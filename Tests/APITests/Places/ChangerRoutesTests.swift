import API
import Deadwax
import HTTPServer
import Lists
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct ChangerRoutesTests {
  @Test func `the models are listed with their slots and sources`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let list = try library.request(.get, "/changers")
    #expect(list.status == 200, "\(list.text)")
    let sony = try #require(list.items.first { $0["id"] as? String == "sony-cdp-cx355" })
    #expect(sony["capacity"] as? Int == 300 && sony["kind"] as? String == "changer")
    #expect((sony["source"] as? String)?.hasPrefix("https://") == true && sony["fault"] == nil)
    #expect(list.items.count >= 10)
  }

  @Test func `a changer is made once by repeated requests, with its cartridges in it, and an undo removes it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/changers/{id}/places", [("id", "three-6-disc-cartridges")], body: #"{"name":"Changer 1"}"#,
        headers: [("idempotency-key", "k")])
    }
    let made = try make()
    let id = try #require(made.text("id"), "\(made.text)")
    #expect(made.status == 201 && made.header("location") == "/api/v1/places/\(id)")
    #expect(made.text("kind") == "changer" && made.number("slots") == 0)
    #expect(try make().text("id") == id)
    let places = try library.request(.get, "/places").items
    #expect(places.count { $0["parent"] as? String == id && $0["slots"] as? Int == 6 } == 3, "\(places)")
    let change = try #require(try library.request(.get, "/changes", query: "?kind=place").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try library.request(.get, "/places").items.isEmpty)
  }

  @Test func `the plan of a changer has a step for each played disc, and none once they are done`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(
      .post, "/changers/{id}/places", [("id", "pioneer-6-disc-cartridge")], body: #"{"name":"Box"}"#)
    let id = try #require(made.text("id"))
    for copy in library.copies.prefix(2) {
      _ = try library.service.surface.plays.add(
        copy.id, position: nil, startedAt: Timestamp(milliseconds: 1000), endedAt: nil, id: nil, by: "test")
    }
    let plan = try library.request(.get, "/places/{id}/loading-plan", [("id", id)])
    #expect(plan.status == 200 && plan.number("capacity") == 6 && plan.json["isBest"] as? Bool == true, "\(plan.text)")
    let steps = try #require(plan.json["steps"] as? [[String: Any]])
    #expect(steps.count >= 2 && plan.number("plays") == 2, "\(plan.text)")
    for step in steps {
      let (copy, to) = (try #require(step["copy"] as? String), try #require(step["to"] as? [String: Any]))
      let body = #"{"place":"\#(to["place"] ?? "")","slot":\#(to["slot"] ?? 0)}"#
      let shelved = try library.request(
        .put, "/copies/{id}/place", [("id", copy)], body: body, headers: [("if-match", "*")])
      #expect(shelved.status == 200, "\(shelved.text)")
    }
    let after = try library.request(.get, "/places/{id}/loading-plan", [("id", id)])
    #expect((after.json["steps"] as? [Any])?.isEmpty == true, "\(after.text)")
    let room = try library.request(.post, "/places", body: #"{"name":"Room","kind":"room"}"#)
    let empty = try library.request(.get, "/places/{id}/loading-plan", [("id", room.text("id") ?? "")])
    #expect(empty.json["capacity"] as? Int == 0 && (empty.json["steps"] as? [Any])?.isEmpty == true, "\(empty.text)")
    #expect(try library.request(.get, "/places/{id}/loading-plan", [("id", "no-id")]).status == 404)
  }

  @Test func `an unknown model and a wrong place are refused, and nothing is made`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func status(_ model: String, _ body: String) throws -> Int {
      try library.request(.post, "/changers/{id}/places", [("id", model)], body: body).status
    }
    #expect(try status("sony", #"{"name":"A"}"#) == 404)
    #expect(try status("sony-cdp-cx355", #"{"name":""}"#) == 422)
    #expect(try status("sony-cdp-cx355", #"{}"#) == 422)
    #expect(
      try status("sony-cdp-cx355", #"{"name":"A","parent":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#) == 404)
    #expect(try library.request(.get, "/places").items.isEmpty)
  }
}
