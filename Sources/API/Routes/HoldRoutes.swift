internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer

extension HTTPAPI {
  var holdRoutes: [Route] {
    [
      staffRoute(.get, "/api/v1/holds") { request, _ in
        try holds(of: try request.id("borrower"), release: try request.id("release"), request)
      },
      staffPost("/api/v1/holds") { request, ticket, caller in
        let body = try JSONBody(request, allowing: ["release", "copy", "borrower", "card", "notAfter"])
        let subject: Hold.Subject
        switch (try body.id("release") as Release.ID?, try body.id("copy") as Copy.ID?) {
        case (let release?, nil): subject = .release(release)
        case (nil, let copy?): subject = .copy(copy)
        default: throw Problem(.invalid, "The body must have exactly one of 'release' and 'copy'.")
        }
        let view = try counter.holds.place(
          subject, for: try borrower(in: body), notAfter: try body.time("notAfter"), id: ticket?.derivedID(),
          by: caller.name)
        return .json(status: 201) { $0.hold(view) }.with("location", "/api/v1/holds/\(view.hold.id)")
      },
      staffRoute(.get, "/api/v1/holds/{id}") { request, _ in
        let view = try counter.holds.view(try request.hold())
        return .row(view.hold.version, for: request) { $0.hold(view) }
      },
      staffPost("/api/v1/holds/{id}/cancel") { request, _, caller in
        let view = try counter.holds.cancel(try request.hold(), by: caller.name)
        return .json { $0.hold(view) }
      },
    ]
  }

  /// Returns a page of holds.
  func holds(of borrower: Borrower.ID?, release: Release.ID?, _ request: HTTPRequest) throws -> HTTPResponse {
    var state: Hold.State?
    let text = request.query("state")
    let isOpen = text == "open"
    if let text, !isOpen {
      guard let known = Hold.State(rawValue: text) else {
        let names = Hold.State.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.badRequest, "'state' must be open, or one of \(names).")
      }
      state = known
    }
    let page = try counter.holds.list(
      state: state, isOpen: isOpen, borrower: borrower, release: release, cursor: request.query("cursor"),
      limit: try request.limit())
    return .page(page.items, next: page.next) { $0.hold($1) }
  }

  /// Returns the borrower in a body, identified by id or by card.
  func borrower(in body: JSONBody) throws -> Borrower.ID {
    switch try body.named("borrower", orBy: "card") as Loans.Named<Borrower> {
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
