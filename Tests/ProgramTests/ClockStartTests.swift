import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing

/// Tests of the real hub with a wrong clock: its records end long before the clock's time.
@Suite(.timeLimit(.minutes(20)), .serialized)
struct ClockStartTests {
  /// Starts a hub whose records show the last correct time the given number of days ago.
  private func hub(daysAgo: Int, _ more: [String] = []) async throws -> HubUnderTest {
    let hub = try await HubUnderTest(withHardware: false, more)
    #expect(try await hub.post("/api/v1/scans", #"{"code":"before"}"#).status == 201)
    try await hub.killHubAndStartAgain {
      let database = try Database(
        path: hub.folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
        newestSequence: EventJournal.newestSequence)
      let right = Timestamp.now() + .seconds(-daysAgo * 86_400)
      try database.write { try $0.setPosition(right.milliseconds, ofJob: "clock") }
      database.close()
    }
    return hub
  }

  private func metric(_ name: String, of hub: HubUnderTest) async throws -> String? {
    let lines = try await hub.get("/metrics").text.split(separator: "\n")
    return lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.map(String.init)
  }

  @Test func `a start with a clock 400 days ahead delays everything irreversible`() async throws {
    let hub = try await hub(daysAgo: 400)
    defer { hub.end() }
    #expect(try await metric("deadwax_clock_believed", of: hub) == "0")
    for job in ["hold-expiry", "anonymise", "reminders", "label-sheets", "kept-answers", "erasure"] {
      #expect(try await metric("deadwax_job_waiting{job=\"\(job)\"}", of: hub) == "1", "\(job)")
      #expect(
        try await metric("deadwax_job_last_success_timestamp_seconds{job=\"\(job)\"}", of: hub) == "0", "\(job)")
    }
    try await hub.hub.line(on: .error) { $0.contains("--accept-clock") }
    // The station continues to work.
    #expect(try await hub.post("/api/v1/scans", #"{"code":"after"}"#).status == 201)
    // Scans made meanwhile are no evidence for the clock.
    try await hub.killHubAndStartAgain()
    #expect(try await metric("deadwax_clock_believed", of: hub) == "0")
  }

  @Test func `an accepted day makes the clock trusted, and the first minutes still pass`()
    async throws
  {
    let today = String(Timestamp.now().description.prefix(10))
    let hub = try await hub(daysAgo: 400, ["--accept-clock", today])
    defer { hub.end() }
    #expect(try await metric("deadwax_clock_believed", of: hub) == "1")
    for job in ["hold-expiry", "anonymise", "reminders", "label-sheets", "kept-answers", "erasure"] {
      #expect(try await metric("deadwax_job_waiting{job=\"\(job)\"}", of: hub) == "1", "\(job)")
    }
  }

  @Test func `a hub that was off for a week continues`() async throws {
    let hub = try await hub(daysAgo: 7)
    defer { hub.end() }
    #expect(try await metric("deadwax_clock_believed", of: hub) == "1")
  }
}
