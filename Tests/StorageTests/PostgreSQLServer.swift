import Foundation
import Glibc
import StoragePostgreSQL
import TestSupport
import Testing
import Threads

/// A PostgreSQL server for the tests of one suite: with its files in a temporary folder, on a Unix socket there, and as
/// an unprivileged user.
final class PostgreSQLServer: Sendable {
  @TaskLocal static var current: PostgreSQLServer?

  private let folder: TemporaryFolder
  private let server: ChildProgram
  private let databases = Locked(0)

  /// Debian's package has the programs outside the search path.
  private static let programs = "/usr/lib/postgresql/15/bin"

  init() async throws {
    guard FileManager.default.isExecutableFile(atPath: "\(Self.programs)/postgres") else {
      throw TestFailure("PostgreSQL 15 is missing: install the package postgresql-15")
    }
    let folder = try TemporaryFolder("deadwax-postgresql")
    self.folder = folder
    let (path, data) = (folder.path, folder.path("data"))
    // The server refuses to run as root.
    let isRoot = geteuid() == 0
    if isRoot, let user = getpwnam("nobody") { chown(path, user.pointee.pw_uid, user.pointee.pw_gid) }
    func start(_ program: String, _ arguments: [String]) throws -> ChildProgram {
      let command = ["\(Self.programs)/\(program)"] + arguments
      guard isRoot else { return try ChildProgram(path: command[0], arguments, in: path) }
      let user = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"]
      return try ChildProgram(path: "/usr/bin/setpriv", user + command, in: path)
    }
    // Texts are compared by bytes, as SQLite does.
    let creation = try start(
      "initdb",
      [
        "-D", data, "-U", "deadwax", "--auth=trust", "--no-sync", "--encoding=UTF8", "--lc-collate=C",
        "--lc-ctype=C.UTF-8", "--lc-messages=C",
      ])
    guard try await creation.exit() == .code(0) else { throw TestFailure(creation.transcript) }
    // The files are removed after the tests, so nothing needs to survive a power cut.
    server = try start("postgres", ["-D", data, "-k", path, "-c", "listen_addresses=", "-F"])
    _ = try await server.line(on: .error) { $0.contains("ready to accept connections") }
  }

  /// Returns the address of a new, empty database.
  func newDatabase() throws -> String {
    let number = databases.withLock { number in
      number += 1
      return number
    }
    try PostgreSQLDatabase.createDatabase("test\(number)", at: address("postgres"))
    return address("test\(number)")
  }

  private func address(_ database: String) -> String { "host=\(folder.path) user=deadwax dbname=\(database)" }

  /// Stops the server. It then removes its shared memory itself, which a killed server leaves behind.
  func stop() async throws {
    server.signal(SIGINT)
    try await server.exit()
  }
}

/// Starts a PostgreSQL server before the tests of a suite and stops it after them.
struct PostgreSQLScope: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try await PostgreSQLServer()
    do {
      try await PostgreSQLServer.$current.withValue(server, operation: function)
    } catch {
      try await server.stop()
      throw error
    }
    try await server.stop()
  }
}

extension Trait where Self == PostgreSQLScope {
  static var postgreSQL: PostgreSQLScope { PostgreSQLScope() }
}
