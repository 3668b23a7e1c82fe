import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of the running hub with independent clients: a browser, and a tester for OpenAPI files.
@Suite(.timeLimit(.minutes(180)), .serialized)
struct PeerTests {
  /// The page's tests in parts that run side by side, each with a hub of its own: a browser waits most of its time.
  private static let parts = [
    // The first module to request a token uses up the set-up link, which test_setup needs.
    [
      "test_browser", "test_desk", "test_layout", "test_screens", "test_setup", "test_staff",
      "test_steps", "test_tags", "test_voice", "test_write",
    ],
    [
      "test_accessibility", "test_additions", "test_asked", "test_away", "test_bulk", "test_changers", "test_changes",
      "test_collect", "test_collections", "test_comparison", "test_concerts", "test_counter", "test_crates",
      "test_discogs", "test_facets", "test_holds", "test_labels", "test_lending", "test_library", "test_lists",
      "test_lock", "test_looks", "test_map",
    ],
    [
      "test_long_lists", "test_moving", "test_navigation", "test_not_saved", "test_notices", "test_offline",
      "test_people", "test_phone", "test_pin", "test_places", "test_plays", "test_queries", "test_readers",
      "test_receipt", "test_recheck", "test_record", "test_records", "test_release_tags", "test_session",
      "test_session_accessibility", "test_settings", "test_shelving", "test_sleeve", "test_statistics",
      "test_stock_take", "test_styleguide", "test_tasks", "test_tasks_otherwise", "test_wall",
    ],
    // Their library is at work: it has loans, holds, fees and more, which the other tests do not expect.
    ["test_announcements", "test_keyboard", "test_views"],
    ["test_states"],
  ]

  /// The tests that need an empty hub, which no other test has used.
  private static let ofEmptyHub = ["test_visitor"]

  @Test func `the page works in a real browser, and is accessible`() async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Tests/page"))
    let tests = files.filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.map { String($0.dropLast(3)) }
    let named = Self.parts.flatMap(\.self) + Self.ofEmptyHub
    #expect(Set(named) == Set(tests), "each file of tests is in one of the parts")
    // The files that `./dev test --changed` names; without them, all run.
    let chosen = ProcessInfo.processInfo.environment["DEADWAX_PAGES"].map {
      Set($0.split(separator: ",").map(String.init))
    }
    let wanted = (Self.parts + [Self.ofEmptyHub]).map { $0.filter { chosen?.contains($0) ?? true } }.filter {
      !$0.isEmpty
    }
    try #require(!wanted.isEmpty, "DEADWAX_PAGES names no file of tests: \(chosen ?? [])")
    let programs = URL(fileURLWithPath: try Repository.program("deadwaxd")).deletingLastPathComponent().path
    try await withThrowingTaskGroup { group in
      for part in wanted {
        group.addTask {
          let hub = try await HubUnderTest(withDemo: part != Self.ofEmptyHub, inMemory: true)
          defer { hub.end() }
          try await hub.waitForReaders()
          let link = try await hub.hub.line { $0.contains("/setup#") }
          let setup = try #require(link.firstRange(of: "http://").map { String(link[$0.lowerBound...]) })
          try await PythonProgram(path: "Tests/page").run(
            ["-v"] + part.flatMap { ["-k", $0 + "."] },
            environment: [
              "DEADWAX_URL": hub.url, "DEADWAX_SETUP": setup,
              "DEADWAX_DATABASE": hub.folder.path("data/deadwax.sqlite"),
              // For a hub of a test's own.
              "DEADWAX_PROGRAMS": programs,
            ], within: .seconds(6000))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `every response of the hub matches the OpenAPI file`() async throws {
    let hub = try await HubUnderTest(inMemory: true)
    defer { hub.end() }
    try await hub.waitForReaders()
    let link = try await hub.hub.line { $0.contains("/setup#") }
    let setup = try #require(link.firstRange(of: "http://").map { String(link[$0.lowerBound...]) })
    try await PythonProgram(path: "Tests/python/openapi_contract.py").run(
      [], environment: ["DEADWAX_URL": hub.url, "DEADWAX_SETUP": setup], within: .seconds(10_000))
    // After many invalid requests it is still ready.
    #expect(try await hub.get("/readyz").status == 200)
  }

  @Test func `clients that two generators make of the OpenAPI file work with the hub, and are typed strictly`()
    async throws
  {
    let hub = try await HubUnderTest(inMemory: true)
    defer { hub.end() }
    let link = try await hub.hub.line { $0.contains("/setup#") }
    let setup = try #require(link.firstRange(of: "http://").map { String(link[$0.lowerBound...]) })
    try await PythonProgram(path: "Tests/python/generated_clients.py").run(
      [], environment: ["DEADWAX_URL": hub.url, "DEADWAX_SETUP": setup], within: .seconds(1200))
  }
}
