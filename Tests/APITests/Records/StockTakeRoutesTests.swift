import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct StockTakeRoutesTests {
  private let library: LendingLibrary
  private let place: Place

  /// The first two copies stand in a place.
  init() throws {
    library = try LendingLibrary()
    place = try library.service.database.write { [copies = library.copies] transaction in
      let place = Place(id: .new(at: transaction.now), kind: .shelf, name: "Shelf 7")
      try transaction.insert(place)
      for copy in copies.prefix(2) {
        try transaction.move(copy.id, to: Location(place: place.id, placeName: place.name))
      }
      try transaction.recordChange(.shelve)
      return place
    }
  }

  private func start() throws -> String {
    let made = try library.request(.post, "/stock-takes", body: #"{"place":"\#(place.id)"}"#)
    #expect(made.status == 201 && made.number("expected") == 2, "\(made.text)")
    return try #require(made.text("id"))
  }

  private func act(_ take: String, _ act: String, _ body: String? = nil) throws -> TagLibrary.Answer {
    try library.request(.post, "/stock-takes/{id}/\(act)", [("id", take)], body: body)
  }

  private func count(_ take: String, _ code: String, id: Reading.ID = .new(at: .now())) throws -> TagLibrary.Answer {
    try act(take, "scans", #"{"station":"desk","scans":[{"id":"\#(id)","code":"\#(code)"}]}"#)
  }

  @Test func `a stock-take is started once, counted, closed, previewed, applied and undone`() throws {
    defer { library.end() }
    func start() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/stock-takes", body: #"{"place":"\#(place.id)"}"#, headers: [("idempotency-key", "k")])
    }
    let made = try start()
    let take = try #require(made.text("id"), "\(made.text)")
    #expect(made.header("location") == "/api/v1/stock-takes/\(take)")
    #expect(try start().text("id") == take)
    #expect(try library.request(.post, "/stock-takes", body: #"{"place":"\#(place.id)"}"#).status == 409)
    let id = Reading.ID.new(at: .now())
    for _ in 1...2 {
      let counted = try count(take, library.copies[0].code.description, id: id)
      #expect(counted.items.compactMap { $0["code"] as? String } == ["counted"], "\(counted.text)")
    }
    let listed = try count(take, OwnCode(.listed, number: library.copies[1].code.number).description)
    #expect(listed.items.compactMap { $0["code"] as? String } == ["list-code"], "\(listed.text)")
    let refused = try act(take, "close", "{}")
    #expect(refused.status == 409 && refused.text.contains("desk"), "\(refused.text)")
    let left = try library.request(
      .post, "/stock-takes/{id}/stations/{name}/leave", [("id", take), ("name", "desk")])
    #expect(left.status == 200, "\(left.text)")
    #expect(try act(take, "close").text("state") == "closed")
    let decisions = #"{"notScanned":"missing"}"#
    let preview = try act(take, "preview", decisions)
    let digest = try #require(preview.text("digest"), "\(preview.text)")
    func apply(_ more: String) throws -> TagLibrary.Answer {
      try act(take, "apply", #"{"decisions":\#(decisions)\#(more)}"#)
    }
    for wrong in ["", #","digest":"""#, #","digest":"\#(String(repeating: "0", count: 65))""#] {
      #expect(try apply(wrong).status == 422, "\(wrong)")
    }
    let stale = try apply(#","digest":"0""#)
    #expect(stale.status == 409 && stale.text.contains("preview"), "\(stale.text)")
    let applied = try apply(#","digest":"\#(digest)""#)
    #expect(applied.status == 200 && applied.text("state") == "applied", "\(applied.text)")
    let copy = { [library] in try library.get("/copies/{id}", library.copies[1].id.text).text("status") }
    #expect(try copy() == "missing")
    let change = try #require(applied.text("change"))
    #expect(try library.get("/changes/{id}", change).text("kind") == "stock-take")
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try copy() == "available")
    let seen = try library.get("/copies/{id}/last-seen", library.copies[0].id.text)
    #expect(seen.text("how") == "scanned" && seen.text("stockTake") == take, "\(seen.text)")
    #expect(try library.get("/copies/{id}/last-seen", library.copies[1].id.text).json.isEmpty)
  }

  @Test func `entries are filtered by class, ticked and saved as a table`() throws {
    defer { library.end() }
    let take = try start()
    let entries = try library.request(
      .get, "/stock-takes/{id}/entries", query: "?class=not-scanned", [("id", take)])
    #expect(entries.items.count == 2 && entries.json["total"] as? Int == 2, "\(entries.text)")
    #expect(
      try library.request(.get, "/stock-takes/{id}/entries", query: "?class=lost", [("id", take)]).status == 400)
    let ticked = try act(take, "ticks", #"{"copy":"\#(library.copies[0].id)"}"#)
    #expect(ticked.status == 200 && ticked.text("class") == "ticked", "\(ticked.text)")
    #expect(try act(take, "ticks", #"{"copy":"\#(library.copies[2].id)"}"#).status == 404)
    let untick = try library.request(
      .delete, "/stock-takes/{id}/ticks/{copy}", [("id", take), ("copy", library.copies[0].id.text)])
    #expect(untick.status == 204)
    let table = try library.request(.get, "/stock-takes/{id}/csv", [("id", take)])
    #expect(table.header("content-type")?.hasPrefix("text/csv") ?? false)
    #expect(table.text.split(separator: "\r\n").count == 3 && table.text.contains("DW:L:"), "\(table.text)")
  }

  @Test func `the report for paper is a document for staff, in the language that is asked for`() throws {
    defer { library.end() }
    let take = try start()
    for (query, title) in [
      ("", "Stock-take: "), ("?language=de", "Inventur: "), ("?language=fr&class=misplaced", "Inventaire : "),
    ] {
      let paper = try library.request(.get, "/stock-takes/{id}/pdf", query: query, [("id", take)])
      #expect(paper.header("content-type") == "application/pdf" && paper.text.hasPrefix("%PDF-"))
      // The title of the document is beside the compressed pages.
      #expect(paper.text.contains("/Title (\(title)"), "\(query)")
    }
    #expect(
      try library.request(.get, "/stock-takes/{id}/pdf", query: "?language=nl", [("id", take)]).status == 400)
    #expect(try library.request(.get, "/stock-takes/{id}/pdf", [("id", take)], as: .station).status == 403)
  }

  @Test func `the hub alone determines what is expected, and stations cannot reach a stock-take`() throws {
    defer { library.end() }
    for body in [
      "{}", #"{"place":"\#(place.id)","query":"a"}"#, #"{"place":"\#(place.id)","expected":[]}"#, #"{"query":"year:"}"#,
    ] { #expect(try library.request(.post, "/stock-takes", body: body).status == 422, "\(body)") }
    let take = try start()
    #expect(try library.request(.get, "/stock-takes/{id}", [("id", take)], as: .station).status == 403)
    #expect(try act(take, "cancel").text("state") == "cancelled")
    #expect(try count(take, "1").status == 409)
    #expect(try library.request(.get, "/stock-takes/{id}", [("id", place.id.text)]).status == 404)
  }
}
