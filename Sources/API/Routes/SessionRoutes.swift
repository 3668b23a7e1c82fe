internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Notices
internal import Staff
internal import Threads
internal import Wire

extension HTTPAPI {
  var sessionRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/sessions/{id}/receipt", needs: .station, query: ["format"]) { request, call in
        let (session, isStaff) = try session(request, call.caller, within: Self.receiptTime)
        // A session without any action gets no receipt.
        if !isStaff, try receipts.receipt(of: session).lines.isEmpty { return HTTPResponse(status: 204) }
        let receipt = try HTTPResponse.printed(
          request, text: { try receipts.text(of: session, isNamed: isStaff) },
          page: { try receipts.page(of: session, isNamed: isStaff) })
        // A page offers the borrower's own page only where the library gives links to it (RFC 8288).
        guard try counter.settings.sessionLinkHours() != nil else { return receipt }
        return receipt.with("link", "</api/v1/sessions/\(session.text)/link>; rel=\"related\"")
      },
      // The response does not wait for the printer. It reports only that the receipt was queued, or that it could not
      // be.
      Endpoint(.post, "/api/v1/sessions/{id}/print", needs: .station, repeats: .key) { request, call in
        let (session, _) = try session(request, call.caller, within: Self.receiptTime)
        _ = try receipts.receipt(of: session)
        guard receipts.print(session) else {
          throw Problem(.noPrinter, "There is no receipt printer, or its queue is full.")
        }
        return HTTPResponse(status: 202)
      },
    ]
  }

  /// The time after its end in which the person at a station may have the receipt of a session, or end its link.
  static let receiptTime = Duration.seconds(300)

  /// Returns the session in the path. A caller who is not staff gets only the newest session of a station, while it is
  /// open or for the given time after its end.
  func session(
    _ request: HTTPRequest, _ caller: Access.Caller, within time: Duration
  ) throws -> (StoredSession.ID, isStaff: Bool) {
    let isStaff = caller.role >= .staff
    guard let id = StoredSession.ID(request.parameter("id")) else { throw StaffError.noSuchSession }
    if caller.station != nil, let station = try receipts.station(of: id) { try caller.check(actsAs: station) }
    guard try isStaff || receipts.isFresh(id, within: time) else { throw StaffError.noSuchSession }
    return (id, isStaff)
  }
}

extension HTTPResponse {
  /// Returns a document for paper, as text or as a page, by `format` in the query.
  ///
  /// - Throws: `badRequest` for another format, or an error of the functions.
  static func printed(
    _ request: HTTPRequest, text: () throws -> String, page: () throws -> String
  ) throws -> HTTPResponse {
    switch request.query("format") ?? "text" {
    case "text": .receipt(try text(), type: "text/plain; charset=utf-8")
    case "html": .receipt(try page(), type: "text/html; charset=utf-8")
    default: throw Problem(.badRequest, "'format' must be text or html.")
    }
  }

  private static func receipt(_ text: String, type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("content-type", type), ("cache-control", "no-store"),
        ("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'"),
      ], body: .bytes(Array(text.utf8)))
  }
}
