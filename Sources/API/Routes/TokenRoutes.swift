internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var tokenRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/tokens", needs: .admin, returns: .wholeList, on: .worker) { _, _ in
        .whole(try access.tokens().map { TokenResource($0) })
      },
      Endpoint(
        .post, "/api/v1/tokens", needs: .admin, repeats: .key, on: .worker,
        answer: .later { request, call, done in
          let body: TokenRequest = try request.decode()
          guard (1...80).contains(body.name.unicodeScalars.count) else {
            throw Problem(.invalid, "'name' must have 1 to 80 characters.")
          }
          guard body.station == nil || body.role == .station else {
            throw Problem(.invalid, "'station' is only allowed for the role station.")
          }
          let isLocked = body.isLocked ?? false
          guard !isLocked || body.station != nil else {
            throw Problem(.invalid, "A locked screen needs 'station'.")
          }
          let (token, record) = try access.makeToken(
            name: body.name, role: body.role, station: body.station, isLocked: isLocked, by: call.author(of: request))
          // The token itself is not stored, so a repeated request gets the record without it.
          done(.json(status: 201, TokenResource(record, token: token)), storing: .json(TokenResource(record)))
        }),
      Endpoint(.delete, "/api/v1/tokens/{id}", needs: .admin, bodyLimit: 0) { request, call in
        guard let id = TokenRecord.ID(request.parameter("id")),
          try access.revoke(id, by: call.caller, call.author(of: request))
        else {
          throw Problem(.notFound, "There is no valid token with this id.")
        }
        return HTTPResponse(status: 204)
      },
    ]
  }
}

extension TokenResource {
  fileprivate init(_ record: TokenRecord, token: String? = nil) {
    self.init(
      id: record.id.text, name: record.name, role: Role(rawValue: record.role) ?? .readerOnly, station: record.station,
      isLocked: record.lock == nil ? nil : true,
      createdAt: RFC3339Time(record.createdAt), revokedAt: RFC3339Time(record.revokedAt), token: token)
  }
}
