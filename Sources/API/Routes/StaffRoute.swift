internal import HTTPServer
internal import Threads
internal import Wire

extension HTTPAPI {
  /// Returns a route of the counter whose handler gets the caller. A GET is answered immediately; a change runs on the
  /// worker's lane.
  func staffRoute(
    _ method: Method, _ pattern: String, needs role: Role, bodyLimit: Int? = nil,
    _ answer: @escaping @Sendable (HTTPRequest, Access.Caller) throws -> HTTPResponse
  ) -> Route {
    Route(method, pattern, bodyLimit: bodyLimit ?? (method == .get ? 0 : Self.jsonLimit)) {
      [access, worker] request, reply in
      let work: @Sendable () -> Void = {
        reply(answering { try answer(request, try access.check(request, needs: role)) })
      }
      guard method != .get else { return work() }
      let isTaken = worker.add(work)
      if !isTaken { reply(Problem(.notReady, "Too many requests are waiting.").response) }
    }
  }

  /// Returns a POST route of the counter that is carried out once for each `Idempotency-Key`, on the worker's lane.
  func staffPost(
    _ pattern: String, needs role: Role,
    _ answer: @escaping @Sendable (HTTPRequest, IdempotencyDecision.Claim?, Access.Caller) throws -> HTTPResponse
  ) -> Route {
    idempotentPost(pattern, needs: role) { [access, worker] request, ticket, done in
      let caller = try access.check(request, needs: role)
      let isTaken = worker.add { done(Result { try answer(request, ticket, caller) }) }
      guard isTaken else { throw Problem(.notReady, "Too many requests are waiting.") }
    }
  }
}
