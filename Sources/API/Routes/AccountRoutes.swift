internal import Deadwax
internal import HTTPServer
internal import RequestRecords
internal import Secrets
internal import Staff
internal import Wire

extension HTTPAPI {
  var accountRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/accounts", needs: .admin, returns: .wholeList) { _, _ in
        .whole(try access.accounts.all().map { AccountResource($0) })
      },
      Endpoint(.post, "/api/v1/accounts", needs: .admin, repeats: .keyOfSecret) { request, call in
        let body: AccountRequest = try request.decode()
        let name = try RequestCheck.text(body.name, "name", in: AccountRecord.nameLengths)
        let passphrase = try RequestCheck.passphrase(body.passphrase)
        let account = try access.accounts.make(
          id: call.claim?.derivedID(), name: name, role: body.role.rawValue, passphrase: passphrase,
          by: call.author(of: request))
        return .json(status: 201, AccountResource(account)).with("location", "/api/v1/accounts/\(account.id)")
      },
      Endpoint(.get, "/api/v1/accounts/{id}", needs: .admin, returns: .record) { request, _ in
        guard let account = try access.accounts.account(try request.account()) else {
          throw AccountStore.Refusal.noSuchAccount
        }
        return .row(account.version, AccountResource(account))
      },
      Endpoint(.patch, "/api/v1/accounts/{id}", needs: .admin, ifMatch: .required) { request, call in
        let id = try request.account()
        let body: AccountPatch = try request.decode()
        let name = try RequestCheck.words(body.name, "name", in: AccountRecord.nameLengths)
        let borrower = try body.borrower.map { try staff($0) }
        let (account, ended) = try access.accounts.change(
          id, ifVersion: call.version, by: call.author(of: request)
        ) { account, now in
          if let borrower { account.borrower = borrower }
          if let name { account.name = name }
          if let role = body.role { account.role = role.rawValue }
          if let isDisabled = body.isDisabled { account.disabledAt = isDisabled ? account.disabledAt ?? now : nil }
        }
        access.forget(ended)
        return .row(account.version, AccountResource(account))
      },
      Endpoint(.put, "/api/v1/accounts/{id}/passphrase", needs: .station, ifMatch: .accepted) { request, call in
        let id = try request.account()
        let body: PassphraseRequest = try request.decode()
        let isOwn = call.caller.account == id
        guard isOwn || call.caller.role == .admin else {
          throw Problem(.forbidden, "Only an administrator changes the passphrase of another account.")
        }
        guard !isOwn || body.current != nil else { throw Problem(.invalid, "'current' is required.") }
        let passphrase = try RequestCheck.passphrase(body.passphrase)
        // A present one that is too short is wrong, as any other.
        try RequestCheck.length(body.current ?? "", "current", in: 0...Passphrase.lengths.upperBound)
        let name = call.caller.name ?? ""
        if isOwn { try access.attempts.take(name, from: request.peerNetwork, at: .now()) }
        guard
          let (account, ended) = try access.accounts.setPassphrase(
            passphrase, of: id, current: isOwn ? body.current : nil, ifVersion: call.version,
            keeping: call.caller.token, by: call.author(of: request))
        else {
          throw Problem(.forbidden, "The present passphrase is wrong.")
        }
        if isOwn { access.attempts.restore(name, from: request.peerNetwork) }
        access.forget(ended)
        return .row(account.version, AccountResource(account))
      },
    ]
  }

  /// Returns a borrower who is a member of staff.
  ///
  /// - Throws: `invalid` for any other.
  private func staff(_ id: Borrower.ID) throws -> Borrower.ID {
    guard let view = try? counter.borrowers.view(id), view.borrower.isStaff else {
      throw Problem(.invalid, "'borrower' is not a member of staff.")
    }
    return id
  }

  static func problem(_ refusal: AccountStore.Refusal) -> Problem {
    switch refusal {
    case .noSuchAccount: Problem(.notFound, "There is no account with this id.")
    case .nameTaken: Problem(.nameTaken, "Another account has this name.")
    case .cardTaken: Problem(.codeTaken, "The card signs another account in.")
    case .lastAdministrator:
      Problem(.lastAdministrator, "This is the only administrator's account. Create another administrator first.")
    case .staleVersion(let now): .stale(now: now)
    }
  }
}

extension RequestCheck {
  /// Returns a new passphrase. It is not trimmed.
  ///
  /// - Throws: `invalid` unless it has 10 to 200 characters.
  static func passphrase(_ text: String) throws(Problem) -> String {
    try length(text, "passphrase", in: Passphrase.lengths)
    return text
  }
}

extension HTTPRequest {
  fileprivate func account() throws -> AccountRecord.ID {
    guard let id = AccountRecord.ID(parameter("id")) else { throw AccountStore.Refusal.noSuchAccount }
    return id
  }
}
