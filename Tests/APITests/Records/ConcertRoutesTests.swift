import Concerts
import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct ConcertRoutesTests {
  private func filled() throws -> LendingLibrary {
    let library = try LendingLibrary()
    _ = try ConcertSample.load(into: library)
    return library
  }

  @Test func `a package is sent, read, applied and removed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let package = String(decoding: try ConcertSample.package(), as: UTF8.self)
    let refused = try library.request(.post, "/concert-imports", body: package)
    #expect(refused.status == 403, "\(refused.text)")
    let damaged = try library.request(.post, "/concert-imports", body: "no package", as: .admin)
    #expect(damaged.status == 201, "\(damaged.text)")
    // It is read in the background, which may have ended.
    #expect(["reading", "damaged"].contains(damaged.text("state")), "\(damaged.text)")
    library.service.concertImports.settle()
    let id = try #require(damaged.text("id"))
    let view = try library.request(.get, "/concert-imports/{id}", [("id", id)], as: .admin)
    #expect(view.text("state") == "damaged" && view.text("detail") == "The file is no ZIP file.", "\(view.text)")
    let early = try library.request(.post, "/concert-imports/{id}/apply", [("id", id)], as: .admin)
    #expect(early.status == 409, "\(early.text)")
    #expect(try library.request(.delete, "/concert-imports/{id}", [("id", id)], as: .admin).status == 204)
    #expect(try library.request(.get, "/concert-imports/{id}", [("id", id)], as: .admin).status == 404)
    #expect(try library.request(.post, "/concert-imports", body: "", as: .admin).status == 422)
    _ = try ConcertSample.load(into: library)
    let list = try library.request(.get, "/concert-imports", as: .admin)
    let item = try #require(list.items.first)
    #expect(item["state"] as? String == "done" && item["shows"] as? Int == 3 && item["recordings"] as? Int == 6)
  }

  @Test func `shows are listed, found and read`() throws {
    let library = try filled()
    defer { library.end() }
    let all = try library.request(.get, "/shows", as: .station)
    #expect(
      all.items.compactMap { $0["date"] as? String } == ["1980-05-07", "1977-05-09", "1977-05-08"], "\(all.text)")
    #expect(all.number("total") == 3)
    for query in ["5-8-77", "5/8/77", "5.8.77", "1977-05-08", "Barton%2077", "scarlet%20ithaca%201977"] {
      let found = try library.request(.get, "/shows", query: "?search=\(query)")
      #expect(found.items.first?["id"] as? String == ConcertSample.cornell, "\(query): \(found.text)")
    }
    for query in [
      "year=1977", "month=1977-05", "since=1977-05-08&to=1977-05-31", "day=05-08", "venue=Barton%20Hall",
      "city=Ithaca", "region=NY", "song=scarlet%20begonias", "collection=a",
    ] {
      let found = try library.request(.get, "/shows", query: "?\(query)")
      #expect(found.status == 200 && !found.items.isEmpty, "\(query): \(found.text)")
    }
    for query in ["year=x", "month=1977-13", "since=5-8-77", "day=13-01", "library=true", "cursor=x", "x=1"] {
      #expect(try library.request(.get, "/shows", query: "?\(query)").status == 400, "\(query)")
    }
    #expect(try library.request(.get, "/shows", query: "?collection=none").status == 404)
    let show = try library.get("/shows/{id}", ConcertSample.cornell)
    #expect(show.status == 200 && show.object("next")["date"] as? String == "1977-05-09", "\(show.text)")
    #expect((show.json["recordings"] as? [Any])?.count == 2 && (show.json["copies"] as? [Any])?.count == 1)
    #expect(try library.get("/shows/{id}", "none").status == 404)
    let top = try library.request(.get, "/show-recordings", query: "?source=SBD&reviews=10")
    #expect(top.items.count == 3, "\(top.text)")
    #expect(try library.request(.get, "/show-recordings", query: "?source=sbd").status == 400)
    let archive = try library.request(
      .get, "/show-recordings/{identifier}/archive", [("identifier", "r1977-05-08.sbd")])
    #expect(archive.status == 503 && archive.code == "not-ready", "\(archive.text)")
  }

  @Test func `nothing that is typed into the search is an error`() throws {
    let library = try filled()
    defer { library.end() }
    var random = SeededRandom(seed: 58)
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let byte = UInt8.random(in: 0...255, using: &random)
        return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      let status = try library.request(.get, "/shows", query: "?search=\(text)").status
      // A query that is no UTF-8 is refused before.
      #expect(status == 200 || status == 400, "\(text)")
    }
    for text in ["%22", "*", "%22%20OR", "NEAR(", "-", "5-8-77%22*", "a:b", "%00"] {
      #expect(try library.request(.get, "/shows", query: "?search=\(text)").status < 500, "\(text)")
    }
  }

  @Test func `notes about a show are stored, replaced and removed`() throws {
    let library = try filled()
    defer { library.end() }
    let path = [("id", ConcertSample.cornell)]
    let put = try library.request(
      .put, "/shows/{id}/library", path, body: #"{"isPinned":true,"rating":4.5,"tags":["best"],"notes":"n"}"#)
    #expect(put.status == 200 && put.json["rating"] as? Double == 4.5, "\(put.text)")
    #expect(try library.request(.get, "/shows", query: "?library=yes").items.count == 1)
    for body in [
      #"{"rating":6}"#, #"{"rating":"5"}"#, #"{"rating":true}"#, #"{"tags":["a,b"]}"#, #"{"tags":[""]}"#,
      #"{"other":1}"#,
    ] {
      #expect(try library.request(.put, "/shows/{id}/library", path, body: body).status == 422, "\(body)")
    }
    #expect(try library.request(.put, "/shows/{id}/library", path, body: "{}", as: .station).status == 403)
    #expect(try library.request(.delete, "/shows/{id}/library", path).status == 204)
    #expect(try library.request(.delete, "/shows/{id}/library", path).status == 404)
    let recents = try library.request(.get, "/recent-shows")
    #expect(recents.items.count == 2, "\(recents.text)")
    #expect(try library.request(.post, "/shows/{id}/plays", path, body: "{}").status == 204)
  }

  @Test func `a copy of a show is added once, and a scan of it shows the day, the venue, the songs and the source`()
    throws
  {
    let library = try filled()
    defer { library.end() }
    let path = [("id", ConcertSample.cornell)]
    let body = #"{"medium":"cassette","recording":"r1977-05-08.aud"}"#
    let key = [("idempotency-key", "k")]
    let added = try library.request(.post, "/shows/{id}/copies", path, body: body, headers: key)
    let id = try #require(added.object("copy")["id"] as? String, "\(added.text)")
    #expect(added.status == 201 && added.header("location") == "/api/v1/copies/\(id)")
    let again = try library.request(.post, "/shows/{id}/copies", path, body: body, headers: key)
    #expect(again.object("copy")["id"] as? String == id)
    let text = try #require(added.object("copy")["code"] as? String)
    try library.mode(.lookup)
    func scan() throws -> TagLibrary.Answer {
      try library.request(.post, "/scans", body: #"{"code":"\#(text)","symbology":"QR"}"#, as: .station)
    }
    let first = try scan()
    let show = try #require(first.object("outcome")["show"] as? [String: Any], "\(first.text)")
    #expect(show["date"] as? String == "1977-05-08" && show["venue"] as? String == "Barton Hall", "\(first.text)")
    #expect(show["songs"] as? [String] == ["Scarlet Begonias", "Fire on the Mountain"])
    #expect(show["sourceType"] as? String == "AUD" && show["source"] as? String == "Nagra")
    let bound = try library.get("/copies/{id}/show", id)
    #expect(bound.status == 200 && bound.header("etag")?.hasPrefix("\"1.") == true, "\(bound.text)")
    let other = #"{"show":"1977-05-09-war-memorial-buffalo-ny-usa"}"#
    let stale = try library.request(
      .put, "/copies/{id}/show", [("id", id)], body: other, headers: [("if-match", "\"7\"")])
    #expect(stale.status == 412, "\(stale.text)")
    let moved = try library.request(.put, "/copies/{id}/show", [("id", id)], body: other, headers: [bound.seen])
    #expect(moved.status == 200 && moved.number("version") == 2, "\(moved.text)")
    let wrong = #"{"show":"1977-05-09-war-memorial-buffalo-ny-usa","recording":"r1977-05-08.aud"}"#
    #expect(try library.request(.put, "/copies/{id}/show", [("id", id)], body: wrong).status == 409)
    #expect(try library.request(.delete, "/copies/{id}/show", [("id", id)]).status == 204)
    #expect(try library.get("/copies/{id}/show", id).status == 404)
    #expect(try scan().object("outcome")["show"] == nil)
  }
}
