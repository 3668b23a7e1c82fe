import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing

/// A token that is tied to a desk acts as that desk and as no other; one that is not acts as any.
@Suite(.timeLimit(.minutes(1)))
struct TiedTokenTests {
  private func token(_ house: LendingHouse, _ body: String) throws -> TagShelf.Told {
    try house.ask(.post, "/tokens", body: body, as: .admin)
  }

  private func ask(
    _ house: LendingHouse, _ token: String, _ method: Method, _ pattern: String,
    _ parameters: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPResponse {
    var headers = [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")]
    if body != nil { headers.append(("content-type", "application/json")) }
    return try house.service.answer(
      method, "/api/v1" + pattern, target: "/api/v1" + pattern, parameters: parameters, headers: headers,
      body: body ?? "")
  }

  @Test func `only a token of a station is tied, and to what may be the name of one`() throws {
    let house = try LendingHouse()
    defer { house.end() }
    let made = try token(house, #"{"name":"front desk","role":"station","station":"front"}"#)
    #expect(made.status == 201 && made.text("station") == "front", "\(made.text)")
    #expect(try token(house, #"{"name":"x","role":"staff","station":"front"}"#).status == 422)
    #expect(try token(house, #"{"name":"x","role":"station","station":"No Name"}"#).status == 422)
    #expect(try token(house, #"{"name":"x","role":"station"}"#).status == 201)
    let listed = try house.ask(.get, "/tokens", as: .admin).items
    #expect(listed.compactMap { $0["station"] as? String } == ["front"])
  }

  @Test func `a tied token scans and acts at its own desk, and is refused at every other address of a desk`() throws {
    let house = try LendingHouse()
    defer { house.end() }
    let tied = try #require(
      try token(house, #"{"name":"front desk","role":"station","station":"front"}"#).text("token"))
    let code = house.copies[0].code
    // Without a station it is its own.
    let scanned = try ask(house, tied, .post, "/scans", body: #"{"code":"\#(code)"}"#)
    #expect(scanned.status == 201 && scanned.text.contains(#""station":"front""#), "\(scanned.text)")
    #expect(try ask(house, tied, .post, "/scans", body: #"{"code":"\#(code)","station":"front"}"#).status == 201)
    let other = try ask(house, tied, .post, "/scans", body: #"{"code":"\#(code)","station":"desk"}"#)
    #expect(other.status == 403, "\(other.text)")
    #expect(try house.ask(.get, "/scans", as: .station).items.count == 2)
    var tried = 0
    for route in house.service.surface.routes where route.pattern.hasPrefix("/api/v1/stations/{name}") {
      let pattern = String(route.pattern.dropFirst("/api/v1".count))
      let body = route.method == .get ? nil : "{}"
      #expect(
        try ask(house, tied, route.method, pattern, [("name", "desk")], body: body).status == 403, "\(route.pattern)")
      if !pattern.hasSuffix("policy") {
        #expect(
          try ask(house, tied, route.method, pattern, [("name", "front")], body: body).status != 403,
          "\(route.pattern)")
      }
      tried += 1
    }
    #expect(tried > 10)
    let job = try ask(
      house, tied, .post, "/tag-jobs",
      body: #"{"action":"write","copy":"\#(house.copies[0].id)","station":"desk"}"#)
    #expect(job.status == 403, "\(job.text)")
    // One that is not tied acts as any desk, as before.
    let free = try #require(try token(house, #"{"name":"x","role":"station"}"#).text("token"))
    for station in ["desk", "front"] {
      #expect(
        try ask(house, free, .post, "/scans", body: #"{"code":"\#(code)","station":"\#(station)"}"#).status == 201)
      #expect(try ask(house, free, .post, "/stations/{name}/end", [("name", station)], body: "{}").status < 500)
    }
  }

  @Test func `a tied token takes back what its own desk did last, and nothing of another`() throws {
    let house = try LendingHouse()
    defer { house.end() }
    let tied = try #require(
      try token(house, #"{"name":"front desk","role":"station","station":"front"}"#).text("token"))
    try house.mode(.checkout)
    #expect(try house.scan(house.adasCard).status == 201)
    #expect(try house.scan(house.copies[0].code).status == 201)
    let lent = try #require(try house.ask(.get, "/changes").items.first?["id"] as? String)
    #expect(try ask(house, tied, .post, "/changes/{id}/undo", [("id", lent)], body: "{}").status == 403)
    let visit = try house.ask(.get, "/stations/{name}", [("name", "desk")], as: .station).object("session")["visit"]
    #expect(
      try ask(house, tied, .get, "/visits/{id}/receipt", [("id", try #require(visit as? String))]).status == 403)
    for code in [Command.checkout.code, house.bobsCard, house.copies[1].code] {
      #expect(try ask(house, tied, .post, "/scans", body: #"{"code":"\#(code)"}"#).status == 201)
    }
    let own = try #require(try house.ask(.get, "/changes").items.first?["id"] as? String)
    let undone = try ask(house, tied, .post, "/changes/{id}/undo", [("id", own)], body: "{}")
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try house.ask(.get, "/loans").items.count == 1)
  }

  @Test func `at a desk for the public no caller passes over the rule of the own session`() throws {
    let house = try LendingHouse()
    defer { house.end() }
    let path = "/stations/{name}/policy"
    let seen = try house.ask(.get, path, [("name", "desk")], as: .admin)
    let body = seen.text.replacingOccurrences(of: #""isSelfService":false"#, with: #""isSelfService":true"#)
    #expect(try house.ask(.put, path, [("name", "desk")], body: body, headers: [seen.seen], as: .admin).status == 200)
    try house.mode(.checkout)
    #expect(try house.scan(house.adasCard).status == 201)
    #expect(try house.scan(house.copies[0].code).status == 201)
    let lent = try #require(try house.ask(.get, "/changes").items.first?["id"] as? String)
    #expect(try house.scan(house.bobsCard).status == 201)
    let refused = try house.ask(.post, "/changes/{id}/undo", [("id", lent)], as: .station)
    #expect(refused.status == 409 && refused.code == "nothing-to-undo", "\(refused.text)")
    #expect(try house.ask(.post, "/changes/{id}/undo", [("id", lent)]).status == 200)
  }
}
