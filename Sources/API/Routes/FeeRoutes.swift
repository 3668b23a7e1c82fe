internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer

extension HTTPAPI {
  var feeRoutes: [Route] {
    [
      staffRoute(.get, "/api/v1/fees") { request, _ in try fees(of: try request.id("borrower"), request) },
      staffPost("/api/v1/fees") { request, ticket, caller in
        let body = try JSONBody(request, allowing: ["borrower", "card", "loan", "kind", "amount", "note"])
        guard let amount = try body.number("amount", in: 1...10_000_000) else {
          throw Problem(.invalid, "'amount' is missing.")
        }
        let view = try counter.fees.charge(
          try borrower(in: body), kind: try body.choice("kind") ?? .other, amount: amount, loan: try body.id("loan"),
          note: try body.words("note", in: 0...300), id: ticket?.derivedID(), by: caller.name)
        return .json(status: 201) { $0.fee(view) }.with("location", "/api/v1/fees/\(view.fee.id)")
      },
      staffRoute(.get, "/api/v1/fees/{id}") { request, _ in
        let view = try counter.fees.view(try request.fee())
        return .row(view.fee.version, for: request) { $0.fee(view) }
      },
      staffPost("/api/v1/fees/{id}/settle") { request, _, caller in
        let view = try counter.fees.settle(try request.fee(), by: caller.name)
        return .json { $0.fee(view) }
      },
      staffPost("/api/v1/fees/{id}/waive") { request, _, caller in
        let id = try request.fee()
        let reason = try JSONBody(request, allowing: ["reason"]).reason()
        let view = try counter.fees.waive(id, reason: reason, by: caller.name)
        return .json { $0.fee(view) }
      },
    ]
  }

  /// Returns a page of fees.
  func fees(of borrower: Borrower.ID?, _ request: HTTPRequest) throws -> HTTPResponse {
    let page = try counter.fees.list(
      try request.choice("state", otherwise: Fees.Listed.due), borrower: borrower, cursor: request.query("cursor"),
      limit: try request.limit())
    return .page(page.items, next: page.next) { $0.fee($1) }
  }
}

extension HTTPRequest {
  fileprivate func fee() throws -> Fee.ID {
    guard let id = Fee.ID(parameter("id")) else { throw StaffError.noSuchFee }
    return id
  }
}
