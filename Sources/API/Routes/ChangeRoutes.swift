internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import History
internal import Wire

extension HTTPAPI {
  var changeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/changes", needs: .staff, query: ["station", "copy"], returns: .list) { request, _ in
        var before: Int64?
        if let cursor = request.query("cursor") {
          guard let sequence = Int64(cursor) else { throw CatalogueError.badCursor }
          before = sequence
        }
        let limit = try request.limit()
        let found = try undoing.changes(
          station: try request.stationName(), copy: try request.id("copy"), before: before, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { "\($0.change.sequence)" } : nil
        return .page(Catalogue.Page(items: Array(page), next: next), for: request) {
          ChangeResource($0, isWhole: false)
        }
      },
      Endpoint(.get, "/api/v1/changes/{id}", needs: .staff, returns: .record) { request, _ in
        guard let view = try undoing.change(try request.change()) else { throw StaffError.noSuchChange }
        return .json(ChangeResource(view, isWhole: true))
      },
      Endpoint(.post, "/api/v1/changes/{id}/undo", needs: .station, repeats: .key) { request, call in
        let id = try request.change()
        let body: ReasonRequest? = try request.decodeIfPresent()
        let reason = try RequestCheck.words(body?.reason, "reason", in: 3...200)
        let isStaff = call.isStaff
        var who = UndoService.Who.staff(call.caller.name)
        if !isStaff {
          // A station may undo only its own changes. A change of no station, or of another one, is refused.
          guard let station = try undoing.change(id)?.change.station else { throw StaffError.noSuchChange }
          try call.caller.check(actsAs: station)
          who = .station(station)
        }
        let undone = try undoing.undo(id, by: who, reason: reason)
        return .json(ChangeResource(undone, isStaff: isStaff))
      },
    ]
  }
}

extension HTTPRequest {
  fileprivate func change() throws -> Change.ID {
    guard let id = Change.ID(parameter("id")) else { throw StaffError.noSuchChange }
    return id
  }
}
