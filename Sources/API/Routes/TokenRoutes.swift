internal import Deadwax
internal import HTTPServer
internal import Storage

extension HTTPAPI {
  var tokenRoutes: [Route] {
    [
      workedRoute(.get, "/api/v1/tokens", needs: .admin, bodyLimit: 0) { _ in
        .page(try access.tokens(), next: nil) { $0.token($1) }
      },
      workedRoute(.post, "/api/v1/tokens", needs: .admin) { request in
        let body = try JSONBody(request, allowing: ["name", "role", "station"])
        let name = try body.text("name")
        guard (1...80).contains(name.unicodeScalars.count) else {
          throw Problem(.invalid, "'name' must have 1 to 80 characters.")
        }
        guard let role = Role(rawValue: try body.text("role")) else {
          throw Problem(.invalid, "'role' must be one of \(Role.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        var station: Station.Name?
        if let text = try body.optionalText("station") {
          guard let name = Station.Name(text) else {
            throw Problem(.invalid, "'station' must be 1 to 40 lower-case letters, digits or hyphens.")
          }
          guard role == .station else { throw Problem(.invalid, "'station' is only allowed for the role station.") }
          station = name
        }
        let (token, record) = try access.makeToken(name: name, role: role, station: station)
        return .json(status: 201) { $0.token(record, displayed: token) }
      },
      workedRoute(.delete, "/api/v1/tokens/{id}", needs: .admin, bodyLimit: 0) { request in
        guard let id = TokenRecord.ID(request.parameter("id")), try access.revoke(id) else {
          throw Problem(.notFound, "There is no valid token with this id.")
        }
        return HTTPResponse(status: 204)
      },
    ]
  }
}

extension JSONWriter {
  fileprivate mutating func token(_ record: TokenRecord, displayed token: String? = nil) {
    object { json in
      json.member("id", record.id.text)
      json.member("name", record.name)
      json.member("role", record.role)
      json.member("station", record.station?.text)
      json.member("createdAt", record.createdAt.description)
      json.member("revokedAt", record.revokedAt?.description)
      json.member("token", token)
    }
  }
}
