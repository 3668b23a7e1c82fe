internal import Deadwax
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes for the loans, holds and fees of one borrower.
  var borrowerListRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/borrowers/{id}/loans", needs: .staff, query: ["state"], returns: .list) { request, _ in
        let id = try counter.borrowers.view(try request.borrower()).borrower.id
        return try loans(of: id, copy: nil, request)
      },
      Endpoint(.get, "/api/v1/borrowers/{id}/holds", needs: .staff, query: ["state"], returns: .list) { request, _ in
        let id = try counter.borrowers.view(try request.borrower()).borrower.id
        return try holds(of: id, release: nil, request)
      },
      Endpoint(.get, "/api/v1/borrowers/{id}/fees", needs: .staff, query: ["state"], returns: .list) { request, _ in
        let id = try counter.borrowers.view(try request.borrower()).borrower.id
        return try fees(of: id, request)
      },
      Endpoint(.post, "/api/v1/borrowers/{id}/renew", needs: .staff, repeats: .key) { request, call in
        let done = try counter.loans.renewAll(of: try request.borrower(), by: call.caller.name)
        let now = Timestamp.now()
        return .json(
          RenewalResult(
            renewed: done.renewed.map { LoanResource($0, at: now) },
            unrenewed: done.unrenewed.map { one in
              UnrenewedLoan(loan: LoanResource(one.loan, at: now), reasons: one.reasons.map { reason($0) })
            }))
      },
    ]
  }
}
