internal import Circulation
internal import Deadwax
internal import HTTPServer

extension Surface {
  /// What the house keeps of a person, for that person; and forgetting it.
  var borrowerPrivacyRoutes: [Route] {
    [
      counterRoute(.delete, "/api/v1/borrowers/{id}") { request, caller in
        let id = try request.borrower()
        let version = try request.versionSeen(isNeeded: true)
        try counter.borrowers.erase(id, ifVersion: version, by: caller.name)
        // What was answered before is kept for a day, with the name in it.
        try once.forget(id.text)
        return HTTPResponse(status: 204)
      },
      counterRoute(.get, "/api/v1/borrowers/{id}/export") { request, _ in
        let document = try counter.borrowers.export(try request.borrower())
        return .json { $0.raw(document) }.with("content-disposition", "attachment; filename=\"borrower.json\"")
      },
    ]
  }
}
