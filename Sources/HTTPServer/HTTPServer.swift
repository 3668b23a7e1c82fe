internal import CMicroHTTPD
internal import Glibc
package import Log
internal import Threads

/// An HTTP/1.1 server (libmicrohttpd). It is independent of the content: routes answer requests, and the server
/// enforces deadlines, limits and framing.
package final class HTTPServer: Sendable {
  /// The port that the server listens on.
  package let port: Int

  private let engine: Engine
  private let running: Locked<Running?>

  private struct Running {
    let daemon: OpaquePointer
    let settings: UnsafeMutablePointer<deadwax_mhd_settings>
    let identity: IdentityText?
    let sweeper: DedicatedThread
    let end: Latch
  }

  /// Starts to listen and to serve.
  ///
  /// - Parameters:
  ///   - configuration: the address, the port and the limits.
  ///   - router: the routes.
  ///   - logger: the log for faults of handlers and, at debug level, for errors of clients.
  ///   - problem: a function that renders the server's own refusals. The server adds fields such as `Allow`.
  /// - Throws: the reason why the server cannot listen.
  package init(
    configuration: HTTPServerConfiguration = HTTPServerConfiguration(), router: Router, logger: Logger,
    problem: @escaping @Sendable (HTTPProblem) -> HTTPResponse = HTTPProblem.plain
  ) throws(HTTPServerError) {
    // A client that closes its connection during a write must cause an error of that write, not end the process.
    signal(SIGPIPE, SIG_IGN)
    let proxies = try TrustedProxies(configuration.proxies)
    let listener = try ListenSocket.open(address: configuration.address, port: configuration.port)
    port = listener.port
    var configuration = configuration
    let descriptors = Self.descriptors(atLeast: configuration.limits.connections + Self.otherDescriptors)
    configuration.limits.connections = min(
      configuration.limits.connections, max(16, descriptors - Self.otherDescriptors))
    engine = Engine(
      configuration: configuration, proxies: proxies, router: router, logger: logger, problem: problem)
    let limits = configuration.limits
    let threads = Self.threads(limits)
    let identity = configuration.identity.map { IdentityText($0) }
    let settings = UnsafeMutablePointer<deadwax_mhd_settings>.allocate(capacity: 1)
    settings.initialize(
      to: deadwax_mhd_settings(
        listener: listener.descriptor, threads: threads,
        connectionLimit: UInt32(clamping: (limits.connections + HTTPConnections.headroom) * Int(max(1, threads))),
        idleSeconds: UInt32(clamping: max(1, limits.idle.components.seconds)),
        connectionMemory: max(4096, limits.headerBytes), context: Unmanaged.passRetained(engine).toOpaque(),
        line: logLine, accept: acceptPeer, connection: noteConnection, target: noteTarget, request: takeRequest,
        completed: noteCompleted, certificate: identity?.certificate, key: identity?.key))
    guard let daemon = deadwax_mhd_start(settings) else {
      Unmanaged.passUnretained(engine).release()
      settings.deallocate()
      close(listener.descriptor)
      running = Locked(nil)
      throw identity == nil ? .daemon : .identity
    }
    let end = Latch()
    let interval = Self.sweepInterval(limits)
    let sweeper = DedicatedThread("http sweep") { [engine] in
      while !end.wait(atMost: interval) { engine.sweep() }
    }
    running = Locked(
      Running(daemon: daemon, settings: settings, identity: identity, sweeper: sweeper, end: end))
  }

  /// Stops listening, lets requests in progress finish, ends event streams in the regular way, and closes everything.
  /// It must not be called from a handler. A second call does nothing.
  package func stop() {
    guard
      let own = running.withLock({ running -> Running? in
        defer { running = nil }
        return running
      })
    else { return }
    // MHD_quiesce_daemon is not used: in 0.9.75 it races with the daemon's own threads when it removes the listening
    // socket from epoll, and the one that comes second ends the process. Instead new connections are refused when they
    // arrive, and MHD_stop_daemon closes the socket.
    engine.drain()
    own.end.raise()
    own.sweeper.join()
    MHD_stop_daemon(own.daemon)
    Unmanaged.passUnretained(engine).release()
    own.settings.deallocate()
  }

  deinit { stop() }

  /// The number of descriptors for the database, the readers and closing connections, in addition to the connections.
  private static let otherDescriptors = 192 + HTTPConnections.headroom

  /// Returns the number of files and sockets that this process may have open, after raising the limit as far as the
  /// system allows.
  private static func descriptors(atLeast wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  // libmicrohttpd has one limit per thread, and a thread at its limit would accept no connection until another one
  // closes. So each thread may have all connections, and `HTTPConnections` enforces the actual limit.
  private static func threads(_ limits: HTTPServerConfiguration.Limits) -> UInt32 {
    let count = limits.threads ?? min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    // A pool of one thread is a daemon without a pool.
    return count > 1 ? UInt32(clamping: count) : 0
  }

  private static func sweepInterval(_ limits: HTTPServerConfiguration.Limits) -> Duration {
    let shortest = min(limits.header, limits.body, limits.reply, limits.sending)
    return min(.seconds(1), max(.milliseconds(10), shortest / 4))
  }
}
