internal import HTTPServer

extension Surface {
  /// A POST that makes something, once for each `Idempotency-Key`. Its answer waits for the disk, but no thread does.
  ///
  /// - Parameters:
  ///   - pattern: the path.
  ///   - role: the least that is needed.
  ///   - bodyLimit: the most bytes that its body may have.
  ///   - make: begins the work and returns at once; it gets a ticket when there is a key, and calls `done` once, from
  ///     anywhere, with the answer.
  /// - Returns: the route.
  func onceRoute(
    _ pattern: String, needs role: Role, bodyLimit: Int = jsonLimit,
    _ make:
      @escaping @Sendable (
        _ request: HTTPRequest, _ ticket: OnceKeeper.Ticket?,
        _ done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
      ) throws -> Void
  ) -> Route {
    Route(.post, pattern, bodyLimit: bodyLimit) { [access, once, logger] request, reply in
      do {
        try access.check(request, needs: role)
        guard let turn = try once.begin(request) else {
          return try make(request, nil) { result in reply(answering { try result.get() }) }
        }
        switch turn {
        case .again(let response): reply(response)
        case .first(let ticket):
          let finish: @Sendable (Result<HTTPResponse, any Error>) -> Void = { result in
            let response = answering { try result.get() }
            once.finish(ticket, with: response, logger) { reply(response) }
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
