import Foundation
import HTTPClient
import TestSupport
import Testing

/// The running hub as clients see it that we did not write: a browser, and a tester of OpenAPI files.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct PeerTests {
  /// The page's tests in two halves that run side by side, each before a hub of its own: a browser waits most of its time.
  private static let halves = [
    // Whoever asks for a token first uses up the set-up link, which test_setup needs.
    ["test_labels", "test_setup", "test_staff", "test_tags", "test_write"],
    [
      "test_accessibility", "test_counter", "test_desk", "test_layout", "test_lending", "test_library", "test_not_kept",
    ],
  ]

  @Test func `the page works in a real browser, and is accessible`() async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Tests/page"))
    let tests = files.filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.map { String($0.dropLast(3)) }
    #expect(Set(Self.halves.flatMap(\.self)) == Set(tests), "each file of tests is in one of the halves")
    try await withThrowingTaskGroup { group in
      for half in Self.halves {
        group.addTask {
          let desk = try await DeskUnderTest()
          defer { desk.end() }
          try await desk.waitForReaders()
          let link = try await desk.hub.line { $0.contains("/setup#") }
          let setup = try #require(link.firstRange(of: "http://").map { String(link[$0.lowerBound...]) })
          try await run(
            "Tests/page", ["-v"] + half.flatMap { ["-k", $0 + "."] },
            [
              "DEADWAX_URL": desk.url, "DEADWAX_SETUP": setup,
              "DEADWAX_DATABASE": desk.folder.path("data/deadwax.sqlite"),
            ], within: .seconds(700))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `every answer of the hub is as the OpenAPI file says`() async throws {
    let desk = try await DeskUnderTest()
    defer { desk.end() }
    try await desk.waitForReaders()
    let link = try await desk.hub.line { $0.contains("/setup#") }
    let setup = try #require(link.firstRange(of: "http://").map { String(link[$0.lowerBound...]) })
    try await run(
      "Tests/python/openapi_contract.py", [], ["DEADWAX_URL": desk.url, "DEADWAX_SETUP": setup], within: .seconds(700))
    // It was asked a great deal of nonsense, and is as well as before.
    #expect(try await desk.get("/readyz").status == 200)
  }

  /// Runs a Python program of the tests to its end.
  private func run(
    _ program: String, _ arguments: [String], _ environment: [String: String], within limit: Duration
  ) async throws {
    let python = Repository.path(".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw TestFailure("\(python) is missing: ./dev test makes it")
    }
    let child = try ChildProgram(
      path: python, [Repository.path(program)] + arguments, environment: environment, in: Repository.root)
    defer { child.end() }
    let exit = try await child.exit(within: limit)
    #expect(exit == .code(0), "\(child.transcript.suffix(6000))")
    let closing = child.lines(on: .error) + child.lines()
    for line in closing where line.hasPrefix("Ran ") || line.contains(" passed") { print("\(program): \(line)") }
  }
}
