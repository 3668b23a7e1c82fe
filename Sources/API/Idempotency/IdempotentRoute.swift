internal import HTTPServer

extension HTTPAPI {
  /// Returns a POST route that creates a resource once for each `Idempotency-Key`. The response waits for the disk, but
  /// no thread is blocked.
  ///
  /// - Parameters:
  ///   - pattern: the path.
  ///   - role: the minimum role.
  ///   - bodyLimit: the maximum size of the body in bytes.
  ///   - make: a function that begins the work and returns immediately. It gets a ticket if there is a key, and calls
  ///     `done` once, from any thread, with the response.
  /// - Returns: the route.
  func idempotentPost(
    _ pattern: String, needs role: Role, bodyLimit: Int = jsonLimit,
    _ make:
      @escaping @Sendable (
        _ request: HTTPRequest, _ ticket: IdempotencyStore.Claim?,
        _ done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
      ) throws -> Void
  ) -> Route {
    Route(.post, pattern, bodyLimit: bodyLimit) { [access, idempotency, logger] request, reply in
      do {
        try access.check(request, needs: role)
        guard let turn = try idempotency.begin(request) else {
          return try make(request, nil) { result in reply(answering { try result.get() }) }
        }
        switch turn {
        case .replay(let response): reply(response)
        case .firstUse(let ticket):
          let finish: @Sendable (Result<HTTPResponse, any Error>) -> Void = { result in
            let response = answering { try result.get() }
            idempotency.finish(ticket, with: response, logger) { reply(response) }
          }
          do {
            try make(request, ticket, finish)
          } catch {
            finish(.failure(error))
          }
        }
      } catch {
        reply(problem(error).response)
      }
    }
  }
}
