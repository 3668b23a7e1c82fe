package import Demo
internal import HTTPServer
internal import Lanes
package import Log

/// Discogs on 127.0.0.1: answers for the demo's releases in the shapes of the real one, and fails on demand.
package final class DiscogsStandIn: Sendable {
  /// How it misbehaves, from the next request on.
  package enum Fault: Hashable, Sendable {
    /// 503, as in maintenance.
    case unavailable
    /// 429, with or without saying how many seconds to wait.
    case tooManyRequests(retryAfter: Int?)
    /// 401, as for a token that was withdrawn.
    case unauthorized
    /// 403 with a page for people, as the guard before the real one sends to robots.
    case blocked
    /// 200 and JSON that breaks off.
    case brokenJSON
    /// 200 and nothing.
    case empty
    /// No answer, until the stand-in stops.
    case silence
    /// The right answer after so long.
    case slow(Duration)
    /// 500, which Discogs sends when a query takes it too long.
    case queryTime
  }

  /// What somebody asked.
  package struct Request: Hashable, Sendable {
    /// With its query.
    package let target: String
    /// The token as it was sent; nil when there was none.
    package let token: String?
    package let userAgent: String?
  }

  private struct State {
    var fault: Fault?
    /// After so many more requests the fault is over; nil for ever.
    var faultsLeft: Int?
    var requests: [Request] = []
    var sent: [ContinuousClock.Instant] = []
    var held: [Reply] = []
    var isStopped = false
  }

  private let state = Condition(State())
  private let server: HTTPServer
  private let answers: DiscogsAnswers

  /// - Parameters:
  ///   - library: whose releases it knows.
  ///   - port: 0 lets the kernel choose.
  ///   - token: the only one it accepts.
  ///   - limit: requests in a minute before it answers 429; without a token 25.
  ///   - logger: hears of what the server does.
  /// - Throws: why it cannot listen.
  package init(
    library: DemoLibrary, port: Int = 0, token: String = "demo", limit: Int = 60, logger: Logger = .silent
  ) throws {
    var configuration = HTTPServerConfiguration(port: port)
    // Silence is one of its answers.
    configuration.limits.reply = .seconds(3600)
    configuration.limits.idle = .seconds(3600)
    configuration.limits.stopping = .seconds(1)
    configuration.limits.threads = 1
    let answers = DiscogsAnswers(library.releases, token: token, limit: limit)
    self.answers = answers
    let state = state
    let handle: Route.Answer = { request, reply in
      Self.answer(request, reply, with: answers, in: state)
    }
    server = try HTTPServer(
      configuration: configuration,
      router: Router(
        ["/database/search", "/releases/{id}", "/oauth/identity"].map { Route(.get, $0, handler: handle) }),
      logger: logger
    ) { problem in
      HTTPResponse.json(DiscogsJSON.object(["message": .text(problem.detail)]).bytes, status: problem.status)
    }
  }

  deinit { stop() }

  /// Where it listens, without a slash at its end.
  package var url: String { "http://127.0.0.1:\(server.port)" }

  package var port: Int { server.port }

  /// How it misbehaves; nil for not at all. Setting it ends a fault that was set for a number of requests.
  package var fault: Fault? {
    get { state.read(\.fault) }
    set {
      state.update {
        $0.fault = newValue
        $0.faultsLeft = nil
      }
    }
  }

  /// Misbehaves for so many requests, then no more.
  package func fail(next count: Int, with fault: Fault) {
    state.update {
      $0.fault = fault
      $0.faultsLeft = count
    }
  }

  /// What was asked so far, at most the last thousand.
  package var requests: [Request] { state.read(\.requests) }

  /// Waits until so many requests have come in all.
  ///
  /// - Parameters:
  ///   - count: since the start.
  ///   - limit: how long to wait.
  /// - Returns: whether they came.
  package func wait(forRequests count: Int, atMost limit: Duration) -> Bool {
    state.wait(atMost: limit) { $0.requests.count >= count ? true : nil } ?? false
  }

  /// Answers who still waits in silence, and closes. A second call does nothing.
  package func stop() {
    let held = state.update { state in
      state.isStopped = true
      defer { state.held = [] }
      return state.held
    }
    for reply in held { reply(.empty(503)) }
    server.stop()
  }

  private static func answer(
    _ request: HTTPRequest, _ reply: Reply, with answers: DiscogsAnswers, in state: Condition<State>
  ) {
    let (fault, used) = state.update { state in
      let token = request.header("authorization").flatMap(DiscogsAnswers.token)
      let query = request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      state.requests.append(
        Request(
          target: request.path + (query.isEmpty ? "" : "?\(query)"), token: token,
          userAgent: request.header("user-agent")))
      if state.requests.count > 1000 { state.requests.removeFirst() }
      let now = ContinuousClock.now
      state.sent.removeAll { $0 <= now - .seconds(60) }
      state.sent.append(now)
      let fault = state.fault
      if let left = state.faultsLeft {
        state.faultsLeft = left > 1 ? left - 1 : nil
        if left <= 1 { state.fault = nil }
      }
      return (fault, state.sent.count)
    }
    switch fault {
    case .silence:
      let isStopped = state.update { state in
        state.held.append(reply)
        return state.isStopped
      }
      if isStopped { reply(.empty(503)) }
    case .slow(let delay):
      let response = answers.answer(request, used: used)
      // A lane of its own, since the server's thread must go on.
      _ = Lane("slow discogs") {
        _ = state.wait(atMost: delay) { $0.isStopped ? true : nil }
        reply(response)
      }
    case let fault?: reply(answers.failure(fault, used: used))
    case nil: reply(answers.answer(request, used: used))
    }
  }
}
