internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  var feeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/fees", needs: .staff, query: ["state", "borrower"], returns: .list) { request, _ in
        try fees(of: try request.id("borrower"), request)
      },
      Endpoint(.post, "/api/v1/fees", needs: .staff, repeats: .key) { request, call in
        let body: FeeRequest = try request.decode()
        let view = try counter.fees.charge(
          try borrower(body.borrower, orBy: body.card), kind: body.kind?.stored ?? .other,
          amount: try RequestCheck.number(body.amount, "amount", in: 1...10_000_000) ?? body.amount, loan: body.loan,
          note: try RequestCheck.words(body.note, "note", in: 0...300), id: call.claim?.derivedID(),
          by: call.caller.name)
        return .json(status: 201, FeeResource(view)).with("location", "/api/v1/fees/\(view.fee.id)")
      },
      Endpoint(.get, "/api/v1/fees/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try counter.fees.view(try request.fee())
        return .row(view.fee.version, FeeResource(view))
      },
      Endpoint(.post, "/api/v1/fees/{id}/settle", needs: .staff, repeats: .key) { request, call in
        let view = try counter.fees.settle(try request.fee(), by: call.caller.name)
        return .json(FeeResource(view))
      },
      Endpoint(.post, "/api/v1/fees/{id}/waive", needs: .staff, repeats: .key) { request, call in
        let id = try request.fee()
        let reason = try RequestCheck.reason(try request.decode())
        let view = try counter.fees.waive(id, reason: reason, by: call.caller.name)
        return .json(FeeResource(view))
      },
    ]
  }

  /// Returns a page of fees.
  func fees(of borrower: Borrower.ID?, _ request: HTTPRequest) throws -> HTTPResponse {
    let page = try counter.fees.list(
      try request.state(otherwise: Fees.Listed.open), borrower: borrower, cursor: request.query("cursor"),
      limit: try request.limit())
    return .page(page, for: request) { FeeResource($0) }
  }
}

extension HTTPRequest {
  fileprivate func fee() throws -> Fee.ID {
    guard let id = Fee.ID(parameter("id")) else { throw StaffError.noSuchFee }
    return id
  }
}
