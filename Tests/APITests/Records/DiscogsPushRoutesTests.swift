import Deadwax
import HTTPServer
import Storage
import Testing
import Wire

/// Tests of the routes of the push to Discogs.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsPushRoutesTests {
  private static let path = "/discogs/push"

  /// A library whose comparison has found these numbers in the collection.
  private func library(_ numbers: [Int64]) throws -> LendingLibrary {
    let library = try LendingLibrary()
    try library.service.database.write { transaction in
      var comparison = DiscogsComparison(startedBy: "test", at: transaction.now)
      (comparison.state, comparison.user) = (.done, "ada")
      for (index, number) in numbers.enumerated() {
        try transaction.store(
          DiscogsItem(
            list: .collection, instance: Int64(index + 1), number: number, folder: 1, title: "T", artist: "A"))
      }
      try transaction.store(comparison)
    }
    return library
  }

  @Test func `a removal is planned, named and confirmed with the version of the plan`() throws {
    let library = try library([7, 7, 8])
    defer { library.end() }
    #expect(try library.request(.get, Self.path).text("state") == "none")
    let comparison = try library.request(.get, "/discogs/comparison")
    let body = #"{"list":"collection","act":"remove","numbers":[7]}"#
    #expect(try library.request(.post, Self.path, body: body, as: .admin).status == 428)
    #expect(try library.request(.post, Self.path, body: body, headers: [comparison.seen]).status == 403)
    let planned = try library.request(
      .post, Self.path, body: body, headers: [comparison.seen, ("idempotency-key", "k")], as: .admin)
    #expect(planned.status == 201 && planned.text("state") == "planned", "\(planned.text)")
    #expect(planned.number("total") == 2 && planned.text("user") == "ada")
    let items = try library.request(.get, Self.path + "/items", query: "?result=waiting&limit=1")
    #expect(items.number("total") == 2 && items.text("next") == "1", "\(items.text)")
    #expect(items.text.contains(#""instance":2"#) && items.text.contains(#""act":"remove""#))
    let confirm = #"{"state":"running"}"#
    let stale = try library.request(.patch, Self.path, body: confirm, headers: [("if-match", "\"9\"")], as: .admin)
    #expect(stale.status == 412, "\(stale.text)")
    let seen = try library.request(.get, Self.path)
    let running = try library.request(.patch, Self.path, body: confirm, headers: [seen.seen], as: .admin)
    #expect(running.status == 200 && running.text("state") == "running", "\(running.text)")
    #expect(running.text("confirmedBy") != nil)
    let again = try library.request(.post, Self.path, body: body, headers: [("if-match", "*")], as: .admin)
    #expect(again.status == 409, "\(again.text)")
  }

  @Test(arguments: [
    #"{"list":"collection","act":"remove"}"#, #"{"list":"collection","act":"add","folder":0}"#,
    #"{"list":"collection","act":"add","numbers":[]}"#, #"{"list":"collection","act":"add","numbers":[-1]}"#,
    #"{"list":"collection"}"#, #"{"list":"collection","act":"move"}"#,
  ])
  func `an invalid order is refused`(body: String) throws {
    let library = try library([7])
    defer { library.end() }
    let refused = try library.request(.post, Self.path, body: body, headers: [("if-match", "*")], as: .admin)
    #expect(refused.status == 422, "\(refused.text)")
    #expect(try library.request(.get, Self.path).text("state") == "none")
  }
}
