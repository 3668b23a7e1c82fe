internal import BulkChanges
internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  /// The routes of bulk changes: an order, its preview, and its application as one change.
  var bulkChangeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/bulk-changes", needs: .staff, returns: .wholeList, on: .worker) { _, _ in
        .whole(bulkChanges.all().map { BulkChangeResource($0) })
      },
      Endpoint(
        .post, "/api/v1/bulk-changes", needs: .staff, repeats: .key, on: .worker, bodyLimit: 1 << 20
      ) { request, call in
        let body: BulkChangeRequest = try request.decode()
        let view = try bulkChanges.begin(try order(body), id: call.claim?.derivedID())
        return .json(status: 201, BulkChangeResource(view)).with("location", "/api/v1/bulk-changes/\(view.id)")
      },
      Endpoint(.get, "/api/v1/bulk-changes/{id}", needs: .staff, returns: .record, on: .worker) { request, _ in
        .json(BulkChangeResource(try bulkChanges.view(try request.bulkChange())))
      },
      Endpoint(
        .get, "/api/v1/bulk-changes/{id}/lines", needs: .staff, query: ["fate"], returns: .list, on: .worker
      ) { request, _ in
        let found = try bulkChanges.lines(
          of: try request.bulkChange(), fate: try request.fate(), after: try request.linePosition(),
          limit: try request.limit())
        return try .preview(found, for: request, at: \.position) { BulkLineResource($0) }
      },
      Endpoint(.post, "/api/v1/bulk-changes/{id}/apply", needs: .staff, on: .worker) { request, call in
        let order = try request.previewOrder()
        let view = try bulkChanges.apply(
          try request.bulkChange(), plan: order.plan, skipsRefused: order.skipsRefused ?? false, by: call.caller.name)
        return .json(status: 202, BulkChangeResource(view))
      },
      Endpoint(.post, "/api/v1/bulk-changes/{id}/cancel", needs: .staff, on: .worker) { request, _ in
        .json(status: 202, BulkChangeResource(try bulkChanges.cancel(try request.bulkChange())))
      },
    ]
  }

  private func order(_ body: BulkChangeRequest) throws -> BulkOrder {
    let scope: BulkOrder.Scope
    switch (body.copies, body.releases, body.query) {
    case (let copies?, nil, nil): scope = .copies(copies)
    case (nil, let releases?, nil): scope = .releases(releases)
    case (nil, nil, let query?): scope = .query(query)
    default: throw Problem(.invalid, "Give exactly one of 'copies', 'releases' and 'query'.")
    }
    let hasFields =
      body.copy != nil || body.facts != nil || body.mediaCondition != nil || body.sleeveCondition != nil
    let hasPlace = body.place != nil || body.fillsSlots != nil
    switch BulkOrder.Action(rawValue: body.action) {
    case .edit? where !hasPlace:
      return try BulkOrder(
        edit: BulkOrder.Fields(
          copy: body.copy, facts: body.facts, mediaCondition: body.mediaCondition,
          sleeveCondition: body.sleeveCondition),
        of: scope, today: try bulkChanges.today())
    case .move? where !hasFields:
      guard let place = body.place else {
        throw StaffError.badValue(field: "place", sentence: "A move needs a place.")
      }
      return try BulkOrder(moveTo: place, fillsSlots: body.fillsSlots ?? false, of: scope)
    case .remove? where !hasFields && !hasPlace: return try BulkOrder(removing: scope)
    case .some: throw Problem(.invalid, "A member does not belong to the action '\(body.action)'.")
    case nil:
      let words = BulkOrder.Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw StaffError.badValue(field: "action", sentence: "It must be one of \(words).")
    }
  }

  /// Returns the problem for a bulk change that cannot be made.
  func problem(_ error: BulkError) -> Problem {
    switch error {
    case .noSuchBulkChange: return Problem(.notFound, error.description)
    case .badOrder(let field, let sentence):
      return Problem(.invalid, sentence, reasons: [Problem.Reason(.invalidMember, at: field, sentence)])
    case .wrongPhase, .planChanged, .copiesRefused, .nothingToChange, .tooManyOpen, .cancelled,
      .takenBack, .notTakenBack:
      return Problem(.conflict, error.description)
    case .diskFull: return Problem(.diskFull, error.description)
    case .stopped: return Problem(.notReady, error.description)
    case .unavailable: return Problem(.internal, error.description)
    }
  }
}

extension HTTPRequest {
  fileprivate func bulkChange() throws(BulkError) -> BulkChange.ID {
    guard let id = BulkChange.ID(parameter("id")) else { throw .noSuchBulkChange }
    return id
  }
}

extension BulkChangeResource {
  fileprivate init(_ view: BulkChange) {
    self.init(
      id: view.id.text, action: view.action?.rawValue, state: view.phase.rawValue,
      counts: Counts(
        change: view.counts[.change] ?? 0, same: view.counts[.same] ?? 0, refused: view.counts[.refused] ?? 0,
        changedMeanwhile: view.counts[.changedMeanwhile] ?? 0),
      plan: view.plan, percent: view.percent, secondsLeft: view.secondsLeft, fault: view.fault, change: view.change)
  }
}

extension BulkLineResource {
  fileprivate init(_ line: BulkLine) {
    self.init(
      position: line.position, copy: line.copy, number: line.number, subject: line.subject, fate: line.fate.rawValue,
      differences: line.differences.map { Difference(field: $0.field, before: $0.before, after: $0.after) },
      reason: line.refusal.map { Reason(code: $0.code.rawValue, detail: $0.sentence) })
  }
}
