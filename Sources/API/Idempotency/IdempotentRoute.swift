internal import HTTPServer
internal import Wire

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
        _ request: HTTPRequest, _ ticket: IdempotencyDecision.Claim?,
        _ done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
      ) throws -> Void
  ) -> Route {
    Route(.post, pattern, bodyLimit: bodyLimit) { [access, idempotency, logger] request, reply in
      do {
        try access.check(request, needs: role)
        try once(request, isSecret: false, reply, replayed: { $0 }) { ticket in
          try make(request, ticket) { result in
            let response = answering { try result.get() }
            guard let ticket else { return reply(response) }
            idempotency.finish(ticket, with: response, logger) { reply(response) }
          }
        }
      } catch {
        reply(problem(error).response)
      }
    }
  }

  /// Carries out a request or replays the stored response, according to `IdempotencyDecision`.
  ///
  /// - Parameters:
  ///   - request: the request as received.
  ///   - isSecret: true if nothing of the body may be stored.
  ///   - reply: the reply to the request.
  ///   - replayed: a function that makes the response to a repeated request from the stored one.
  ///   - carryOut: a function that begins the work and returns immediately. It gets a ticket if there is a key, and
  ///     replies later; if it throws, the error is the response and is not stored.
  /// - Throws: the refusals of `IdempotencyStore.begin`, and the errors of `carryOut` if there is no key.
  func once(
    _ request: HTTPRequest, isSecret: Bool, _ reply: Reply, replayed: (HTTPResponse) -> HTTPResponse,
    _ carryOut: (_ ticket: IdempotencyDecision.Claim?) throws -> Void
  ) throws {
    switch try idempotency.begin(request, isSecret: isSecret) {
    case nil: try carryOut(nil)
    case .replay(let response): reply(replayed(response))
    case .firstUse(let ticket):
      do {
        try carryOut(ticket)
      } catch {
        forget(ticket, error, reply)
      }
    }
  }

  /// Replies with an error and stores nothing, so that the same request may be sent again.
  func forget(_ ticket: IdempotencyDecision.Claim?, _ error: any Error, _ reply: Reply) {
    let response = problem(error).response
    guard let ticket else { return reply(response) }
    idempotency.store(nil, of: ticket, logger) { reply(response) }
  }
}
