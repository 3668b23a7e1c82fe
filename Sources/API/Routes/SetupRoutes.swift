internal import HTTPServer
internal import Log

extension HTTPAPI {
  var setupRoutes: [Route] {
    [
      workedRoute(.post, "/api/v1/setup", needs: nil) { request in
        let body = try JSONBody(request, allowing: ["secret"])
        let (token, name) = try access.finishSetup(secret: try body.text("secret"))
        logger.warning("a set-up link was used: created the administrator '\(name)'")
        return HTTPResponse.json(status: 201) { json in
          json.object { json in
            json.member("token", token)
            json.member("role", Role.admin.rawValue)
          }
        }
        .with("set-cookie", "deadwax=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000")
      }
    ]
  }
}
