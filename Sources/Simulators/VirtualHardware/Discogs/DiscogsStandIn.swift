package import Demo
internal import HTTPServer
package import Log
internal import Threads

/// A local stand-in for Discogs on 127.0.0.1. It answers for the demo's releases in the real shapes, and fails on
/// demand.
package final class DiscogsStandIn: Sendable {
  /// A failure that starts with the next request.
  package enum Fault: Hashable, Sendable {
    /// 503, as in maintenance.
    case unavailable
    /// 429, with or without the number of seconds to wait.
    case tooManyRequests(retryAfter: Int?)
    /// 401, as for a token that was withdrawn.
    case unauthorized
    /// 403 with an HTML page, as the gateway of the real service sends to robots.
    case blocked
    /// 200 with truncated JSON.
    case brokenJSON
    /// 200 with an empty body.
    case empty
    /// No answer, until the stand-in stops.
    case silence
    /// The right response after this delay.
    case slow(Duration)
    /// 500, which Discogs sends when a query takes too long.
    case queryTime
  }

  /// A request that the stand-in received.
  package struct Request: Hashable, Sendable {
    /// The path with its query.
    package let target: String
    /// The token in the request; nil if there was none.
    package let token: String?
    package let userAgent: String?
  }

  private struct State {
    var fault: Fault?
    /// The number of requests until the fault ends; nil for a fault without end.
    var faultsLeft: Int?
    var requests: [Request] = []
    var sent: [ContinuousClock.Instant] = []
    var held: [Reply] = []
    var isStopped = false
  }

  private let state = Monitor(State())
  private let server: HTTPServer
  private let answers: DiscogsAnswers

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - library: the library whose releases it knows.
  ///   - port: the port to listen on; 0 lets the kernel choose.
  ///   - token: the only token it accepts.
  ///   - limit: the requests per minute before it answers 429; without a token the limit is 25.
  ///   - logger: the log of the server.
  /// - Throws: the reason it cannot listen.
  package init(
    library: DemoLibrary, port: Int = 0, token: String = "demo", limit: Int = 60, logger: Logger = .silent
  ) throws {
    var configuration = HTTPServerConfiguration(port: port)
    // Silence is one of the faults, so the server must not end a request early.
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
        Self.routes.map { Route($0.0, $0.1, handler: handle) }),
      logger: logger
    ) { problem in
      HTTPResponse.json(DiscogsJSON.object(["message": .text(problem.detail)]).bytes, status: problem.status)
    }
  }

  deinit { stop() }

  /// The address it listens on, without a slash at its end.
  package var url: String { "http://127.0.0.1:\(server.port)" }

  package var port: Int { server.port }

  /// The current fault; nil for none. Setting it ends a fault that was set for a number of requests.
  package var fault: Fault? {
    get { state.read(\.fault) }
    set {
      state.update {
        $0.fault = newValue
        $0.faultsLeft = nil
      }
    }
  }

  /// Fails the next `count` requests with a fault, then none.
  package func fail(next count: Int, with fault: Fault) {
    state.update {
      $0.fault = fault
      $0.faultsLeft = count
    }
  }

  /// The requests received so far, at most the last thousand.
  package var requests: [Request] { state.read(\.requests) }

  /// Waits until a number of requests has arrived in total.
  ///
  /// - Parameters:
  ///   - count: the number of requests since the start.
  ///   - limit: the timeout.
  /// - Returns: true if they arrived in time.
  package func wait(forRequests count: Int, atMost limit: Duration) -> Bool {
    state.wait(atMost: limit) { $0.requests.count >= count ? true : nil } ?? false
  }

  /// Answers the requests held in silence, and stops the server. A second call does nothing.
  package func stop() {
    let held = state.update { state in
      state.isStopped = true
      defer { state.held = [] }
      return state.held
    }
    for reply in held { reply(.empty(503)) }
    server.stop()
  }

  private static let routes: [(Method, String)] = [
    (.get, "/database/search"), (.get, "/releases/{id}"), (.get, "/oauth/identity"),
    (.get, "/users/{user}/collection/folders"), (.get, "/users/{user}/collection/folders/{folder}"),
    (.get, "/users/{user}/collection/releases/{release}"),
    (.get, "/users/{user}/collection/folders/{folder}/releases"),
    (.post, "/users/{user}/collection/folders/{folder}/releases/{release}"),
    (.delete, "/users/{user}/collection/folders/{folder}/releases/{release}/instances/{instance}"),
    (.get, "/users/{user}/wants"), (.put, "/users/{user}/wants/{release}"),
    (.delete, "/users/{user}/wants/{release}"),
  ]

  /// The number of requests that are remembered; the oldest ones are forgotten.
  private static let requestLimit = 1000

  private static func answer(
    _ request: HTTPRequest, _ reply: Reply, with answers: DiscogsAnswers, in state: Monitor<State>
  ) {
    let (fault, used) = state.update { state in
      let token = request.header("authorization").flatMap(DiscogsAnswers.token)
      let query = request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      state.requests.append(
        Request(
          target: request.path + (query.isEmpty ? "" : "?\(query)"), token: token,
          userAgent: request.header("user-agent")))
      if state.requests.count > Self.requestLimit { state.requests.removeFirst() }
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
      // A separate lane, because the server's thread must not block.
      _ = DedicatedThread("slow discogs") {
        _ = state.wait(atMost: delay) { $0.isStopped ? true : nil }
        reply(response)
      }
    case let fault?: reply(answers.failure(fault, used: used))
    case nil: reply(answers.answer(request, used: used))
    }
  }
}
