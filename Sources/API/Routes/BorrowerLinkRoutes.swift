internal import Deadwax
internal import Execution
internal import HTTPServer
internal import LabelDrawing
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
        let address = "\(request.origin)/my#\(made.token)"
        let link = BorrowerLinkResource(createdAt: made.link.createdAt, endsAt: made.link.endsAt)
        return .json(status: 201, CreatedBorrowerLink(link, address: address, qr: try Self.rows(ofQR: address)))
      },
      Endpoint(.delete, "/api/v1/borrowers/{id}/link", needs: .staff, bodyLimit: 0) { request, _ in
        guard try access.links.end(of: try request.borrower()) else {
          throw Problem(.notFound, "The borrower has no link.")
        }
        return HTTPResponse(status: 204)
      },
    ]
  }

  /// The number of days after which a link ends.
  private static let linkDays = 90

  private static func rows(ofQR text: String) throws -> [String] {
    let symbol = try BarcodeSymbol.encode(.qr, text)
    return (0..<symbol.rows).map { row in
      String(symbol.modules[row * symbol.columns..<(row + 1) * symbol.columns].map { $0 ? "1" : "0" })
    }
  }
}

extension HTTPRequest {
  /// The scheme and host by which the client reached the hub.
  fileprivate var origin: String { "\(isEncrypted ? "https" : "http")://\(header("host") ?? "127.0.0.1")" }
}
