internal import HTTPServer

extension Surface {
  var setupRoutes: [Route] {
    [
      workedRoute(.post, "/api/v1/setup", needs: nil) { request in
        let body = try JSONBody(request, allowing: ["secret"])
        let token = try access.finishSetup(secret: try body.text("secret"))
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
