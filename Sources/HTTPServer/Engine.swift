internal import CMicroHTTPD
internal import Log
internal import Threads

/// The implementation of libmicrohttpd's callbacks. There is one for each server, and it exists until the daemon has
/// stopped.
final class Engine: Sendable {
  enum Stage { case running, draining, forced }

  let limits: HTTPServerConfiguration.Limits
  let logger: Logger
  let connections: HTTPConnections
  private let router: Router
  private let hosts: HostNames
  private let proxies: TrustedProxies
  private let hasTLS: Bool
  private let largeBodies: LargeBodies
  private let problem: @Sendable (HTTPProblem) -> HTTPResponse
  private let stage = Locked(Stage.running)
  private let completions = Monitor(0)

  init(
    configuration: HTTPServerConfiguration, proxies: TrustedProxies, router: Router, logger: Logger,
    problem: @escaping @Sendable (HTTPProblem) -> HTTPResponse
  ) {
    limits = configuration.limits
    self.logger = logger
    self.router = router
    self.problem = problem
    self.proxies = proxies
    hasTLS = configuration.identity != nil
    largeBodies = LargeBodies(limit: configuration.limits.largeBodies)
    hosts = HostNames(configuration.allowedHosts)
    connections = HTTPConnections(
      limit: configuration.limits.connections, limitPerAddress: configuration.limits.connectionsPerAddress,
      limitOnLoopback: configuration.limits.connectionsOnLoopback)
  }

  /// True if the server accepts new connections, until `drain`.
  var isListening: Bool { stage.withLock { $0 == .running } }

  // MARK: - Callbacks

  func opened(_ handle: OpaquePointer) -> HTTPConnection {
    let connection = HTTPConnection(handle, deadline: .after(limits.header))
    connections.add(connection)
    return connection
  }

  func closed(_ connection: HTTPConnection) {
    release(connection)
    connection.close()
    connections.remove(connection)
    signalProgress()
  }

  func begin(_ connection: HTTPConnection, _ target: UnsafeBufferPointer<CChar>) {
    connection.begin(target, deadline: .after(limits.header))
  }

  func completed(_ connection: HTTPConnection) {
    release(connection)
    connection.complete(deadline: .after(limits.idle + limits.header))
    signalProgress()
  }

  /// Handles one call of the access handler: the header is complete, a part of the body has arrived, the request is
  /// complete, or the connection was resumed.
  ///
  /// - Returns: false if libmicrohttpd must close the connection.
  func proceed(
    _ connection: HTTPConnection, _ handle: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    part: UnsafeRawBufferPointer
  ) -> Bool {
    switch connection.incoming.stage {
    case .target:
      return acceptHeader(connection, handle, method: method, version: version)
    case .body where !part.isEmpty:
      connection.incoming.append(part)
      if connection.incoming.receiver != nil {
        connection.expectBody(by: min(.after(limits.body), connection.incoming.bodyEnd))
      }
      return true
    case .body:
      return handOver(connection, handle)
    case .handled:
      guard let response = connection.takeResponse() else { return true }
      return queue(response, connection, handle)
    case .queued:
      return true
    }
  }

  // MARK: - Steps

  private func acceptHeader(
    _ connection: HTTPConnection, _ handle: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> Bool {
    let check = HeaderCheck(
      handle, method: method, targetEnd: connection.incoming.targetEnd, version: version)
    connection.incoming.isEncrypted = hasTLS || proxies.saysEncrypted(check.fields, from: connection.peer)
    do throws(Refusal) {
      connection.incoming.request = try accepted(connection, check, method: method, version: version)
    } catch {
      return refuse(error, check, connection, handle)
    }
    connection.incoming.fields = check.fields
    connection.incoming.stage = .body
    if check.hasBody {
      if let length = check.contentLength, connection.incoming.receiver == nil {
        connection.incoming.body.reserveCapacity(min(length, 65_536))
      }
      connection.incoming.bodyEnd = .after(limits.receivedBody)
      connection.expectBody(by: .after(limits.body))
    }
    return true
  }

  private func refuse(
    _ refusal: Refusal, _ check: HeaderCheck, _ connection: HTTPConnection, _ handle: OpaquePointer
  ) -> Bool {
    var response = refusal.response ?? problem(refusal.problem)
    if !refusal.allow.isEmpty {
      response.headers.append(("Allow", refusal.allow.map(\.rawValue).joined(separator: ", ")))
    }
    guard !refusal.closes, !check.hasBody || check.isReadWhenRefused else {
      return queue(response, connection, handle, closing: true)
    }
    // A response at this point would close the connection. libmicrohttpd calls once more when the request is complete.
    connection.incoming.refusal = response
    connection.incoming.stage = .body
    if check.hasBody { connection.expectBody(by: .after(limits.body)) }
    return true
  }

  private func accepted(
    _ connection: HTTPConnection, _ check: HeaderCheck, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) throws(Refusal) -> IncomingRequest.Accepted {
    if let fault = check.fault { throw Refusal(HTTPProblem(.badRequest, fault), closes: true) }
    let target: RequestTarget
    do throws(RequestTarget.Fault) {
      target = try RequestTarget(connection.incoming.target)
    } catch {
      throw Refusal(HTTPProblem(.badRequest, error.detail), closes: true)
    }
    // HTTP/1.0 requires no Host field (RFC 9112, 3.2), and no browser uses that version. libmicrohttpd has refused an
    // HTTP/1.1 request without one.
    for host in [check.host, target.authority] {
      guard let host, !hosts.contains(host) else { continue }
      throw Refusal(HTTPProblem(.wrongHost, "This server does not accept that host name."), closes: true)
    }
    let method = Method(rawValue: String(cString: method))
    switch router.match(method, target.segments) {
    case .nothing:
      throw Refusal(HTTPProblem(.notFound, "There is nothing at this path."))
    case .otherMethods(let methods):
      if method == .options { throw Refusal(response: .empty(204), allow: methods) }
      throw Refusal(HTTPProblem(.methodNotAllowed, "This path does not support that method."), allow: methods)
    case .route(let route, let parameters):
      if let length = check.contentLength, length > route.bodyLimit { throw Refusal(tooLarge(route)) }
      if check.isEncoded, check.hasBody {
        throw Refusal(HTTPProblem(.unsupportedMediaType, "The body must not have a Content-Encoding."))
      }
      let accepted = IncomingRequest.Accepted(
        method: method, target: target, route: route, parameters: parameters, isForwarded: check.isForwarded)
      if check.hasBody { try admit(connection, accepted, check) }
      return accepted
    }
  }

  /// Opens the receiver or takes the memory of a large body, or refuses the body before it is received.
  private func admit(
    _ connection: HTTPConnection, _ accepted: IncomingRequest.Accepted, _ check: HeaderCheck
  ) throws(Refusal) {
    let size = check.contentLength ?? accepted.route.bodyLimit
    guard size > limits.largeBody || accepted.route.reception != nil else { return }
    let header = request(accepted, connection, check.fields, body: [])
    if let response = accepted.route.admission?(header) { throw Refusal(response: response, allow: []) }
    if let reception = accepted.route.reception {
      switch reception(header, check.contentLength) {
      case .into(let receiver): connection.incoming.receiver = receiver
      case .refused(let response): throw Refusal(response: response, allow: [])
      }
      return
    }
    guard largeBodies.take(size) else {
      throw Refusal(response: notReady("Too many large requests arrive at the same time."), allow: [])
    }
    connection.incoming.taken = size
  }

  private func release(_ connection: HTTPConnection) {
    guard connection.incoming.taken > 0 else { return }
    largeBodies.release(connection.incoming.taken)
    connection.incoming.taken = 0
  }

  private func request(
    _ accepted: IncomingRequest.Accepted, _ connection: HTTPConnection, _ fields: HeaderFields, body: [UInt8]
  ) -> HTTPRequest {
    HTTPRequest(
      method: accepted.method == .head ? .get : accepted.method, pathSegments: accepted.target.segments,
      parameters: accepted.parameters, body: body, receiver: connection.incoming.receiver,
      peerIsLoopback: connection.peer.isLoopback && !accepted.isForwarded,
      peerNetwork: proxies.client(fields, from: connection.peer).counted.network,
      isEncrypted: connection.incoming.isEncrypted, fields: fields, queryText: accepted.target.query)
  }

  private func tooLarge(_ route: Route) -> HTTPProblem {
    HTTPProblem(.tooLarge, "The body may have at most \(route.bodyLimit) bytes.")
  }

  private func handOver(_ connection: HTTPConnection, _ handle: OpaquePointer) -> Bool {
    if let refusal = connection.incoming.refusal { return queue(refusal, connection, handle) }
    guard let accepted = connection.incoming.request else { return false }
    if connection.incoming.isTooLarge {
      return queue(problem(tooLarge(accepted.route)), connection, handle)
    }
    let request = request(
      accepted, connection, connection.incoming.fields, body: connection.incoming.body)
    connection.incoming.stage = .handled
    let serial = connection.handOver(deadline: .after(accepted.route.patience ?? limits.reply))
    accepted.route.handler(request, Reply { connection.answer(serial, $0) })
    switch connection.takeResponseOrSuspend(suspending: { stage.withLock { $0 != .forced } }) {
    case .response(let response): return queue(response, connection, handle)
    case .suspended: return true
    case .unanswered: return queue(stoppingResponse, connection, handle)
    }
  }

  private func queue(
    _ response: HTTPResponse, _ connection: HTTPConnection, _ handle: OpaquePointer, closing: Bool = false
  ) -> Bool {
    connection.incoming.stage = .queued
    var response = response
    if connection.incoming.isEncrypted { response.secureCookies() }
    var stream: EventStream?
    if case .stream(let own) = response.body {
      if own.attach(handle, cut: { connection.cut() }) {
        stream = own
      } else {
        logger.error("An event stream was given as the response of two requests.")
        response = problem(HTTPProblem(.internal, "The response could not be created."))
      }
    }
    let isStopping = stage.withLock { $0 != .running }
    connection.send(by: stream == nil ? .after(limits.sendingTime(of: response.body)) : .never, stream: stream)
    if isStopping || stage.withLock({ $0 != .running }) { stream?.close() }
    return OutgoingResponse.queue(response, on: handle, closing: closing || isStopping, logger: logger)
  }

  // MARK: - Deadlines and shutdown

  /// Ends requests and connections that have passed their deadline, and streams whose client has disconnected.
  func sweep() {
    let now = Moment.now
    for connection in connections.all {
      switch connection.overdue(at: now) {
      case .nothing:
        if connection.isGone { connection.stream?.close() }
      case .reply:
        logger.error("A handler did not reply in time.")
        connection.answerIfSuspended(
          notReady("The response took too long."))
      case .cut:
        connection.cut()
      }
    }
  }

  private var stoppingResponse: HTTPResponse { notReady("The server is stopping.") }

  private func notReady(_ detail: String) -> HTTPResponse {
    let response = problem(HTTPProblem(.notReady, detail))
    let saysWhen = response.headers.contains { $0.0.lowercased() == "retry-after" }
    return saysWhen ? response : response.with("Retry-After", "5")
  }

  /// Waits for requests in progress, ends streams, and after the `stopping` time answers the requests that are left.
  /// After it returns no connection is suspended, and none will be.
  func drain() {
    stage.withLock { $0 = .draining }
    for connection in connections.all { connection.stream?.close() }
    waitUntilQuiet(limits.stopping)
    stage.withLock { $0 = .forced }
    for connection in connections.all {
      connection.stream?.close()
      connection.answerIfSuspended(stoppingResponse)
    }
    waitUntilQuiet(.seconds(1))
  }

  private func waitUntilQuiet(_ limit: Duration) {
    _ = completions.wait(atMost: limit) { _ in connections.all.contains(where: \.isBusy) ? nil : () }
  }

  private func signalProgress() {
    if stage.withLock({ $0 != .running }) { completions.update { $0 += 1 } }
  }
}

/// The reason why a header is refused, and the response.
private struct Refusal: Error {
  var problem = HTTPProblem(.badRequest, "")
  var response: HTTPResponse?
  var allow: [Method] = []
  var closes = false

  init(_ problem: HTTPProblem, allow: [Method] = [], closes: Bool = false) {
    self.problem = problem
    self.allow = allow
    self.closes = closes
  }

  init(response: HTTPResponse, allow: [Method]) {
    self.response = response
    self.allow = allow
  }
}
