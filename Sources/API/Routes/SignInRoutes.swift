internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  /// The routes to sign a browser in and out. The token is in a cookie that scripts cannot read.
  var signInRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/sign-in", needs: nil) { request, _ in
        let token = try request.decode(SignInRequest.self).token
        // A cookie allows more characters (RFC 6265, 4.1.1), but tokens of the hub have no others.
        guard (8...512).contains(token.utf8.count), token.utf8.allSatisfy(Self.isTokenByte) else {
          throw Problem(.unauthorized, "The text is not a token.")
        }
        let caller = try access.caller(of: token)
        return HTTPResponse.json(SignInResult(role: caller.role, name: caller.name, station: caller.station))
          .with("set-cookie", TokenCookie.setting(token))
      },
      Endpoint(.delete, "/api/v1/sign-in", needs: nil, bodyLimit: 0) { _, _ in
        return HTTPResponse(status: 204, headers: [TokenCookie.removal])
      },
    ]
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: Array("-_.~+/=:".utf8).contains(byte)
    }
  }
}
