internal import Deadwax
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes of the recheck of the library.
  var recheckRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/recheck", needs: .staff, returns: .record) { _, _ in
        let view = try counter.rechecks.view()
        return .row(view.version, RecheckResource(view))
      },
      Endpoint(.post, "/api/v1/recheck", needs: .staff, query: ["search"], repeats: .key) { request, call in
        let view = try counter.rechecks.start(search: request.libraryQuery, by: call.caller.name)
        return .json(status: 201, RecheckResource(view)).with("location", "/api/v1/recheck")
      },
      Endpoint(.patch, "/api/v1/recheck", needs: .staff, ifMatch: .required) { request, call in
        let body: RecheckPatch = try request.decode()
        let state = RecheckView.State(rawValue: body.state.rawValue) ?? .none
        let view = try counter.rechecks.set(state, ifVersion: call.version)
        return .row(view.version, RecheckResource(view))
      },
    ]
  }
}

extension RecheckResource {
  fileprivate init(_ view: RecheckView) {
    self.init(
      state: State(rawValue: view.state.rawValue) ?? .none, search: view.search, total: view.total,
      checked: view.checked,
      missing: view.missing, percent: view.percent, secondsLeft: view.timeLeft.map { Int($0.components.seconds) },
      startedBy: view.startedBy, startedAt: view.startedAt, modifiedAt: view.modifiedAt, version: view.version)
  }
}
