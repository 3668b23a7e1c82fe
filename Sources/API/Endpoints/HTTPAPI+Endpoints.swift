internal import Attachments
internal import HTTPServer
internal import LabelJobs
internal import Threads
internal import Wire

extension HTTPAPI {
  /// Returns the route of an endpoint. Everything that the endpoint declares is enforced here.
  func route(of endpoint: Endpoint) -> Route {
    Route(
      endpoint.method, endpoint.pattern, bodyLimit: endpoint.bodyLimit, admission: admission(of: endpoint),
      reception: reception(of: endpoint), patience: endpoint.queue.patience
    ) { request, reply in
      do {
        let caller = try caller(of: request, needs: endpoint.role)
        try request.checkQuery(endpoint.query)
        let version = try request.versionSeen(endpoint.precondition)
        switch try decision(on: request, endpoint) {
        case .replay(let stored):
          if case .replaying(let replayed, _) = endpoint.answer { return reply(replayed(request, stored)) }
          reply(stored)
        case .firstUse(let claim):
          answer(request, endpoint, Call(caller: caller, claim: claim, version: version), reply)
        case nil: answer(request, endpoint, Call(caller: caller, claim: nil, version: version), reply)
        }
      } catch {
        reply(problem(error).response)
      }
    }
  }

  /// Returns the check of a caller before a large body is received, so that only callers with the role can send one.
  private func admission(of endpoint: Endpoint) -> @Sendable (HTTPRequest) -> HTTPResponse? {
    { request in
      do {
        _ = try caller(of: request, needs: endpoint.role)
        return nil
      } catch {
        return problem(error).response
      }
    }
  }

  /// Returns the opening of the receiver of a body; nil for bodies in memory.
  private func reception(of endpoint: Endpoint) -> Route.Reception? {
    guard let open = endpoint.reception else { return nil }
    return { _, length in
      do {
        return .into(try open(length))
      } catch {
        return .refused(problem(error).response)
      }
    }
  }

  /// Returns the caller of a request with the role that an endpoint needs.
  private func caller(of request: HTTPRequest, needs role: Role?) throws(Problem) -> Access.Caller {
    guard let role else {
      try access.checkOrigin(of: request)
      return Access.Caller(role: .readerOnly, name: nil)
    }
    return try access.check(request, needs: role)
  }

  /// Returns the decision on a repeated request; nil for a request without a key.
  private func decision(on request: HTTPRequest, _ endpoint: Endpoint) throws -> IdempotencyDecision? {
    switch endpoint.idempotency {
    case .natural, .record: nil
    case .key: try idempotency.begin(request, isSecret: false)
    case .keyOfSecret: try idempotency.begin(request, isSecret: true)
    }
  }

  /// Answers a request on the queue of its endpoint.
  private func answer(_ request: HTTPRequest, _ endpoint: Endpoint, _ call: Call, _ reply: Reply) {
    let done = Completion(answering: { result in answering { try result.get() } }) { response, stored in
      guard let claim = call.claim else { return reply(response) }
      idempotency.store(stored, of: claim, logger) { reply(response) }
    }
    let work: @Sendable (_ leave: () -> Void) -> Void = { leave in
      do {
        switch endpoint.answer {
        case .now(let answer):
          let result = Result { try finished(answer, request, endpoint, call) }
          // Before the response: a client that has it may send its next request at once.
          leave()
          done(result)
        case .later(let answer), .replaying(_, let answer):
          leave()
          try answer(request, call, done)
        }
      } catch {
        done(.failure(error))
      }
    }
    do {
      guard try enqueue(work, of: request, endpoint.queue) else {
        throw Problem(.notReady, "Too many requests are waiting.")
      }
    } catch {
      done(.failure(error))
    }
  }

  /// Returns the response of an endpoint that answers at once, from the cache if it is a cached list.
  private func finished(
    _ answer: @Sendable (HTTPRequest, Call) throws -> HTTPResponse, _ request: HTTPRequest, _ endpoint: Endpoint,
    _ call: Call
  ) throws -> HTTPResponse {
    switch endpoint.content {
    case .cachedList(let tables):
      if let tables = tables(request) {
        try lists.answer(request, call.caller, from: tables) { try answer(request, call) }
      } else {
        try answer(request, call)
      }
    case .record: try answer(request, call).validated(for: request)
    case .list, .wholeList, .other: try answer(request, call)
    }
  }

  /// Appends work to a queue. The work calls its parameter when it is done with what only one request may do at a time.
  /// Returns false if the queue is full.
  private func enqueue(
    _ work: @escaping @Sendable (_ leave: () -> Void) -> Void, of request: HTTPRequest, _ queue: Endpoint.Queue
  ) throws(Problem) -> Bool {
    switch queue {
    case .immediate, .patient:
      work {}
      return true
    case .worker, .undo: return worker.add { work {} }
    case .long: return longWorker.add { work {} }
    case .counts: return countWorker.add { work {} }
    case .attachments: return attachments.perform { work {} }
    case .labels: return labels.perform { work {} }
    case .replicas:
      let station = request.parameter("name")
      // A station that timed out and retries does not get a second response while the first is being made.
      guard replicaCallers.withLock({ $0.insert(station).inserted }) else {
        throw Problem(.tooMany, "The station already waits for its replica.", headers: [("retry-after", "5")])
      }
      let isTaken = replicaWorker.add { [replicaCallers] in
        work { replicaCallers.withLock { _ = $0.remove(station) } }
      }
      if !isTaken { replicaCallers.withLock { _ = $0.remove(station) } }
      return isTaken
    }
  }

  /// Returns the response of `answer`, or the response for its error. All errors become responses here.
  func answering(_ answer: () throws -> HTTPResponse) -> HTTPResponse {
    do {
      return try answer()
    } catch {
      return problem(error).response
    }
  }
}

extension Endpoint.Queue {
  /// The time that a request has on the queue, with its wait for another one; nil for that of the server.
  fileprivate var patience: Duration? {
    switch self {
    case .long, .counts, .undo, .patient: .seconds(600)
    case .immediate, .worker, .replicas, .labels, .attachments: nil
    }
  }
}

extension HTTPRequest {
  /// Refuses names in the query that an endpoint does not know. A misspelt filter would otherwise return everything.
  ///
  /// - Throws: `badRequest`, with each unknown name as a reason.
  fileprivate func checkQuery(_ known: Set<String>) throws(Problem) {
    var unknown: [String] = []
    for (name, _) in queryItems where !known.contains(name) { unknown.append(name) }
    guard !unknown.isEmpty else { return }
    throw Problem(
      .badRequest, "The query has unknown parameters.",
      reasons: Set(unknown).sorted().prefix(8).map {
        Problem.Reason(.unknownParameter, at: "\($0.prefix(40))", "'\($0.prefix(40))' is unknown.")
      })
  }
}
