internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import History
internal import Staff
internal import StationLogic
internal import Wire

extension HTTPAPI {
  var borrowerRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/borrowers", needs: .staff, query: ["search", "from"], returns: .list) { request, _ in
        let page = try counter.borrowers.list(
          search: try request.search(), from: try request.firstName(), cursor: request.query("cursor"),
          limit: try request.limit())
        return .page(page, for: request) { BorrowerResource($0, isWhole: false) }
      },
      Endpoint(.post, "/api/v1/borrowers", needs: .staff, repeats: .key) { request, call in
        let body: BorrowerRequest = try request.decode()
        var enrolment = try body.enrolment()
        enrolment.card = try card(body.card, orIn: body.scan)
        let view = try counter.borrowers.enrol(enrolment, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, BorrowerResource(view, isWhole: true))
          .with("location", "/api/v1/borrowers/\(view.borrower.id)")
      },
      // A card is sent in the body, because URLs end up in logs and browser histories.
      Endpoint(.post, "/api/v1/borrowers/find", needs: .staff) { request, _ in
        let search: CardSearchRequest = try request.decode()
        let card = try RequestCheck.code(search.card, "card") ?? search.card
        return .json(BorrowerResource(try counter.borrowers.view(try holder(of: card)), isWhole: true))
      },
      Endpoint(.get, "/api/v1/borrowers/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try counter.borrowers.view(try request.borrower())
        return .row(view.borrower.version, BorrowerResource(view, isWhole: true))
      },
      Endpoint(.patch, "/api/v1/borrowers/{id}", needs: .staff, ifMatch: .required) { request, call in
        let id = try request.borrower()
        let patch = try request.decode(BorrowerPatch.self).patch()
        let view = try counter.borrowers.change(id, patch, ifVersion: call.version, by: call.caller.name)
        return .row(view.borrower.version, BorrowerResource(view, isWhole: true))
      },
    ] + borrowerPrivacyRoutes + borrowerCardRoutes + borrowerListRoutes
  }

  /// Returns the borrower that a card belongs to.
  ///
  /// - Throws: `StaffError.noSuchBorrower`.
  func holder(of card: String) throws -> Borrower.ID {
    switch try history.resolve(Code.classify(card, symbology: nil)).named {
    case .borrower(let borrower), .cardAnd(let borrower, _): return borrower.id
    default: throw StaffError.noSuchBorrower
    }
  }
}

extension HTTPRequest {
  /// Returns the borrower in the path.
  func borrower() throws -> Borrower.ID {
    guard let id = Borrower.ID(parameter("id")) else { throw StaffError.noSuchBorrower }
    return id
  }
}

extension BorrowerRequest {
  fileprivate func enrolment() throws(Problem) -> Borrowers.Enrolment {
    Borrowers.Enrolment(
      name: try RequestCheck.text(name, "name", in: 1...120),
      shortName: try RequestCheck.words(shortName, "shortName", in: 1...30),
      group: try RequestCheck.words(group, "group", in: 1...40), isStaff: isStaff ?? false,
      email: try RequestCheck.words(email, "email", in: 3...200),
      phone: try RequestCheck.words(phone, "phone", in: 4...40), language: try language.map(checkedLanguage),
      expiresAt: expiresAt?.time, loanLimit: try RequestCheck.number(loanLimit, "loanLimit", in: 0...10_000),
      note: try RequestCheck.words(note, "note", in: 0...2000))
  }
}

extension BorrowerPatch {
  /// Returns a patch. An absent member leaves its field unchanged; null clears a field that may be empty.
  fileprivate func patch() throws(Problem) -> Borrowers.Patch {
    var patch = Borrowers.Patch()
    patch.name = try filled(name, "name", in: 1...120)
    patch.shortName = try filled(shortName, "shortName", in: 1...30)
    patch.group = try filled(group, "group", in: 1...40)
    switch isStaff {
    case .unchanged: break
    case .cleared: throw Problem(.invalid, "'isStaff' must be true or false.")
    case .set(let flag): patch.isStaff = flag
    }
    patch.email = try words(email, "email", in: 3...200)
    patch.phone = try words(phone, "phone", in: 4...40)
    patch.language = try changed(language, checkedLanguage)
    patch.expiresAt = try changed(expiresAt) { time throws(Problem) in time.time }
    patch.loanLimit = try changed(loanLimit) { number throws(Problem) in
      try RequestCheck.number(number, "loanLimit", in: 0...10_000) ?? number
    }
    patch.note = try words(note, "note", in: 0...2000)
    return patch
  }

  private func filled(
    _ field: PatchField<String>, _ name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> String? {
    if case .cleared = field { throw Problem(.invalid, "'\(name)' cannot be empty.") }
    return try words(field, name, in: range).flatMap(\.self)
  }

  private func words(
    _ field: PatchField<String>, _ name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> String?? {
    try changed(field) { text throws(Problem) in try RequestCheck.text(text, name, in: range) }
  }

  private func changed<Value, Result>(
    _ field: PatchField<Value>, _ check: (Value) throws(Problem) -> Result
  ) throws(Problem) -> Result?? {
    switch field {
    case .unchanged: nil
    case .cleared: .some(nil)
    case .set(let value): .some(try check(value))
    }
  }
}

private func checkedLanguage(_ text: String) throws(Problem) -> String {
  guard ["en", "de", "fr"].contains(text) else { throw Problem(.invalid, "'language' must be en, de or fr.") }
  return text
}
