internal import Deadwax
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes of the push to the collection and the wantlist at Discogs.
  var discogsPushRoutes: [Endpoint] {
    [
      Endpoint(.get, Self.pushPath, needs: .staff, returns: .record) { _, _ in
        let view = try counter.pushes.view()
        return .row(view.version, DiscogsPushResource(view))
      },
      Endpoint(.post, Self.pushPath, needs: .admin, ifMatch: .required, repeats: .key) { request, call in
        let body: DiscogsPushRequest = try request.decode()
        if let numbers = body.numbers {
          guard (1...Self.mostNumbers).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else {
            throw Problem(.invalid, "'numbers' must have 1 to \(Self.mostNumbers) numbers above 0.")
          }
        }
        let folder = body.folder ?? Self.uncategorised
        guard folder > 0 else {
          throw Problem(.invalid, "'folder' must be above 0: folder 0 shows all items, and accepts none.")
        }
        let view = try counter.pushes.plan(
          DiscogsPushes.Order(
            list: body.list, act: body.act, numbers: body.numbers.map { Set($0) }, folder: folder),
          ifVersion: call.version, by: call.caller.name)
        return .json(status: 201, DiscogsPushResource(view)).with("location", Self.pushPath)
      },
      Endpoint(.patch, Self.pushPath, needs: .admin, ifMatch: .required) { request, call in
        let body: DiscogsPushPatch = try request.decode()
        let state = DiscogsPushState(rawValue: body.state.rawValue) ?? .planned
        let view = try counter.pushes.set(state, ifVersion: call.version, by: call.caller.name)
        return .row(view.version, DiscogsPushResource(view))
      },
      Endpoint(.get, Self.pushPath + "/items", needs: .staff, query: ["result"], returns: .list) { request, _ in
        let page = try counter.pushes.steps(
          in: try request.choice("result"), after: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { DiscogsStepResource($0) }
      },
    ]
  }

  private static let pushPath = "/api/v1/discogs/push"

  /// The most numbers of releases in a request.
  private static let mostNumbers = 1000

  /// The folder of the collection for what is in no other one, which every collection has.
  private static let uncategorised: Int64 = 1
}

extension DiscogsPushResource {
  fileprivate init(_ view: DiscogsPushView) {
    self.init(
      state: view.state.flatMap { State(rawValue: $0.rawValue) } ?? .none, list: view.list, act: view.act,
      folder: view.folder, user: view.user, total: view.total, done: view.done, already: view.already,
      failed: view.failed, remaining: view.remaining, secondsLeft: view.timeLeft.map { Int($0.components.seconds) },
      problem: view.problem, plannedBy: view.plannedBy, plannedAt: view.plannedAt, confirmedBy: view.confirmedBy,
      confirmedAt: view.confirmedAt, modifiedAt: view.modifiedAt, version: view.version)
  }
}

extension DiscogsStepResource {
  fileprivate init(_ step: DiscogsPushStep) {
    self.init(
      position: step.position, list: step.list, act: step.act, number: step.number, title: step.title,
      artist: step.artist, instance: step.instance, folder: step.folder, state: step.state, problem: step.problem)
  }
}
