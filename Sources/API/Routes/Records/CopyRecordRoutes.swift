internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes by which staff add and remove copies, and record the library's own facts about them.
  var copyRecordRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/copies", needs: .staff, repeats: .key) { request, call in
        let body: CopyRequest = try request.decode()
        let item = try counter.copies.add(
          body.release, parts: body.parts ?? 1, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, CopyResource(item.copy, release: item.release))
          .with("location", "/api/v1/copies/\(item.copy.id)")
      },
      Endpoint(.delete, "/api/v1/copies/{id}", needs: .staff, ifMatch: .required) { request, call in
        try counter.copies.remove(try request.copy(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
      Endpoint(.get, "/api/v1/copies/{id}/own-facts", needs: .staff, returns: .record) { request, _ in
        .owned(try counter.copies.ownFacts(of: try request.copy()))
      },
      Endpoint(.patch, "/api/v1/copies/{id}/own-facts", needs: .staff, ifMatch: .required) { request, call in
        let patch: OwnFacts.Patch = try request.decode()
        return .owned(
          try counter.copies.changeOwnFacts(
            of: try request.copy(), patch, ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.get, "/api/v1/insurance", needs: .staff, returns: .list) { request, _ in
        let list = try counter.copies.insurance(cursor: request.query("cursor"), limit: try request.limit())
        return .page(list.page, for: request) { OwnFactsResource($0) }
      },
      Endpoint(.get, "/api/v1/insurance/total", needs: .staff, returns: .record) { _, _ in
        .json(InsuranceTotal(try counter.copies.insurance(cursor: nil, limit: 1).sums))
      },
      Endpoint(.get, "/api/v1/insurance/csv", needs: .staff, on: .worker) { _, _ in
        HTTPResponse(
          status: 200, headers: HTTPResponse.downloadFields(type: "text/csv; charset=utf-8", named: "insurance.csv"),
          body: .bytes(try counter.copies.insuranceTable()))
      },
    ]
  }
}

extension OwnFactsResource {
  init(_ owned: Copies.Owned) { self.init(owned.facts, copy: owned.copy, release: owned.release) }
}

extension HTTPRequest {
  fileprivate func copy() throws -> Copy.ID {
    guard let id = Copy.ID(parameter("id")) else { throw StaffError.noSuchCopy }
    return id
  }
}

extension HTTPResponse {
  fileprivate static func owned(_ owned: Copies.Owned) -> HTTPResponse {
    .row(owned.copy.version, OwnFactsResource(owned))
  }
}
