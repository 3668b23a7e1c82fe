internal import HTTPServer
internal import Log
internal import Wire

extension HTTPAPI {
  var setupRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/setup", needs: nil) { request, _ in
        let (token, name) = try access.finishSetup(secret: try request.decode(SetupRequest.self).secret)
        logger.warning("a set-up link was used: created the administrator '\(name)'")
        return HTTPResponse.json(status: 201, SetupResult(token: token, role: Role.admin.rawValue))
          .with("set-cookie", TokenCookie.setting(token))
      }
    ]
  }
}
