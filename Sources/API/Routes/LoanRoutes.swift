internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer
internal import Lending
internal import Messages

extension HTTPAPI {
  var loanRoutes: [Route] {
    [
      staffRoute(.get, "/api/v1/loans") { request, _ in
        try loans(of: try request.id("borrower"), copy: try request.id("copy"), request)
      },
      staffPost("/api/v1/loans") { request, _, caller in
        let body = try JSONBody(
          request, allowing: ["copy", "code", "borrower", "card", "dueAt", "confirm", "override"])
        let (copy, borrower) = try body.loanEnds()
        let order = Loans.CheckOut(
          copy: copy, borrower: borrower, dueAt: try body.time("dueAt"),
          confirmation: try body.confirmation(), override: try body.words("override", in: 3...200))
        let view = try counter.loans.checkOut(order, by: caller.name)
        // A confirmed renewal offer renewed a loan and created none.
        return .json(status: view.loan.renewals > 0 ? 200 : 201) { $0.loan(view, at: .now(), words.words(in: nil)) }
          .with("location", "/api/v1/loans/\(view.loan.id)")
      },
      staffRoute(.post, "/api/v1/loans/check") { request, _ in
        let (copy, borrower) = try JSONBody(request, allowing: ["copy", "code", "borrower", "card"]).loanEnds()
        let foreseen = try counter.loans.foresee(copy, to: borrower)
        return .json { json in
          json.object { json in
            json.member("isClear", foreseen.assessment.isClear)
            json.key("blockers")
            json.array(foreseen.assessment.blockers) { $0.reason(reason($1)) }
            json.key("confirms")
            json.array(foreseen.assessment.confirms) { $0.reason(reason($1)) }
            json.key("warnings")
            json.array(foreseen.assessment.warnings) { $0.reason(reason($1)) }
            if !foreseen.assessment.blockers.isEmpty {
              json.member("overridable", foreseen.assessment.isOverridable)
            }
            json.member("dueAt", foreseen.dueAt.description)
            json.member("token", foreseen.confirmation)
          }
        }
      },
      staffRoute(.get, "/api/v1/loans/{id}") { request, _ in
        let view = try counter.loans.view(try request.loan())
        return .row(view.loan.version, for: request) { $0.loan(view, at: .now()) }
      },
      staffPost("/api/v1/loans/{id}/return") { request, _, caller in
        let id = try request.loan()
        var returnedAt: Timestamp?
        var partsBack: Int?
        var confirmation: String?
        if !request.body.isEmpty {
          let body = try JSONBody(request, allowing: ["droppedAt", "partsBack", "confirm"])
          returnedAt = try body.time("droppedAt")
          partsBack = try body.number("partsBack", in: 0...1000)
          confirmation = try body.confirmation()
        }
        let view = try counter.loans.checkIn(
          id, returnedAt: returnedAt, partsBack: partsBack, confirmation: confirmation, by: caller.name)
        return .json { $0.returned(view, at: .now(), words.words(in: nil)) }
      },
      // A copy that is not on loan can be returned too: after in-house use, if it was missing, or to be trapped for a
      // hold.
      staffPost("/api/v1/returns") { request, _, caller in
        let body = try JSONBody(request, allowing: ["copy", "code", "droppedAt", "partsBack", "confirm"])
        let order = Loans.CheckIn(
          copy: try body.named("copy", orBy: "code"), returnedAt: try body.time("droppedAt"),
          partsBack: try body.number("partsBack", in: 0...1000), confirmation: try body.confirmation())
        let view = try counter.loans.checkIn(order, by: caller.name)
        return .json { $0.returned(view, at: .now(), words.words(in: nil)) }
      },
      staffPost("/api/v1/loans/{id}/renew") { request, _, caller in
        let id = try request.loan()
        var override: String?
        if !request.body.isEmpty {
          override = try JSONBody(request, allowing: ["override"]).words("override", in: 3...200)
        }
        let view = try counter.loans.renew(id, override: override, by: caller.name)
        return .json { $0.loan(view, at: .now(), words.words(in: nil)) }
      },
      staffPost("/api/v1/loans/{id}/claim") { request, _, caller in
        .loan(try counter.loans.claimReturned(try request.loan(), by: caller.name))
      },
      staffPost("/api/v1/loans/{id}/lost") { request, _, caller in
        let id = try request.loan()
        var fee: Int?
        if !request.body.isEmpty {
          fee = try JSONBody(request, allowing: ["fee"]).number("fee", in: 1...10_000_000)
        }
        return .loan(try counter.loans.markLost(id, fee: fee, by: caller.name))
      },
      staffPost("/api/v1/loans/{id}/found") { request, _, caller in
        .loan(try counter.loans.markFound(try request.loan(), by: caller.name))
      },
    ]
  }

  /// Returns a page of loans.
  func loans(of borrower: Borrower.ID?, copy: Copy.ID?, _ request: HTTPRequest) throws -> HTTPResponse {
    let state = try request.choice("state", otherwise: Loans.Listed.open)
    let page = try counter.loans.list(
      state, borrower: borrower, copy: copy, cursor: request.query("cursor"), limit: try request.limit())
    let now = Timestamp.now()
    return .page(page.items, next: page.next) { $0.loan($1, at: now) }
  }
}

extension HTTPResponse {
  fileprivate static func loan(_ view: LoanView) -> HTTPResponse { .json { $0.loan(view, at: .now()) } }
}

extension JSONBody {
  /// Returns the copy and the borrower of a loan, each identified in exactly one way.
  func loanEnds() throws -> (Loans.Named<Copy>, Loans.Named<Borrower>) {
    (try named("copy", orBy: "code"), try named("borrower", orBy: "card"))
  }

  /// Returns a record's reference, by id or by code.
  func named<Subject>(_ id: String, orBy code: String) throws -> Loans.Named<Subject> {
    let byID: Identifier<Subject>? = try self.id(id)
    switch (byID, try self.code(code)) {
    case (let id?, nil): return .id(id)
    case (nil, let code?): return .code(code)
    default: throw Problem(.invalid, "The body must have exactly one of '\(id)' and '\(code)'.")
    }
  }
}

extension HTTPRequest {
  fileprivate func loan() throws -> Loan.ID {
    guard let id = Loan.ID(parameter("id")) else { throw StaffError.noSuchLoan }
    return id
  }

  /// Returns a record's id in the query; nil if it is absent.
  func id<Subject>(_ name: String) throws(Problem) -> Identifier<Subject>? {
    guard let text = query(name) else { return nil }
    guard let id = Identifier<Subject>(text) else { throw Problem(.badRequest, "'\(name)' must be a UUID.") }
    return id
  }

  /// Returns one of the cases of an enumeration in the query; the standard case if it is absent.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, otherwise standard: Choice
  ) throws(Problem) -> Choice where Choice.RawValue == String {
    guard let text = query(name) else { return standard }
    guard let choice = Choice(rawValue: text) else {
      throw Problem(
        .badRequest, "'\(name)' must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }
}
