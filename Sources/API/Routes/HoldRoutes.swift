internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Notices
internal import Staff
internal import Wire

extension HTTPAPI {
  var holdRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/holds", needs: .staff, query: ["state", "borrower", "release"], returns: .list) {
        request, _ in
        try holds(of: try request.id("borrower"), release: try request.id("release"), request)
      },
      Endpoint(.post, "/api/v1/holds", needs: .staff, repeats: .key) { request, call in
        let body: HoldRequest = try request.decode()
        let subject: Hold.Subject
        switch (body.release, body.copy) {
        case (let release?, nil): subject = .release(release)
        case (nil, let copy?): subject = .copy(copy)
        default: throw Problem(.invalid, "The body must have exactly one of 'release' and 'copy'.")
        }
        let view = try counter.holds.place(
          subject, for: try borrower(body.borrower, orBy: body.card), notAfter: body.notAfter?.time,
          id: call.claim?.derivedID(),
          by: call.caller.name)
        return .json(status: 201, HoldResource(view)).with("location", "/api/v1/holds/\(view.hold.id)")
      },
      Endpoint(.get, "/api/v1/holds/pull-list", needs: .staff, returns: .list) { request, _ in
        let page = try counter.holds.pullList(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { PullListItem($0) }
      },
      Endpoint(.get, "/api/v1/holds/shelf", needs: .staff, returns: .list) { request, _ in
        let page = try counter.holds.shelf(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { HoldResource($0) }
      },
      Endpoint(.get, "/api/v1/holds/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try counter.holds.view(try request.hold())
        return .row(view.hold.version, HoldResource(view))
      },
      Endpoint(.post, "/api/v1/holds/{id}/cancel", needs: .staff, ifMatch: .accepted, repeats: .key) { request, call in
        let view = try counter.holds.cancel(try request.hold(), ifVersion: call.version, by: call.caller.name)
        return .json(HoldResource(view))
      },
      Endpoint(.get, "/api/v1/holds/{id}/slip", needs: .staff, query: ["format"]) { request, _ in
        let hold = try request.hold()
        return try .printed(
          request, text: { try receipts.slipText(of: hold) }, page: { try receipts.slipPage(of: hold) })
      },
      // As for a receipt, the response does not wait for the printer.
      Endpoint(.post, "/api/v1/holds/{id}/print", needs: .staff, repeats: .key) { request, _ in
        let hold = try request.hold()
        _ = try receipts.slip(of: hold)
        guard receipts.printSlip(of: hold) else {
          throw Problem(.noPrinter, "There is no receipt printer, or its queue is full.")
        }
        return HTTPResponse(status: 202)
      },
    ]
  }

  /// Returns a page of holds.
  func holds(of borrower: Borrower.ID?, release: Release.ID?, _ request: HTTPRequest) throws -> HTTPResponse {
    var (state, isOpen): (Hold.State?, Bool) = (nil, false)
    switch try request.states(of: Hold.State.self) {
    case .all: break
    case .open: isOpen = true
    case .only(let only): state = only
    }
    let page = try counter.holds.list(
      state: state, isOpen: isOpen, borrower: borrower, release: release, cursor: request.query("cursor"),
      limit: try request.limit())
    return .page(page, for: request) { HoldResource($0) }
  }

  /// Returns the borrower that a body identifies by id or by card.
  func borrower(_ id: Borrower.ID?, orBy card: String?) throws -> Borrower.ID {
    switch try Loans.Named(id, "borrower", orBy: card, "card") {
    case .id(let id): id
    case .code(let card): try holder(of: card)
    }
  }
}

extension HTTPRequest {
  fileprivate func hold() throws -> Hold.ID {
    guard let id = Hold.ID(parameter("id")) else { throw StaffError.noSuchHold }
    return id
  }
}
