internal import CMicroHTTPD
internal import Glibc
internal import Lanes
package import Log

/// An HTTP/1.1 server (libmicrohttpd). It knows nothing of what is served: routes answer, and it keeps the time, the
/// limits and the framing.
package final class HTTPServer: Sendable {
  /// The port that it listens on.
  package let port: Int

  private let engine: Engine
  private let running: Guarded<Running?>

  private struct Running {
    let daemon: OpaquePointer
    let settings: UnsafeMutablePointer<deadwax_mhd_settings>
    let sweeper: Lane
    let end: Signal
  }

  /// Listens and serves at once.
  ///
  /// - Parameters:
  ///   - configuration: where, and how much.
  ///   - router: what there is.
  ///   - logger: hears of faults of handlers, and at debug level of what clients do wrong.
  ///   - problem: how the server's own refusals look; fields such as `Allow` are added to it.
  /// - Throws: why it cannot listen.
  package init(
    configuration: HTTPServerConfiguration = HTTPServerConfiguration(), router: Router, logger: Logger,
    problem: @escaping @Sendable (HTTPProblem) -> HTTPResponse = HTTPProblem.plain
  ) throws(HTTPServerError) {
    // A peer that closes while we write must be an error of that write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let listener = try ListenSocket.open(address: configuration.address, port: configuration.port)
    port = listener.port
    engine = Engine(configuration: configuration, router: router, logger: logger, problem: problem)
    let limits = configuration.limits
    let settings = UnsafeMutablePointer<deadwax_mhd_settings>.allocate(capacity: 1)
    settings.initialize(
      to: deadwax_mhd_settings(
        listener: listener.descriptor, threads: Self.threads(limits),
        connectionLimit: UInt32(clamping: limits.connections),
        idleSeconds: UInt32(clamping: max(1, limits.idle.components.seconds)),
        connectionMemory: max(4096, limits.headerBytes), context: Unmanaged.passRetained(engine).toOpaque(),
        line: logLine, accept: acceptPeer, connection: noteConnection, target: noteTarget, request: takeRequest,
        completed: noteCompleted))
    guard let daemon = deadwax_mhd_start(settings) else {
      Unmanaged.passUnretained(engine).release()
      settings.deallocate()
      close(listener.descriptor)
      running = Guarded(nil)
      throw .daemon
    }
    let end = Signal()
    let interval = Self.sweepInterval(limits)
    let sweeper = Lane("http sweep") { [engine] in
      while !end.wait(atMost: interval) { engine.sweep() }
    }
    running = Guarded(Running(daemon: daemon, settings: settings, sweeper: sweeper, end: end))
  }

  /// Stops listening, lets requests that are under way finish, ends event streams properly, and closes everything.
  /// Must not be called from a handler. A second call does nothing.
  package func stop() {
    guard
      let own = running.withLock({ running -> Running? in
        defer { running = nil }
        return running
      })
    else { return }
    // Not MHD_quiesce_daemon: in 0.9.75 it races with the daemon's own threads for taking the listening socket out of
    // epoll, and whoever comes second ends the process. New connections are refused as they come instead, and
    // MHD_stop_daemon closes the socket.
    engine.drain()
    own.end.raise()
    own.sweeper.join()
    MHD_stop_daemon(own.daemon)
    Unmanaged.passUnretained(engine).release()
    own.settings.deallocate()
  }

  deinit { stop() }

  private static func threads(_ limits: HTTPServerConfiguration.Limits) -> UInt32 {
    let count = limits.threads ?? min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    // A pool of one is a daemon without a pool.
    return count > 1 ? UInt32(clamping: count) : 0
  }

  private static func sweepInterval(_ limits: HTTPServerConfiguration.Limits) -> Duration {
    let shortest = min(limits.header, limits.body, limits.reply, limits.sending)
    return min(.seconds(1), max(.milliseconds(10), shortest / 4))
  }
}
