import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct PlayRoutesTests {
  private func add(
    _ library: LendingLibrary, _ more: String = "", headers: [(String, String)] = []
  ) throws -> TagLibrary.Answer {
    try library.request(
      .post, "/plays", body: #"{"copy":"\#(library.copies[0].id)"\#(more)}"#, headers: headers)
  }

  @Test func `a play is made once by repeated requests, read, listed and removed, and an undo restores it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try add(library, headers: [("idempotency-key", "k")])
    let id = try #require(made.text("id"))
    #expect(made.status == 201 && made.header("location") == "/api/v1/plays/\(id)", "\(made.text)")
    #expect(made.text("source") == "page" && made.json["station"] == nil && made.json["warnings"] == nil)
    #expect(try add(library, headers: [("idempotency-key", "k")]).text("id") == id)
    let copy = try library.get("/copies/{id}", library.copies[0].id.text)
    #expect(copy.number("plays") == 1 && copy.text("lastPlayedAt") == made.text("startedAt"), "\(copy.text)")
    #expect(try library.get("/copies/{id}", library.copies[1].id.text).json["plays"] == nil)
    let list = try library.request(.get, "/plays", as: .station)
    #expect(list.items.count == 1 && list.number("total") == 1, "\(list.text)")
    let seen = try library.get("/plays/{id}", id).seen
    let stale = try library.request(.delete, "/plays/{id}", [("id", id)], headers: [("if-match", "\"7\"")])
    #expect(stale.status == 412 && stale.code == "stale")
    #expect(try library.request(.delete, "/plays/{id}", [("id", id)], headers: [seen]).status == 204)
    #expect(try library.get("/plays/{id}", id).status == 404)
    let change = try #require(try library.request(.get, "/changes", query: "?kind=copy").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try library.get("/plays/{id}", id).status == 200)
  }

  @Test func `a scan in the mode Played is a play of its station`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let mode = try library.request(.put, "/stations/{name}/mode", [("name", "desk")], body: #"{"mode":"played"}"#)
    #expect(mode.status == 200, "\(mode.text)")
    let scan = try library.scan(library.copies[1].code)
    #expect(scan.status == 201, "\(scan.text)")
    let list = try library.request(.get, "/plays", query: "?station=desk")
    #expect(list.items.count == 1 && list.items.first?["source"] as? String == "scan", "\(list.text)")
  }

  @Test func `wrong requests are refused, and change nothing`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for (more, status) in [
      (#","position":"\#(String(repeating: "A", count: 21))""#, 422),
      (#","startedAt":"2126-01-01T00:00:00.000Z""#, 422),
      (#","startedAt":"yesterday""#, 422), (#","endedAt":"2020-01-01T00:00:00.000Z""#, 422), (#","by":"me""#, 422),
      (#","source":"presence""#, 422),
    ] {
      let answer = try add(library, more)
      #expect(answer.status == status, "\(more): \(answer.text)")
    }
    let unknown = try library.request(.post, "/plays", body: #"{"copy":"\#(Copy.ID.new(at: .now()))"}"#)
    #expect(unknown.status == 404, "\(unknown.text)")
    #expect(try library.request(.post, "/plays", body: "{}").status == 422)
    #expect(
      try library.request(.post, "/plays", body: #"{"copy":"\#(library.copies[0].id)"}"#, as: .station).status == 403)
    #expect(try library.request(.get, "/plays").items.isEmpty)
    for query in [
      "?since=x", "?until=2026", "?copy=1", "?release=x", "?station=A%20B", "?cursor=x", "?limit=0", "?by=x",
    ] {
      #expect(try library.request(.get, "/plays", query: query).status == 400, "\(query)")
    }
  }

  @Test func `each form has a report, as a check and as a table, for staff only`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try add(library, #","startedAt":"2019-10-05T20:15:00.000Z""#).status == 201)
    let forms = try library.request(.get, "/play-reports", as: .station)
    let names = forms.items.compactMap { $0["name"] as? String }
    #expect(names.contains("soundexchange") && names.contains("plays"), "\(forms.text)")
    let span = "?since=2019-10-01T00:00:00Z&until=2019-11-01T00:00:00Z"
    for name in names {
      let report = try library.request(.get, "/play-reports/{name}", query: span, [("name", name)])
      #expect(report.status == 200 && report.number("plays") == 1 && report.number("gapCount") == 1, "\(report.text)")
      let table = try library.request(.get, "/play-reports/{name}/csv", query: span, [("name", name)])
      #expect(table.status == 200 && table.header("content-type")?.hasPrefix("text/csv") == true)
      #expect(table.header("content-disposition") == "attachment; filename=\"\(name).csv\"")
      #expect(table.text.contains("John Coltrane"), "\(table.text)")
    }
    for path in ["/play-reports/{name}", "/play-reports/{name}/csv"] {
      #expect(try library.request(.get, path, [("name", "plays")], as: .station).status == 403)
      for name in ["", "play", "%2e%2e", "PLAYS"] {
        #expect(try library.request(.get, path, [("name", name)]).status == 404, "\(name)")
      }
      for query in [
        "?since=2019-11-01T00:00:00Z&until=2019-10-01T00:00:00Z", "?since=2019-01-01T00:00:00Z", "?until=x",
      ] {
        let answer = try library.request(.get, path, query: query, [("name", "plays")])
        #expect(answer.status == 400 && answer.code == "bad-request", "\(query): \(answer.text)")
      }
    }
  }
}
