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
    folder = try Self.newFolder()
    let (path, data) = (folder.path, folder.path("data"))
    let copy = try Self.start("/bin/cp", ["-a", try await Cluster.shared.path(), data], in: path)
    guard try await copy.exit() == .code(0) else { throw TestFailure(copy.transcript) }
    // The files are removed after the tests, so nothing needs to survive a power cut.
    let arguments = ["-D", data, "-k", path, "-c", "listen_addresses=", "-F"]
    server = try Self.start("\(Self.programs)/postgres", arguments, in: path)
    _ = try await server.line(on: .error) { $0.contains("ready to accept connections") }
  }

  /// The files of a server without databases, made once in each process: that takes longer than the tests of a suite.
  private actor Cluster {
    static let shared = Cluster()
    private var folder: TemporaryFolder?

    /// Returns the path of the files, which are copied and not used.
    func path() async throws -> String {
      if let folder { return folder.path("data") }
      let made = try newFolder()
      // Texts are compared by bytes, as SQLite does.
      let creation = try start(
        "\(programs)/initdb",
        [
          "-D", made.path("data"), "-U", "deadwax", "--auth=trust", "--no-sync", "--encoding=UTF8", "--lc-collate=C",
          "--lc-ctype=C.UTF-8", "--lc-messages=C",
        ], in: made.path)
      guard try await creation.exit() == .code(0) else { throw TestFailure(creation.transcript) }
      folder = made
      return made.path("data")
    }
  }

  /// Returns a folder of the user who runs the server. Each database has more than a thousand files, so they are in memory.
  private static func newFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder("deadwax-postgresql", inMemory: true)
    if geteuid() == 0, let user = getpwnam("nobody") { chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid) }
    return folder
  }

  /// Starts a program. The server refuses to run as root.
  private static func start(_ path: String, _ arguments: [String], in folder: String) throws -> ChildProgram {
    guard geteuid() == 0 else { return try ChildProgram(path: path, arguments, in: folder) }
    let user = ["--reuid=nobody", "--regid=nogroup", "--clear-groups", path]
    return try ChildProgram(path: "/usr/bin/setpriv", user + arguments, in: folder)
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
