internal import Deadwax
internal import Execution
internal import HTTPServer
internal import History
internal import Scanning
internal import Staff
internal import Wire

extension HTTPAPI {
  /// Returns the code of a card: given directly, or by the scan in which it was presented. The API never reveals the
  /// code of a library card, so clients send the scan's id.
  ///
  /// - Parameters:
  ///   - card: the code in the body.
  ///   - scan: the scan in the body.
  /// - Returns: the code of the card; nil if the body has none.
  /// - Throws: `Problem` if the code is invalid, or there is no such scan.
  func card(_ card: String?, orIn scan: Reading.ID?) throws -> String? {
    guard let scan else { return try RequestCheck.code(card, "card") }
    guard let view = try history.scan(scan) else { throw Problem(.notFound, "There is no scan with this id.") }
    return view.scan.reading.text
  }

  /// The routes for the cards, block and PIN of a borrower. `If-Match` is checked if it is sent.
  var borrowerCardRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/borrowers/{id}/cards", needs: .staff, repeats: .key) { request, call in
        let id = try request.borrower()
        let body: CardRequest = try request.decode()
        guard (body.card == nil) != (body.scan == nil), let code = try card(body.card, orIn: body.scan) else {
          throw Problem(.invalid, "The body must have exactly one of 'card' and 'scan'.")
        }
        let view = try counter.borrowers.addCard(id, code: code, by: call.caller.name)
        return .json(status: 201, BorrowerResource(view, isWhole: true)).with("location", "/api/v1/borrowers/\(id)")
      },
      Endpoint(.delete, "/api/v1/borrowers/{id}/cards/{card}", needs: .staff, ifMatch: .accepted) { request, call in
        let view = try counter.borrowers.view(try request.borrower())
        let wanted = request.parameter("card").lowercased()
        guard let card = view.cards.first(where: { $0.id(of: view.borrower.id) == wanted }) else {
          throw StaffError.noSuchCard
        }
        return .changed(
          try counter.borrowers.removeCard(
            view.borrower.id, code: card.code, ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.put, "/api/v1/borrowers/{id}/block", needs: .staff, ifMatch: .accepted) { request, call in
        let id = try request.borrower()
        let reason = try RequestCheck.reason(try request.decode())
        return .changed(
          try counter.borrowers.block(id, reason: reason, ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/borrowers/{id}/block", needs: .staff, ifMatch: .accepted) { request, call in
        .changed(
          try counter.borrowers.unblock(
            try request.borrower(), ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.put, "/api/v1/borrowers/{id}/pin", needs: .staff, ifMatch: .accepted) { request, call in
        let id = try request.borrower()
        let pin = try request.decode(PINRequest.self).pin
        guard (4...12).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          throw Problem(.invalid, "'pin' must have 4 to 12 digits.")
        }
        return .changed(try counter.borrowers.setPIN(id, pin, ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/borrowers/{id}/pin", needs: .staff, ifMatch: .accepted) { request, call in
        .changed(
          try counter.borrowers.setPIN(
            try request.borrower(), nil, ifVersion: call.version, by: call.caller.name))
      },
    ]
  }
}

extension HTTPResponse {
  /// Returns a borrower after a change.
  fileprivate static func changed(_ view: BorrowerView) -> HTTPResponse {
    .row(view.borrower.version, BorrowerResource(view, isWhole: true))
  }
}
