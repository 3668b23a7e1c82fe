internal import Deadwax
internal import HTTPServer
internal import History
internal import RequestRecords
internal import Scanning
internal import Secrets
internal import Staff
internal import StationLogic
internal import Threads
internal import Wire

extension HTTPAPI {
  /// The routes to sign a browser or a program in and out. A browser's token is in a cookie that scripts cannot read.
  var signInRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/sign-in", needs: .readerOnly, returns: .record) { _, call in
        .json(SignInResult(call.caller, token: nil))
      },
      Endpoint(.post, "/api/v1/sign-in", needs: nil, on: .worker, answer: .later(signIn)),
      Endpoint(.delete, "/api/v1/sign-in", needs: nil, bodyLimit: 0) { request, _ in
        let caller = try? access.caller(of: request)
        try access.checkUnlocked(caller)
        if let caller, caller.account != nil, let id = caller.token {
          _ = try access.endSignIn(id, by: AccessAuthor(caller, request), isOwn: true)
        }
        return HTTPResponse(status: 204, headers: [TokenCookie.removal])
      },
      Endpoint(.post, "/api/v1/screen-lock", needs: .staff) { request, call in
        let body: ScreenLockRequest = try request.decode()
        guard request.cookie(TokenCookie.name) != nil, request.header("authorization") == nil else {
          throw Problem(.forbidden, "Only a browser that is signed in can be locked.")
        }
        let made = try access.lockScreen(of: body.station, for: call.caller, by: call.author(of: request))
        return HTTPResponse.json(SignInResult(try access.caller(of: made.token), token: nil))
          .with("set-cookie", TokenCookie.setting(made.token))
      },
      Endpoint(.get, "/api/v1/sign-ins", needs: .readerOnly, returns: .wholeList) { _, call in
        guard call.caller.role == .admin || call.caller.account != nil else { return .whole([SignInResource]()) }
        let account = call.caller.role == .admin ? nil : call.caller.account
        return .whole(
          try access.accounts.signIns(of: account).map { SignInResource($0, isCurrent: $0.id == call.caller.token) })
      },
      Endpoint(.delete, "/api/v1/sign-ins/{id}", needs: .station, bodyLimit: 0) { request, call in
        let own = call.caller.role == .admin ? nil : call.caller.account
        guard let id = TokenRecord.ID(request.parameter("id")), call.caller.role == .admin || own != nil,
          try access.accounts.signIns(of: own).contains(where: { $0.id == id }),
          try access.endSignIn(id, by: call.author(of: request), isOwn: id == call.caller.token)
        else { throw Problem(.notFound, "There is no sign-in with this id.") }
        return HTTPResponse(status: 204)
      },
    ]
  }

  /// Signs a browser or a program in by one of three proofs.
  @Sendable private func signIn(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let body: SignInRequest = try request.decode()
    // The sign-in that the browser had ends. A cookie that an attacker planted is never made valid.
    let browser = request.cookie(TokenCookie.name).flatMap { try? access.caller(of: $0) }
    switch (body.token, body.name, body.passphrase, body.station, body.pin) {
    case (let token?, nil, nil, nil, nil):
      try access.checkUnlocked(browser)
      done { try store(token, for: request) }
    case (nil, let name?, let passphrase?, nil, nil):
      done { try signIn(name, passphrase, body, request, in: browser) }
    case (nil, nil, nil, let station?, let pin?): try signIn(pin, at: station, body, request, in: browser, done)
    default: throw Problem(.invalid, "Either 'token' is required, or 'name' and 'passphrase', or 'station' and 'pin'.")
    }
  }

  private func signIn(
    _ name: String, _ passphrase: String, _ body: SignInRequest, _ request: HTTPRequest, in browser: Access.Caller?
  ) throws -> HTTPResponse {
    _ = try RequestCheck.text(name, "name", in: AccountRecord.nameLengths)
    // One that is too short is wrong, as any other.
    try RequestCheck.length(passphrase, "passphrase", in: 0...Passphrase.lengths.upperBound)
    return signedIn(
      try access.signIn(
        name: name, passphrase: passphrase, from: request.peerNetwork, in: browser, by: AccessAuthor(nil, request)),
      body, request)
  }

  /// Signs in the member of staff whose card waits for its PIN at a station. The station checks and counts the PIN, as
  /// for its own staff functions, which it opens, too.
  private func signIn(
    _ pin: String, at name: Station.Name, _ body: SignInRequest, _ request: HTTPRequest, in browser: Access.Caller?,
    _ done: Completion
  ) throws {
    try Self.checkLength(ofPIN: pin)
    let caller = try access.check(request, needs: .station)
    try caller.check(actsAs: name)
    guard let stage = try history.station(name)?.state.stage, stage.isStaffPIN, let staff = stage.pinOf else {
      throw Problem(.conflict, "No staff card waits for its PIN at this station.")
    }
    let act = try typedPIN(pin, of: staff)
    var author = AccessAuthor(caller, request)
    author.station = name
    let place = author
    scans.act(act.event, at: name, by: caller.name, pinOf: staff) { result in
      // The writer calls back, and the sign-in is another write.
      let isTaken = worker.add {
        done {
          let acted = try result.get()
          if let outcome = acted.outcome, outcome.isRefusal { throw try refusal(outcome, at: name) }
          guard case .pin(isRight: true) = act.event, acted.state.staff?.borrower == staff else {
            throw Problem(.conflict, "The card no longer waits for its PIN.")
          }
          guard let account = try access.accounts.account(of: staff) else {
            throw Problem(.forbidden, "The card signs no account in. An administrator links it on the page People.")
          }
          return signedIn(try access.begin(account, by: .card, in: browser, place), body, request)
        }
      }
      if !isTaken { done(.failure(Problem(.notReady, "Too many requests are waiting."))) }
    }
  }

  /// Returns the response to a person who has signed in: with a cookie for a browser, with the token for a program.
  private func signedIn(
    _ made: (token: String, record: TokenRecord), _ body: SignInRequest, _ request: HTTPRequest
  ) -> HTTPResponse {
    let record = made.record
    let caller = Access.Caller(
      role: Role(rawValue: record.role) ?? .readerOnly, name: record.name, token: record.id, account: record.account)
    let isProgram = body.returnsToken == true
    let response = HTTPResponse.json(SignInResult(caller, token: isProgram ? made.token : nil))
    return isProgram ? response : response.with("set-cookie", TokenCookie.setting(made.token))
  }

  /// Stores a program's token in the cookie.
  private func store(_ token: String, for request: HTTPRequest) throws -> HTTPResponse {
    try RequestCheck.length(token, "token", in: 8...512)
    // A cookie allows more characters (RFC 6265, 4.1.1), but tokens of the hub have no others.
    guard token.utf8.allSatisfy(Self.isTokenByte) else {
      throw Problem(.unauthorized, "The text is not a token.")
    }
    return HTTPResponse.json(SignInResult(try access.caller(of: token), token: nil))
      .with("set-cookie", TokenCookie.setting(token))
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: Array("-_.~+/=:".utf8).contains(byte)
    }
  }
}

extension SignInResult {
  fileprivate init(_ caller: Access.Caller, token: String?) {
    self.init(
      role: caller.role, name: caller.name, station: caller.station, account: caller.account,
      isLocked: caller.isLocked ? true : nil, token: token)
  }
}
