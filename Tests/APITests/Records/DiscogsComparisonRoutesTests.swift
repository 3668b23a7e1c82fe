import Deadwax
import HTTPServer
import Storage
import Testing
import Wire

/// Tests of the routes of the comparison with Discogs.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsComparisonRoutesTests {
  private static let path = "/discogs/comparison"

  /// Ends the comparison with these numbers in the collection.
  private func finish(_ library: LendingLibrary, _ numbers: [Int64]) throws {
    try library.service.database.write { transaction in
      var comparison = try #require(try transaction.discogsComparison())
      comparison.state = .done
      for (index, number) in numbers.enumerated() {
        try transaction.store(
          DiscogsItem(
            list: .collection, instance: Int64(index + 1), number: number, folder: 1, title: "T", artist: "A"))
      }
      try transaction.store(comparison)
    }
  }

  @Test func `a comparison is started once, and its finished preview is pulled with its version`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.request(.get, Self.path).text("state") == "none")
    let started = try library.request(.post, Self.path, headers: [("idempotency-key", "k")])
    #expect(started.status == 201 && started.text("state") == "running", "\(started.text)")
    #expect(try library.request(.post, Self.path, headers: [("idempotency-key", "k")]).text == started.text)
    #expect(try library.request(.post, Self.path, headers: [("idempotency-key", "l")]).status == 409)
    #expect(try library.request(.get, Self.path + "/items").status == 409)
    let early = try library.request(.get, Self.path)
    try finish(library, [7, 7, 8])
    let items = try library.request(.get, Self.path + "/items", query: "?difference=only-there&limit=1")
    #expect(items.status == 200 && items.text.contains(#""number":7"#), "\(items.text)")
    #expect(items.number("total") == 2 && items.text("next") == "7")
    let body = #"{"list":"collection","numbers":[7]}"#
    #expect(try library.request(.post, Self.path + "/pull", body: body).status == 428)
    let stale = try library.request(.post, Self.path + "/pull", body: body, headers: [early.seen])
    #expect(stale.status == 412 && stale.code == "stale", "\(stale.text)")
    let seen = try library.request(.get, Self.path)
    func pull(_ key: String) throws -> TagLibrary.Answer {
      try library.request(.post, Self.path + "/pull", body: body, headers: [seen.seen, ("idempotency-key", key)])
    }
    let pulled = try pull("p")
    #expect(pulled.status == 200 && pulled.number("copies") == 2 && pulled.text("change") != nil, "\(pulled.text)")
    #expect(try pull("p").text == pulled.text)
    #expect(try pull("q").number("copies") == 0)
  }

  @Test(arguments: [
    #"{"list":"folders"}"#, #"{"list":"collection","numbers":[]}"#, #"{"list":"collection","numbers":[0]}"#,
    #"{"list":"collection","numbers":["7"]}"#, #"{"list":"collection","numbers":[7.5]}"#,
    #"{"list":"collection","numbers":[1e30]}"#, #"{"list":"collection","prices":true}"#, "{}",
  ])
  func `an invalid pull is refused`(body: String) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.request(.post, Self.path)
    try finish(library, [7])
    let refused = try library.request(.post, Self.path + "/pull", body: body, headers: [("if-match", "*")])
    #expect(refused.status == 422, "\(refused.text)")
  }

  @Test func `a station neither sees, starts nor pulls it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.request(.get, Self.path, as: .station).status == 403)
    #expect(try library.request(.post, Self.path, as: .station).status == 403)
    #expect(try library.request(.get, Self.path + "/items", as: .station).status == 403)
    let body = #"{"list":"collection"}"#
    let pull = try library.request(.post, Self.path + "/pull", body: body, headers: [("if-match", "*")], as: .station)
    #expect(pull.status == 403)
  }
}
