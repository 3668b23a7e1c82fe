internal import BulkChanges
internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import History
internal import Wire

extension HTTPAPI {
  var changeRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/changes", needs: .staff, query: ["station", "copy", "by", "kind", "since", "until"],
        returns: .list
      ) { request, call in
        var before: Int64?
        if let cursor = request.query("cursor") {
          guard let sequence = Int64(cursor) else { throw CatalogueError.badCursor }
          before = sequence
        }
        let limit = try request.limit()
        let found = try undoing.changes(try filter(of: request, call), before: before, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { "\($0.change.sequence)" } : nil
        return .page(Catalogue.Page(items: Array(page), next: next), for: request) {
          ChangeResource($0, isWhole: false)
        }
      },
      Endpoint(.get, "/api/v1/changes/{id}", needs: .staff, returns: .record) { request, call in
        guard let view = try undoing.change(try request.change()),
          view.change.kind != .access || call.caller.role == .admin
        else { throw StaffError.noSuchChange }
        return .json(ChangeResource(view, isWhole: true))
      },
      Endpoint(
        .post, "/api/v1/changes/{id}/undo", needs: .station, repeats: .key, on: .undo,
        answer: .later { request, call, done in try undo(request, call, done) }),
    ]
  }

  /// Undoes a change. One that was written in parts is undone after the bulk changes that are under way, so that other
  /// requests do not wait for it.
  private func undo(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let id = try request.change()
    let body: ReasonRequest? = try request.decodeIfPresent()
    let reason = try RequestCheck.words(body?.reason, "reason", in: 3...200)
    let isStaff = call.isStaff
    var who = UndoService.Who.staff(call.caller.name)
    if !isStaff {
      // A station may undo only its own changes. A change of no station, or of another one, is refused.
      guard let station = try undoing.change(id)?.change.station else { throw StaffError.noSuchChange }
      try call.caller.check(actsAs: station)
      who = .station(station, by: call.person)
    }
    let work: @Sendable (() -> Bool) -> Void = { [undoing, who] goesOn in
      done(
        Result {
          .json(ChangeResource(try undoing.undo(id, by: who, reason: reason, while: goesOn), isStaff: isStaff))
        })
    }
    if isStaff, try undoing.isInParts(id) { try bulkChanges.perform(work) } else { work { true } }
  }

  /// Returns the changes that a request lists. Acts of access are for administrators: they show when people work.
  private func filter(of request: HTTPRequest, _ call: Call) throws -> ChangeFilter {
    var filter = ChangeFilter()
    filter.station = try request.stationName()
    filter.copy = try request.id("copy")
    filter.by = request.query("by")
    guard filter.by.map({ (1...120).contains($0.unicodeScalars.count) }) ?? true else {
      throw Problem(.badRequest, "'by' must have 1 to 120 characters.")
    }
    filter.since = try request.time("since")
    filter.until = try request.time("until")
    filter.kind = try request.choice("kind")
    filter.hasAccess = call.caller.role == .admin
    guard filter.kind != .access || filter.hasAccess else { throw Access.tooLow(call.caller.role, needs: .admin) }
    return filter
  }
}

extension HTTPRequest {
  fileprivate func change() throws -> Change.ID {
    guard let id = Change.ID(parameter("id")) else { throw StaffError.noSuchChange }
    return id
  }
}
