internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer
internal import StationLogic
internal import Storage

extension HTTPAPI {
  var borrowerRoutes: [Route] {
    [
      staffRoute(.get, "/api/v1/borrowers") { request, _ in
        let page = try counter.borrowers.list(
          search: try request.search(), cursor: request.query("cursor"), limit: try request.limit())
        return .page(page.items, next: page.next) { $0.borrower($1, isWhole: false) }
      },
      staffPost("/api/v1/borrowers") { request, ticket, caller in
        let body = try JSONBody(request, allowing: JSONBody.enrolment)
        var enrolment = try body.enrolment()
        enrolment.card = try card("card", in: body)
        let view = try counter.borrowers.enrol(enrolment, id: ticket?.derivedID(), by: caller.name)
        return .json(status: 201) { $0.borrower(view, isWhole: true) }
          .with("location", "/api/v1/borrowers/\(view.borrower.id)")
      },
      // A card is sent in the body, because URLs end up in logs and browser histories.
      staffRoute(.post, "/api/v1/borrowers/find") { request, _ in
        let body = try JSONBody(request, allowing: ["card"])
        guard let card = try body.code("card") else { throw Problem(.invalid, "'card' is missing.") }
        let view = try counter.borrowers.view(try holder(of: card))
        return .json { $0.borrower(view, isWhole: true) }
      },
      staffRoute(.get, "/api/v1/borrowers/{id}") { request, _ in
        let view = try counter.borrowers.view(try request.borrower())
        return .row(view.borrower.version, for: request) { $0.borrower(view, isWhole: true) }
      },
      staffRoute(.patch, "/api/v1/borrowers/{id}") { request, caller in
        let id = try request.borrower()
        let version = try request.versionSeen(isNeeded: true)
        let patch = try JSONBody(request, allowing: JSONBody.person).patch()
        let view = try counter.borrowers.change(id, patch, ifVersion: version, by: caller.name)
        return .row(view.borrower.version, for: request) { $0.borrower(view, isWhole: true) }
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

  fileprivate func search() throws(Problem) -> String? {
    guard let text = try words("search")?.trimmed, !text.isEmpty else { return nil }
    return text
  }
}

extension JSONBody {
  fileprivate static let person: Set<String> = [
    "name", "shortName", "group", "isStaff", "email", "language", "expiresAt", "loanLimit", "note",
  ]
  fileprivate static let enrolment = person.union(["card", "scan"])

  fileprivate func enrolment() throws -> Borrowers.Enrolment {
    guard let name = try words("name", in: 1...120) else { throw Problem(.invalid, "'name' is missing.") }
    return Borrowers.Enrolment(
      name: name, shortName: try words("shortName", in: 1...30), group: try words("group", in: 1...40),
      isStaff: try flag("isStaff") ?? false, email: try words("email", in: 3...200), language: try language(),
      expiresAt: try time("expiresAt"), loanLimit: try number("loanLimit", in: 0...10_000),
      note: try words("note", in: 0...2000), card: try code("card"))
  }

  /// Returns a patch. An absent member leaves its field unchanged; null clears a field that may be empty.
  fileprivate func patch() throws -> Borrowers.Patch {
    var patch = Borrowers.Patch()
    if has("name") {
      guard let name = try words("name", in: 1...120) else { throw Problem(.invalid, "'name' cannot be empty.") }
      patch.name = name
    }
    if has("shortName") {
      guard let name = try words("shortName", in: 1...30) else {
        throw Problem(.invalid, "'shortName' cannot be empty.")
      }
      patch.shortName = name
    }
    if has("group") {
      guard let group = try words("group", in: 1...40) else { throw Problem(.invalid, "'group' cannot be empty.") }
      patch.group = group
    }
    if has("isStaff") {
      guard let flag = try flag("isStaff") else { throw Problem(.invalid, "'isStaff' must be true or false.") }
      patch.isStaff = flag
    }
    if has("email") { patch.email = .some(try words("email", in: 3...200)) }
    if has("language") { patch.language = .some(try language()) }
    if has("expiresAt") { patch.expiresAt = .some(try time("expiresAt")) }
    if has("loanLimit") { patch.loanLimit = .some(try number("loanLimit", in: 0...10_000)) }
    if has("note") { patch.note = .some(try words("note", in: 0...2000)) }
    return patch
  }

  private func language() throws(Problem) -> String? {
    guard let text = try optionalText("language") else { return nil }
    guard ["en", "de", "fr"].contains(text) else { throw Problem(.invalid, "'language' must be en, de or fr.") }
    return text
  }
}
