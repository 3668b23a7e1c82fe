import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// Tests of tokens: one that is bound to a station acts as that station only, an unbound one acts as any.
@Suite(.timeLimit(.minutes(5)))
struct TiedTokenTests {
  private func token(_ library: LendingLibrary, _ body: String) throws -> TagLibrary.Answer {
    try library.request(.post, "/tokens", body: body, as: .admin)
  }

  private func request(
    _ library: LendingLibrary, _ token: String, _ method: Method, _ pattern: String,
    _ parameters: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPResponse {
    var headers = [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")]
    if body != nil { headers.append(("content-type", "application/json")) }
    return try library.service.answer(
      method, "/api/v1" + pattern, target: "/api/v1" + pattern, parameters: parameters, headers: headers,
      body: body ?? "")
  }

  @Test func `only a token of a station is tied, and to what may be the name of one`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try token(library, #"{"name":"front desk","role":"station","station":"front"}"#)
    #expect(made.status == 201 && made.text("station") == "front", "\(made.text)")
    #expect(try token(library, #"{"name":"x","role":"staff","station":"front"}"#).status == 422)
    #expect(try token(library, #"{"name":"x","role":"station","station":"No Name"}"#).status == 422)
    #expect(try token(library, #"{"name":"x","role":"station"}"#).status == 201)
    let listed = try library.request(.get, "/tokens", as: .admin).items
    #expect(listed.compactMap { $0["station"] as? String } == ["front"])
  }

  @Test func `a tied token reads the history of its own station, and of no other`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let tied = try #require(
      try token(library, #"{"name":"front desk","role":"station","station":"front"}"#).text("token"))
    func scan(_ number: Int, at station: String) throws -> String {
      let reported = try library.request(
        .post, "/scans", body: #"{"code":"\#(library.copies[number].code)","station":"\#(station)"}"#, as: .station)
      return try #require(reported.text("id"))
    }
    func history(_ query: String) throws -> HTTPResponse {
      try library.service.answer(
        .get, "/api/v1/scans", target: "/api/v1/scans" + query,
        headers: [("host", "x"), ("authorization", "Bearer \(tied)")])
    }
    let (own, other) = (try scan(0, at: "front"), try scan(1, at: "desk"))
    let all = try history("")
    #expect(all.status == 200 && all.text.contains(own) && !all.text.contains(other), "\(all.text)")
    #expect(try history("?station=front").text.contains(own))
    #expect(try history("?station=desk").status == 403)
    for pattern in ["/scans/{id}", "/scans/{id}/explanation"] {
      #expect(try request(library, tied, .get, pattern, [("id", own)]).status == 200, "\(pattern)")
      #expect(try request(library, tied, .get, pattern, [("id", other)]).status == 403, "\(pattern)")
    }
    // The cache of one caller's list is not used for another.
    #expect(try library.request(.get, "/scans", as: .station).items.count == 2)
  }

  @Test func `a station for the public shows nothing of what the one before did`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let policy = try library.request(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
    let body = policy.text.replacingOccurrences(of: #""isSelfService":false"#, with: #""isSelfService":true"#)
      .replacingOccurrences(of: #""home":"look-up""#, with: #""home":"check-out""#)
    let set = try library.request(
      .put, "/stations/{name}/policy", [("name", "desk")], body: body, headers: [policy.seen], as: .admin)
    #expect(set.status == 200, "\(set.text)")
    // An idle station switches to its new home mode at once.
    func station() throws -> TagLibrary.Answer {
      try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station)
    }
    #expect(try station().text("mode") == "check-out")
    func titles() throws -> [Any] { try station().json["recent"] as? [Any] ?? [] }
    #expect(try library.scan(library.adasCard).status == 201)
    #expect(try library.scan(library.copies[0].code).status == 201)
    #expect(try titles().count == 1)
    #expect(try library.station("end").status == 200)
    let after = try station()
    #expect(try titles().isEmpty && !after.text.contains("Blue Train"), "\(after.text)")
    #expect(try library.scan(library.bobsCard).status == 201)
    #expect(try titles().isEmpty)
  }

  @Test func `an attended station lists its last titles after END, and nothing of the borrower`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let tied = try #require(
      try token(library, #"{"name":"desk","role":"station","station":"desk"}"#).text("token"))
    func station() throws -> String {
      let reported = try request(library, tied, .get, "/stations/{name}", [("name", "desk")])
      #expect(reported.status == 200, "\(reported.text)")
      return reported.text
    }
    func recent(_ text: String) throws -> [[String: Any]] {
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return json?["recent"] as? [[String: Any]] ?? []
    }
    try library.mode(.checkout)
    for code in [library.adasCard, library.copies[0].code, library.copies[1].code] {
      #expect(try library.scan(code).status == 201)
    }
    // Before END the screen shows the short name, so the search below would find it.
    #expect(try station().contains(library.ada.shortName))
    #expect(try library.station("end").status == 200)
    let after = try station()
    let releases = try recent(after).map { $0["release"] as? [String: Any] }
    #expect(releases.map { $0?["title"] as? String } == ["Blue Train", "Blue Train"], "\(after)")
    let names = library.ada.name.split(separator: " ").map(String.init) + [library.ada.shortName, library.ada.id.text]
    let card = library.adasCard.description
    for secret in names + [card, String(card.suffix(4))] {
      #expect(!after.contains(secret), "\(secret) is in \(after)")
    }
  }

  @Test func `a tied token scans and acts at its own station, and is refused at every other address of a station`()
    throws
  {
    let library = try LendingLibrary()
    defer { library.end() }
    let tied = try #require(
      try token(library, #"{"name":"front desk","role":"station","station":"front"}"#).text("token"))
    let code = library.copies[0].code
    // Without a station in the request it uses its own.
    let scanned = try request(library, tied, .post, "/scans", body: #"{"code":"\#(code)"}"#)
    #expect(scanned.status == 201 && scanned.text.contains(#""station":"front""#), "\(scanned.text)")
    #expect(try request(library, tied, .post, "/scans", body: #"{"code":"\#(code)","station":"front"}"#).status == 201)
    let other = try request(library, tied, .post, "/scans", body: #"{"code":"\#(code)","station":"desk"}"#)
    #expect(other.status == 403, "\(other.text)")
    #expect(try library.request(.get, "/scans", as: .station).items.count == 2)
    var tried = 0
    for route in library.service.surface.routes where route.pattern.hasPrefix("/api/v1/stations/{name}") {
      let pattern = String(route.pattern.dropFirst("/api/v1".count))
      let body = route.method == .get ? nil : "{}"
      #expect(
        try request(library, tied, route.method, pattern, [("name", "desk")], body: body).status == 403,
        "\(route.pattern)")
      if !pattern.hasSuffix("policy") {
        #expect(
          try request(library, tied, route.method, pattern, [("name", "front")], body: body).status != 403,
          "\(route.pattern)")
      }
      tried += 1
    }
    #expect(tried > 10)
    let job = try request(
      library, tied, .post, "/tag-jobs",
      body: #"{"action":"write","copy":"\#(library.copies[0].id)","station":"desk"}"#)
    #expect(job.status == 403, "\(job.text)")
    // An unbound token acts as any station, as before.
    let free = try #require(try token(library, #"{"name":"x","role":"station"}"#).text("token"))
    for station in ["desk", "front"] {
      #expect(
        try request(library, free, .post, "/scans", body: #"{"code":"\#(code)","station":"\#(station)"}"#).status == 201
      )
      #expect(try request(library, free, .post, "/stations/{name}/end", [("name", station)], body: "{}").status < 500)
    }
  }

  @Test func `a tied token takes back what its own station did last, and nothing of another`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let tied = try #require(
      try token(library, #"{"name":"front desk","role":"station","station":"front"}"#).text("token"))
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    #expect(try library.scan(library.copies[0].code).status == 201)
    let lent = try #require(try library.request(.get, "/changes").items.first?["id"] as? String)
    #expect(try request(library, tied, .post, "/changes/{id}/undo", [("id", lent)], body: "{}").status == 403)
    let session = try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station).object("session")[
      "id"]
    #expect(
      try request(library, tied, .get, "/sessions/{id}/receipt", [("id", try #require(session as? String))]).status
        == 403)
    for code in [Command.checkout.code, library.bobsCard, library.copies[1].code] {
      #expect(try request(library, tied, .post, "/scans", body: #"{"code":"\#(code)"}"#).status == 201)
    }
    let own = try #require(try library.request(.get, "/changes").items.first?["id"] as? String)
    let undone = try request(library, tied, .post, "/changes/{id}/undo", [("id", own)], body: "{}")
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try library.request(.get, "/loans").items.count == 1)
  }

  @Test func `at a station for the public no caller passes over the rule of the own session`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let path = "/stations/{name}/policy"
    let seen = try library.request(.get, path, [("name", "desk")], as: .admin)
    let body = seen.text.replacingOccurrences(of: #""isSelfService":false"#, with: #""isSelfService":true"#)
    #expect(
      try library.request(.put, path, [("name", "desk")], body: body, headers: [seen.seen], as: .admin).status == 200)
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    #expect(try library.scan(library.copies[0].code).status == 201)
    let lent = try #require(try library.request(.get, "/changes").items.first?["id"] as? String)
    #expect(try library.scan(library.bobsCard).status == 201)
    let refused = try library.request(.post, "/changes/{id}/undo", [("id", lent)], as: .station)
    #expect(refused.status == 409 && refused.code == "nothing-to-undo", "\(refused.text)")
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", lent)]).status == 200)
  }
}
