internal import Deadwax
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes of the comparison with the collection and the wantlist at Discogs.
  var discogsComparisonRoutes: [Endpoint] {
    [
      Endpoint(.get, Self.comparisonPath, needs: .staff, returns: .record) { _, _ in
        let view = try counter.comparisons.view()
        return .row(view.version, DiscogsComparisonResource(view))
      },
      Endpoint(.post, Self.comparisonPath, needs: .staff, repeats: .key) { _, call in
        .json(status: 201, DiscogsComparisonResource(try counter.comparisons.start(by: call.caller.name)))
          .with("location", Self.comparisonPath)
      },
      Endpoint(.patch, Self.comparisonPath, needs: .staff, ifMatch: .required) { request, call in
        let body: RecheckPatch = try request.decode()
        let state = RecheckView.State(rawValue: body.state.rawValue) ?? .none
        let view = try counter.comparisons.set(state, ifVersion: call.version)
        return .row(view.version, DiscogsComparisonResource(view))
      },
      Endpoint(
        .get, Self.comparisonPath + "/items", needs: .staff, query: ["list", "difference"], returns: .list, on: .worker
      ) { request, _ in
        let page = try counter.comparisons.rows(
          of: try request.choice("list") ?? .collection, try request.choice("difference"),
          after: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { DiscogsDifferenceResource($0) }
      },
      Endpoint(
        .post, Self.comparisonPath + "/pull", needs: .staff, ifMatch: .required, repeats: .key
      ) { request, call in
        let body: DiscogsPullRequest = try request.decode()
        if let numbers = body.numbers {
          guard (1...DiscogsComparisons.mostAdditions).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else {
            throw Problem(.invalid, "'numbers' must have 1 to \(DiscogsComparisons.mostAdditions) numbers above 0.")
          }
        }
        let pull = try counter.comparisons.pull(
          body.list, body.numbers.map { Set($0) }, ifVersion: call.version, by: call.caller.name)
        return .json(
          DiscogsPullResult(
            copies: pull.copies, wishes: pull.wishes, remaining: pull.remaining, change: pull.change))
      },
    ]
  }

  private static let comparisonPath = "/api/v1/discogs/comparison"
}

extension DiscogsComparisonResource {
  fileprivate init(_ view: DiscogsComparisonView) {
    self.init(
      state: RecheckResource.State(rawValue: view.state.rawValue) ?? .none, user: view.user, read: view.read,
      total: view.total, problem: view.problem, startedBy: view.startedBy, startedAt: view.startedAt,
      modifiedAt: view.modifiedAt, version: view.version)
  }
}

extension DiscogsDifferenceResource {
  fileprivate init(_ row: DiscogsRow) {
    self.init(
      list: row.list, number: row.number, title: row.title, artist: row.artist, release: row.release, here: row.here,
      there: row.there, difference: row.difference)
  }
}
