internal import HTTPServer
package import Log
internal import Threads

/// A local stand-in for MusicBrainz and the Cover Art Archive on 127.0.0.1. It answers in the real shapes for the
/// releases that it is given, and misbehaves on demand.
package final class MusicBrainzStandIn: Sendable {
  /// A failure that starts with the next request.
  package enum Fault: Hashable, Sendable {
    /// 503, as for too many requests, with or without the number of seconds to wait.
    case tooManyRequests(retryAfter: Int?)
    /// 503 with a web page, as in maintenance.
    case maintenance
    /// 403 with a web page.
    case blocked
    /// 200 with a web page.
    case page
    /// 200 with truncated JSON.
    case brokenJSON
    /// 307 to this address.
    case redirect(String)
    /// 200 with this number of bytes.
    case bytes(Int)
    /// 200 with these bytes as the picture.
    case content([UInt8])
    /// 404.
    case missing
  }

  /// The part of the service that a fault concerns.
  package enum Part: Hashable, Sendable {
    case musicBrainz, archive
  }

  /// A request that the stand-in received.
  package struct Request: Hashable, Sendable {
    /// The path with its query.
    package let target: String
    package let userAgent: String?
    /// The time by the clock that the stand-in was given.
    package let at: ContinuousClock.Instant
  }

  private struct State {
    var faults: [Part: (fault: Fault, left: Int)] = [:]
    var requests: [Request] = []
    var releases: [MusicBrainzEntry] = []
  }

  private let state = Monitor(State())
  private let server: HTTPServer

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - releases: the releases that it knows.
  ///   - clock: the clock by which the requests are noted.
  ///   - logger: the log of the server.
  /// - Throws: the reason it cannot listen.
  package init(
    releases: [MusicBrainzEntry], clock: @escaping @Sendable () -> ContinuousClock.Instant, logger: Logger
  ) throws {
    var configuration = HTTPServerConfiguration(port: 0)
    configuration.limits.stopping = .seconds(1)
    configuration.limits.threads = 1
    let state = state
    state.update { $0.releases = releases }
    let paths = [
      "/ws/2/release", "/ws/2/release/{id}", "/ws/2/url", "/release/{id}/front-1200", "/download/{id}",
    ]
    server = try HTTPServer(
      configuration: configuration,
      router: Router(
        paths.map { path in
          let part = path.hasPrefix("/ws") ? Part.musicBrainz : .archive
          return Route(.get, path) { request, reply in reply(Self.answer(request, part, in: state, at: clock())) }
        }),
      logger: logger
    ) { problem in HTTPResponse.text(problem.detail, status: problem.status) }
  }

  deinit { stop() }

  /// The address it listens on, without a slash at its end. It serves as that of MusicBrainz and of the archive.
  package var url: String { "http://127.0.0.1:\(server.port)" }

  /// The requests received so far.
  package var requests: [Request] { state.read(\.requests) }

  /// The releases that it knows.
  package var releases: [MusicBrainzEntry] {
    get { state.read(\.releases) }
    set { state.update { $0.releases = newValue } }
  }

  /// Fails the next `count` requests to a part.
  package func fail(next count: Int, at part: Part, with fault: Fault) {
    state.update { $0.faults[part] = count > 0 ? (fault, count) : nil }
  }

  /// Stops the server. A second call does nothing.
  package func stop() { server.stop() }

  private static func answer(
    _ request: HTTPRequest, _ part: Part, in state: Monitor<State>, at time: ContinuousClock.Instant
  ) -> HTTPResponse {
    let query = request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let (fault, releases) = state.update { state in
      state.requests.append(
        Request(
          target: request.path + (query.isEmpty ? "" : "?\(query)"), userAgent: request.header("user-agent"), at: time))
      let fault = state.faults[part]
      if let fault { state.faults[part] = fault.left > 1 ? (fault.fault, fault.left - 1) : nil }
      return (fault?.fault, state.releases)
    }
    if let fault { return failure(fault) }
    let answers = MusicBrainzAnswers(releases: releases)
    switch request.pathSegments.first {
    case "ws":
      if request.path == "/ws/2/release" { return answers.search(request.query("query") ?? "") }
      if request.path == "/ws/2/url" { return answers.address(request.query("resource") ?? "") }
      return answers.release(request.parameter("id"))
    case "release":
      // The archive sends a client on to a host of its storage.
      let id = request.parameter("id")
      return answers.cover(id) == nil
        ? page("404 Not Found", status: 404)
        : HTTPResponse(status: 307, headers: [("Location", "/download/\(id)")])
    default:
      let cover = answers.cover(request.parameter("id"))
      return cover.map { HTTPResponse.file($0, contentType: "image/jpeg") } ?? page("404 Not Found", status: 404)
    }
  }

  private static func failure(_ fault: Fault) -> HTTPResponse {
    switch fault {
    case .tooManyRequests(let seconds):
      let response = HTTPResponse.json(
        Array(#"{"error":"Your requests are exceeding the allowable rate limit."}"#.utf8), status: 503)
      return seconds.map { response.with("Retry-After", String($0)) } ?? response
    case .maintenance: return page("Maintenance", status: 503)
    case .blocked: return page("Forbidden", status: 403)
    case .page: return page("Welcome", status: 200)
    case .brokenJSON: return HTTPResponse.json(Array(#"{"id": "76df3287-6cda-33eb-8e9a-0"#.utf8))
    case .redirect(let address): return HTTPResponse(status: 307, headers: [("Location", address)])
    case .bytes(let count): return .file([UInt8](repeating: 0xFF, count: count), contentType: "image/jpeg")
    case .content(let bytes): return .file(bytes, contentType: "image/jpeg")
    case .missing: return page("404 Not Found", status: 404)
    }
  }

  private static func page(_ title: String, status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", "text/html; charset=UTF-8")],
      body: .bytes(Array("<!DOCTYPE html><html><head><title>\(title)</title></head><body></body></html>".utf8)))
  }
}
