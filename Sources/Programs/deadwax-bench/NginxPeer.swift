internal import Foundation

/// Debian's nginx that serves a folder on its own port, as the lower bound of a request's cost.
final class NginxPeer {
  let port: Int
  private let process: Process

  /// Starts nginx and waits until it answers.
  ///
  /// - Parameters:
  ///   - bench: the workbench, whose folder nginx writes to.
  ///   - folder: the folder to serve.
  /// - Throws: `BenchFailure` if nginx is missing or does not answer.
  init(_ bench: Workbench, serving folder: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") else {
      throw BenchFailure("/usr/sbin/nginx is missing: install nginx-light, or run './dev bench http'")
    }
    port = Int.random(in: 20_000..<30_000)
    let own = "\(bench.folder)/nginx"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    let paths = kinds.map { "\($0)_temp_path \(own)/\($0);" }.joined(separator: " ")
    // The configuration of a distribution, without the access log, because the hub writes none either.
    let configuration = """
      daemon off; pid \(own)/pid; worker_processes 1; error_log \(own)/error.log;
      events { worker_connections 1024; }
      http {
        sendfile on; access_log off; keepalive_requests 10000000; \(paths)
        types { application/json json; }
        server { listen 127.0.0.1:\(port); root \(folder); }
      }
      """
    // Started by root, the worker would run as another user, who cannot read the folder.
    let user = getuid() == 0 ? "user root; " : ""
    try Data((user + configuration).utf8).write(to: URL(fileURLWithPath: "\(own)/nginx.conf"))
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
    process.arguments = ["-p", own, "-e", "\(own)/error.log", "-c", "\(own)/nginx.conf"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<200 {
      if let connection = PersistentConnection(port: port) {
        connection.end()
        return
      }
      guard process.isRunning else { break }
      usleep(50_000)
    }
    throw BenchFailure(
      "nginx does not answer: \((try? String(contentsOfFile: "\(own)/error.log", encoding: .utf8)) ?? "")")
  }

  deinit { stop() }

  /// The process ids of the master and its worker.
  var processes: [Int32] {
    [process.processIdentifier] + Workbench.children(of: process.processIdentifier).map(\.id)
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
