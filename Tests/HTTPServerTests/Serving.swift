import HTTPServer
import Log
import Threads

/// Runs a server for as long as `body` runs.
///
/// - Parameters:
///   - routes: the routes that it serves.
///   - logger: the logger for errors.
///   - adjust: a function that changes its configuration.
///   - body: the function that receives the server.
/// - Returns: the result of `body`.
/// - Throws: the errors of `body`, or of the server's start.
@discardableResult
func serving<Result>(
  _ routes: [Route], logger: Logger = .silent, adjust: (inout HTTPServerConfiguration) -> Void = { _ in },
  _ body: (HTTPServer) throws -> Result
) throws -> Result {
  var configuration = HTTPServerConfiguration()
  configuration.limits.stopping = .seconds(1)
  adjust(&configuration)
  let server = try HTTPServer(configuration: configuration, router: Router(routes), logger: logger)
  defer { server.stop() }
  return try body(server)
}

/// Routes for most tests: one to get, one to post, one to replace.
let echoes = [
  Route(.get, "/") { _, reply in reply(.text("home")) },
  Route(.get, "/things/{id}") { request, reply in reply(.text("thing \(request.parameter("id"))")) },
  Route(.put, "/things/{id}") { request, reply in reply(.json(request.body)) },
  Route(.get, "/query") { request, reply in reply(.text(request.query("q") ?? "none")) },
  Route(.post, "/echo", bodyLimit: 65_536) { request, reply in reply(.json(request.body, status: 201)) },
]

/// Returns the number of this process's sockets that listen on a port or belong to a connection accepted there.
func socketCount(port: Int) -> Int {
  (0..<4096).count { Client.localPort(of: Int32($0)) == port }
}

/// The lines that a logger received.
final class LogBook: Sendable {
  private let lines = Locked<[String]>([])

  var logger: Logger {
    Logger(part: "http", threshold: .warning) { [lines] _, line in lines.withLock { $0.append(line) } }
  }

  var all: [String] { lines.withLock { $0 } }
}
