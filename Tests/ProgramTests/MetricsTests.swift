import HTTPClient
import TestSupport
import Testing

/// Tests of the metrics of the running hub.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct MetricsTests {
  private func metric(_ name: String, of hub: HubUnderTest) async throws -> Int? {
    let lines = try await hub.get("/metrics").text.split(separator: "\n")
    return lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.flatMap { Int($0) }
  }

  @Test func `the check of the database is shown with its progress and the time of its success`() async throws {
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { hub.end() }
    #expect(try await metric("deadwax_database_writable", of: hub) == 1)
    let percent = try #require(try await metric("deadwax_database_check_percent", of: hub))
    #expect((0...100).contains(percent))
    let last = "deadwax_database_check_last_success_timestamp_seconds"
    let success = try await eventually(within: .seconds(100), "the check is complete") {
      try await metric(last, of: hub).flatMap { $0 > 0 ? $0 : nil }
    }
    #expect(try await metric("deadwax_database_check_percent", of: hub) == 100)
    // 1 January 2026: the time is in seconds.
    #expect((1_767_225_600...4_000_000_000).contains(success))
  }
}
