internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Log
internal import Wire

extension HTTPAPI {
  var setupRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/setup", needs: nil, returns: .record) { _, _ in .json(try access.openSetup()) },
      Endpoint(.get, "/api/v1/first-steps", needs: .station, returns: .record) { _, _ in
        let present = try catalogue.beginnings()
        return .json(
          FirstSteps(
            hasScannedCopy: present.hasCopy && present.hasScan, hasPlace: present.hasPlace,
            hasBorrower: present.hasBorrower, hasLabels: present.hasLabelJob))
      },
      Endpoint(.post, "/api/v1/setup", needs: nil) { request, _ in
        let body: SetupRequest = try request.decode()
        guard body.name != nil || body.passphrase != nil else {
          let (token, name) = try access.finishSetup(secret: body.secret, by: AccessAuthor(nil, request))
          logger.warning("a set-up link was used: created the administrator '\(name)'")
          return HTTPResponse.json(status: 201, SetupResult(token: token, role: Role.admin.rawValue))
            .with("set-cookie", TokenCookie.setting(token))
        }
        let token = try access.finishSetup(
          secret: body.secret, name: try RequestCheck.text(body.name ?? "", "name", in: AccountRecord.nameLengths),
          passphrase: try RequestCheck.passphrase(body.passphrase ?? ""), by: AccessAuthor(nil, request))
        logger.warning("a set-up link was used: created the account of an administrator")
        return HTTPResponse.json(status: 201, SetupResult(token: nil, role: Role.admin.rawValue))
          .with("set-cookie", TokenCookie.setting(token))
      },
    ]
  }
}
