internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Messages
internal import RequestRecords
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes of a borrower's own page. The token of a link gives access to the loans and holds of its borrower alone.
  var borrowerPageRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/my", needs: nil, on: .worker) { request, _ in
        .json(try page(of: try access.link(of: request)))
      },
      Endpoint(.post, "/api/v1/my/renew", needs: nil, repeats: .key) { request, _ in
        let body: OwnRenewalRequest? = try request.decodeIfPresent()
        let link = try access.link(of: request)
        let done = try counter.loans.renewOwn(of: link.borrower, only: body?.loan, by: Self.pageSource)
        return .json(try page(of: link, unrenewed: done.unrenewed))
      },
      Endpoint(.post, "/api/v1/my/holds/{id}/cancel", needs: nil, repeats: .key) { request, _ in
        let link = try access.link(of: request)
        // The hold of another borrower does not exist here.
        guard let id = Hold.ID(request.parameter("id")),
          try counter.holds.view(id).hold.borrower == link.borrower
        else { throw StaffError.noSuchHold }
        _ = try counter.holds.cancel(id, by: Self.pageSource)
        return .json(try page(of: link))
      },
    ]
  }

  /// The source of such changes in the history, in place of a member of staff.
  private static let pageSource = "borrower's page"

  /// The most loans and holds on a page.
  private static let pageLimit = 200

  /// Returns the page of a borrower.
  ///
  /// - Parameters:
  ///   - link: the valid link.
  ///   - unrenewed: the loans that were just not renewed.
  /// - Returns: the loans and holds.
  /// - Throws: `unauthorized` if the borrower was erased meanwhile.
  private func page(of link: BorrowerLink, unrenewed: [Loans.Unrenewed] = []) throws -> BorrowerPage {
    let borrower = try counter.borrowers.view(link.borrower).borrower
    let now = Timestamp.now()
    let words = words.words(in: borrower.language)
    let loans = try counter.loans.list(.open, borrower: link.borrower, cursor: nil, limit: Self.pageLimit).items
    let holds = try counter.holds.list(
      state: nil, isOpen: true, borrower: link.borrower, cursor: nil, limit: Self.pageLimit
    ).items
    return BorrowerPage(
      borrower, endsAt: link.endsAt, loanLimit: try counter.loans.limit(of: borrower),
      loans: loans.map { view in
        let reasons = unrenewed.first { $0.loan.loan.id == view.loan.id }?.reasons ?? []
        return BorrowerPage.OwnLoan(
          view.loan, of: view.release,
          notRenewed: ReasonText.list(
            reasons, of: Outcome(.renewed, mode: .renew, release: view.release.id, copy: view.copy.id), words),
          now: now)
      },
      holds: holds.map { BorrowerPage.OwnHold($0.hold, of: $0.release) })
  }
}
