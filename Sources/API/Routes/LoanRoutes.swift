internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Lending
internal import Messages
internal import Staff
internal import Wire

extension HTTPAPI {
  var loanRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/loans", needs: .staff, query: ["state", "borrower", "copy", "from"], returns: .list) {
        request, _ in
        try loans(of: try request.id("borrower"), copy: try request.id("copy"), request)
      },
      Endpoint(.post, "/api/v1/loans", needs: .staff, repeats: .key) { request, call in
        let body: LoanRequest = try request.decode()
        let order = Loans.CheckOut(
          copy: try Loans.Named(body.copy, "copy", orBy: body.code, "code"),
          borrower: try Loans.Named(body.borrower, "borrower", orBy: body.card, "card"), dueAt: body.dueAt?.time,
          confirmation: try RequestCheck.confirmation(body.confirm),
          override: try RequestCheck.words(body.override, "override", in: 3...200))
        let view = try counter.loans.checkOut(order, by: call.caller.name)
        // A confirmed renewal offer renewed a loan and created none.
        return .json(
          status: view.loan.renewals > 0 ? 200 : 201, LoanResource(view, at: .now(), words.words(in: nil))
        )
        .with("location", "/api/v1/loans/\(view.loan.id)")
      },
      Endpoint(.post, "/api/v1/loans/check", needs: .staff) { request, _ in
        let body: LoanCheckRequest = try request.decode()
        let foreseen = try counter.loans.foresee(
          Loans.Named(body.copy, "copy", orBy: body.code, "code"),
          to: Loans.Named(body.borrower, "borrower", orBy: body.card, "card"))
        let assessment = foreseen.assessment
        return .json(
          LoanCheck(
            isClear: assessment.isClear, blockers: assessment.blockers.map { reason($0) },
            confirms: assessment.confirms.map { reason($0) }, warnings: assessment.warnings.map { reason($0) },
            overridable: assessment.blockers.isEmpty ? nil : assessment.isOverridable,
            dueAt: RFC3339Time(foreseen.dueAt), token: foreseen.confirmation))
      },
      Endpoint(.get, "/api/v1/loans/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try counter.loans.view(try request.loan())
        return .row(view.loan.version, LoanResource(view, at: .now()))
      },
      Endpoint(.post, "/api/v1/loans/{id}/return", needs: .staff, repeats: .key) { request, call in
        let id = try request.loan()
        let body: ReturnDetail? = try request.decodeIfPresent()
        let view = try counter.loans.checkIn(
          id, returnedAt: body?.droppedAt?.time,
          partsBack: try RequestCheck.number(body?.partsBack, "partsBack", in: 0...1000),
          confirmation: try RequestCheck.confirmation(body?.confirm), by: call.caller.name)
        return .json(CheckInResult(view, at: .now(), words.words(in: nil)))
      },
      // A copy that is not on loan can be returned too: after in-house use, if it was missing, or to be trapped for a
      // hold.
      Endpoint(.post, "/api/v1/returns", needs: .staff, repeats: .key) { request, call in
        let body: CheckInRequest = try request.decode()
        let order = Loans.CheckIn(
          copy: try Loans.Named(body.copy, "copy", orBy: body.code, "code"), returnedAt: body.droppedAt?.time,
          partsBack: try RequestCheck.number(body.partsBack, "partsBack", in: 0...1000),
          confirmation: try RequestCheck.confirmation(body.confirm))
        let view = try counter.loans.checkIn(order, by: call.caller.name)
        return .json(CheckInResult(view, at: .now(), words.words(in: nil)))
      },
      Endpoint(.post, "/api/v1/loans/{id}/renew", needs: .staff, ifMatch: .accepted, repeats: .key) { request, call in
        let id = try request.loan()
        let body: OverrideReason? = try request.decodeIfPresent()
        let override = try RequestCheck.words(body?.override, "override", in: 3...200)
        let view = try counter.loans.renew(id, override: override, ifVersion: call.version, by: call.caller.name)
        return .json(LoanResource(view, at: .now(), words.words(in: nil)))
      },
      Endpoint(.post, "/api/v1/loans/{id}/claim", needs: .staff, repeats: .key) { request, call in
        .loan(try counter.loans.claimReturned(try request.loan(), by: call.caller.name))
      },
      Endpoint(.post, "/api/v1/loans/{id}/lost", needs: .staff, repeats: .key) { request, call in
        let id = try request.loan()
        let body: LostRequest? = try request.decodeIfPresent()
        let fee = try RequestCheck.number(body?.fee, "fee", in: 1...10_000_000)
        guard body?.chargesReplacement ?? false else {
          return .loan(try counter.loans.markLost(id, fee: fee, by: call.caller.name))
        }
        guard fee == nil else {
          throw Problem(.invalid, "The body must have at most one of 'fee' and 'chargesReplacement'.")
        }
        return .loan(try counter.loans.markLostForReplacement(id, by: call.caller.name))
      },
      Endpoint(.post, "/api/v1/loans/{id}/found", needs: .staff, repeats: .key) { request, call in
        .loan(try counter.loans.markFound(try request.loan(), by: call.caller.name))
      },
    ]
  }

  /// Returns a page of loans.
  func loans(of borrower: Borrower.ID?, copy: Copy.ID?, _ request: HTTPRequest) throws -> HTTPResponse {
    let state = try request.state(otherwise: Loans.Listed.open)
    let page = try counter.loans.list(
      state, borrower: borrower, copy: copy, from: try request.firstTime(), cursor: request.query("cursor"),
      limit: try request.limit())
    let now = Timestamp.now()
    return .page(page, for: request) { LoanResource($0, at: now) }
  }
}

extension HTTPResponse {
  fileprivate static func loan(_ view: LoanView) -> HTTPResponse { .json(LoanResource(view, at: .now())) }
}

extension Loans.Named {
  /// - Throws: `invalid` unless a body identifies the record in exactly one way.
  init(_ id: Identifier<Subject>?, _ idName: String, orBy code: String?, _ codeName: String) throws(Problem) {
    switch (id, try RequestCheck.code(code, codeName)) {
    case (let id?, nil): self = .id(id)
    case (nil, let code?): self = .code(code)
    default: throw Problem(.invalid, "The body must have exactly one of '\(idName)' and '\(codeName)'.")
    }
  }
}

extension HTTPRequest {
  fileprivate func loan() throws -> Loan.ID {
    guard let id = Loan.ID(parameter("id")) else { throw StaffError.noSuchLoan }
    return id
  }
}
