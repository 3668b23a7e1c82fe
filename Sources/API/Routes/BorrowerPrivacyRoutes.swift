internal import Deadwax
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes for the export of a borrower's stored personal data, and for erasing it.
  var borrowerPrivacyRoutes: [Endpoint] {
    [
      Endpoint(.delete, "/api/v1/borrowers/{id}", needs: .staff, ifMatch: .required) { request, call in
        let id = try request.borrower()
        try counter.borrowers.erase(id, ifVersion: call.version, by: call.caller.name)
        // Responses are stored for a day and may contain the borrower's name.
        try idempotency.release(id.text)
        return HTTPResponse(status: 204)
      },
      Endpoint(.get, "/api/v1/borrowers/{id}/export", needs: .staff) { request, _ in
        let document = try counter.borrowers.export(try request.borrower())
        return .json { $0.raw(document) }.with("content-disposition", "attachment; filename=\"borrower.json\"")
      },
    ]
  }
}
