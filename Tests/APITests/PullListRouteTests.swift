import API
import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct PullListRouteTests {
  @Test func `the pull list follows the rules of lists, and a check-in traps its copies`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for borrower in [library.ada, library.bob] {
      let body = #"{"release":"\#(library.release.id)","borrower":"\#(borrower.id)"}"#
      #expect(try library.request(.post, "/holds", body: body).status == 201)
    }
    let first = try library.request(.get, "/holds/pull-list", query: "?limit=1")
    #expect(first.items.count == 1 && first.number("total") == 2, "\(first.text)")
    #expect(first.header("link")?.contains("rel=\"next\"") == true)
    let item = try #require(first.items.first)
    #expect(item["id"] as? String == library.copies[0].id.text)
    #expect((item["borrower"] as? [String: Any])?["shortName"] as? String == "Ada L.")
    let next = try library.request(
      .get, "/holds/pull-list", query: "?limit=1&cursor=\(try #require(first.text("next")))")
    #expect(next.items.count == 1 && next.text("next") == nil && next.number("total") == nil, "\(next.text)")
    #expect(try library.request(.get, "/holds/pull-list", query: "?state=open").status == 400)
    #expect(try library.request(.get, "/holds/pull-list", query: "?cursor=x").status == 400)
    #expect(try library.request(.get, "/holds/pull-list", as: .station).status == 403)
    try library.mode(.return)
    let scan = try library.scan(library.copies[0].code)
    #expect(scan.text.contains("hold-waiting"), "\(scan.text)")
    let left = try library.request(.get, "/holds/pull-list")
    #expect(left.items.map { $0["id"] as? String } == [library.copies[1].id.text])
    let shelf = try library.request(.get, "/holds/shelf")
    #expect(shelf.items.count == 1 && shelf.number("total") == 1)
    let hold = try #require(shelf.items.first?["id"] as? String)
    let slip = try library.request(.get, "/holds/{id}/slip", [("id", hold)])
    #expect(slip.status == 200 && slip.text.contains("Ada L.") && !slip.text.contains("Lovelace"))
    let page = try library.request(.get, "/holds/{id}/slip", query: "?format=html", [("id", hold)])
    #expect(page.text.contains("<!doctype html>"))
    #expect(try library.request(.get, "/holds/{id}/slip", query: "?format=pdf", [("id", hold)]).status == 400)
    let printed = try library.request(.post, "/holds/{id}/print", [("id", hold)])
    #expect(printed.code == "no-printer", "\(printed.text)")
    let waiting = try #require(
      try library.request(.get, "/holds", query: "?state=waiting").items.first?["id"] as? String)
    #expect(try library.request(.get, "/holds/{id}/slip", [("id", waiting)]).status == 409)
    // A cancelled hold stays on the list of the shelf until its copy is scanned, and its copy may be fetched for the next.
    #expect(try library.request(.post, "/holds/{id}/cancel", [("id", hold)]).status == 200)
    #expect(try library.request(.get, "/holds/shelf").items.map { $0["state"] as? String } == ["ready"])
  }
}
