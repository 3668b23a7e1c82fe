internal import Deadwax
internal import Execution
internal import HTTPServer
internal import LabelDrawing
internal import LabelJobs
internal import RequestRecords
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes by which staff create and end the link to a borrower's own page.
  var borrowerLinkRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/borrowers/{id}/link", needs: .staff, returns: .record) { request, _ in
        guard let link = try access.links.link(of: try request.borrower()) else {
          throw Problem(.notFound, "The borrower has no valid link.")
        }
        return .json(BorrowerLinkResource(createdAt: link.createdAt, endsAt: link.endsAt))
      },
      Endpoint(.post, "/api/v1/borrowers/{id}/link", needs: .staff) { request, _ in
        let id = try request.borrower()
        let body: BorrowerLinkRequest? = try request.decodeIfPresent()
        let days = try RequestCheck.number(body?.days, "days", in: 1...365) ?? Self.linkDays
        guard let made = try access.links.make(of: id, days: days) else { throw StaffError.noSuchBorrower }
        return try created(made.link, made.token, request)
      },
      Endpoint(.delete, "/api/v1/borrowers/{id}/link", needs: .staff, bodyLimit: 0) { request, _ in
        guard try access.links.end(of: try request.borrower()) else {
          throw Problem(.notFound, "The borrower has no link.")
        }
        return HTTPResponse(status: 204)
      },
      // At a station the link is for the borrower in front of it: only of the newest session, and only for a minute after its end.
      Endpoint(.post, "/api/v1/sessions/{id}/link", needs: .station, bodyLimit: 0) { request, call in
        let (session, _) = try session(request, call.caller, within: Self.linkTime)
        guard let hours = try counter.settings.sessionLinkHours() else {
          throw Problem(.conflict, "Stations show no links: 'privacy.session-link-hours' is off.")
        }
        guard let made = try access.links.make(for: session, hours: hours) else { throw StaffError.noSuchSession }
        return try created(made.link, made.token, request)
      },
      Endpoint(.delete, "/api/v1/sessions/{id}/link", needs: .station, bodyLimit: 0) { request, call in
        let (session, _) = try session(request, call.caller, within: Self.receiptTime)
        guard try access.links.end(of: session) else { throw Problem(.notFound, "The session has no link.") }
        return HTTPResponse(status: 204)
      },
    ]
  }

  private func created(_ link: BorrowerLink, _ token: String, _ request: HTTPRequest) throws -> HTTPResponse {
    let address = "\(origin(of: request))/my#\(token)"
    let made = BorrowerLinkResource(createdAt: link.createdAt, endsAt: link.endsAt)
    return .json(status: 201, CreatedBorrowerLink(made, address: address, qr: try Self.rows(ofQR: address)))
  }

  /// Returns the scheme and host by which a phone reaches the hub: those of the request, or, from the hub's own machine, the web
  /// address of the library if one is set.
  private func origin(of request: HTTPRequest) -> String {
    let host = request.header("host") ?? "127.0.0.1"
    let isOwn = ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    if isOwn, let address = labels.address { return "https://\(address)" }
    return "\(request.isEncrypted ? "https" : "http")://\(host)"
  }

  /// The time after its end in which a session may get a link.
  private static let linkTime = Duration.seconds(60)

  /// The number of days after which a link ends.
  private static let linkDays = 90

  private static func rows(ofQR text: String) throws -> [String] {
    let symbol = try BarcodeSymbol.encode(.qr, text)
    return (0..<symbol.rows).map { row in
      String(symbol.modules[row * symbol.columns..<(row + 1) * symbol.columns].map { $0 ? "1" : "0" })
    }
  }
}
