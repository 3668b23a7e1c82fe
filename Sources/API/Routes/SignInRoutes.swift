internal import Deadwax
internal import HTTPServer
internal import RequestRecords
internal import Secrets
internal import Wire

extension HTTPAPI {
  /// The routes to sign a browser or a program in and out. A browser's token is in a cookie that scripts cannot read.
  var signInRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/sign-in", needs: .readerOnly, returns: .record) { _, call in
        .json(SignInResult(call.caller, token: nil))
      },
      Endpoint(.post, "/api/v1/sign-in", needs: nil) { request, _ in
        let body: SignInRequest = try request.decode()
        guard let name = body.name, let passphrase = body.passphrase, body.token == nil else {
          return try signIn(with: body)
        }
        _ = try RequestCheck.text(name, "name", in: AccountRecord.nameLengths)
        // One that is too short is wrong, as any other.
        try RequestCheck.length(passphrase, "passphrase", in: 0...Passphrase.lengths.upperBound)
        // The sign-in that the browser had ends. A cookie that an attacker planted is never made valid.
        let replaced = request.cookie(TokenCookie.name).flatMap { try? access.caller(of: $0) }
        let (token, record) = try access.signIn(
          name: name, passphrase: passphrase, from: request.peerNetwork,
          replacing: replaced?.account == nil ? nil : replaced?.token)
        let caller = Access.Caller(
          role: Role(rawValue: record.role) ?? .readerOnly, name: record.name, token: record.id,
          account: record.account)
        let isProgram = body.returnsToken == true
        let response = HTTPResponse.json(SignInResult(caller, token: isProgram ? token : nil))
        return isProgram ? response : response.with("set-cookie", TokenCookie.setting(token))
      },
      Endpoint(.delete, "/api/v1/sign-in", needs: nil, bodyLimit: 0) { request, _ in
        if let caller = try? access.caller(of: request), caller.account != nil, let id = caller.token {
          _ = try access.endSignIn(id)
        }
        return HTTPResponse(status: 204, headers: [TokenCookie.removal])
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
          try access.accounts.signIns(of: own).contains(where: { $0.id == id }), try access.endSignIn(id)
        else { throw Problem(.notFound, "There is no sign-in with this id.") }
        return HTTPResponse(status: 204)
      },
    ]
  }

  /// Stores a program's token in the cookie.
  private func signIn(with body: SignInRequest) throws -> HTTPResponse {
    guard let token = body.token, body.name == nil, body.passphrase == nil else {
      throw Problem(.invalid, "Either 'token' is required, or 'name' and 'passphrase'.")
    }
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
      role: caller.role, name: caller.name, station: caller.station, account: caller.account, token: token)
  }
}
