internal import Circulation
internal import Deadwax
internal import HTTPServer

extension HTTPAPI {
  /// The routes for the loans, holds and fees of one borrower.
  var borrowerListRoutes: [Route] {
    [
      staffRoute(.get, "/api/v1/borrowers/{id}/loans") { request, _ in
        let id = try counter.borrowers.view(try request.borrower()).borrower.id
        return try loans(of: id, copy: nil, request)
      },
      staffRoute(.get, "/api/v1/borrowers/{id}/holds") { request, _ in
        let id = try counter.borrowers.view(try request.borrower()).borrower.id
        return try holds(of: id, release: nil, request)
      },
      staffRoute(.get, "/api/v1/borrowers/{id}/fees") { request, _ in
        let id = try counter.borrowers.view(try request.borrower()).borrower.id
        return try fees(of: id, request)
      },
      staffPost("/api/v1/borrowers/{id}/renew") { request, _, caller in
        let done = try counter.loans.renewAll(of: try request.borrower(), by: caller.name)
        let now = Timestamp.now()
        return .json { json in
          json.object { json in
            json.key("renewed")
            json.array(done.renewed) { $0.loan($1, at: now) }
            json.key("unrenewed")
            json.array(done.unrenewed) { json, one in
              json.object { json in
                json.key("loan")
                json.loan(one.loan, at: now)
                json.key("reasons")
                json.array(one.reasons) { $0.reason(reason($1)) }
              }
            }
          }
        }
      },
    ]
  }
}
