import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing
import Threads

/// Tests that kill the real hub repeatedly while it records, and count the stored scans.
@Suite(.timeLimit(.minutes(25)))
struct KillTests {
  @Test func `after a kill every acknowledged scan is stored exactly once`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    var random = SeededRandom(seed: 20_261_120)
    var all: [Reading.ID] = []
    var answeredBeforeKills = 0
    for _ in 1...20 {
      let ids = (0..<1000).map { _ in Reading.ID.new(at: .now()) }
      all += ids
      let killAfter = Int.random(in: 50...900, using: &random)
      let answered = try await Self.sendAll(ids, to: running, killingAfter: killAfter)
      #expect(answered.count >= killAfter)
      answeredBeforeKills += answered.count
      try await running.killHubAndStartAgain()
      // Answered scans are stored before anything is sent again.
      for id in answered {
        let answer = try await running.get("/api/v1/scans/\(id)")
        #expect(answer.status == 200, "scan \(id) was answered and is gone")
      }
      // A client without a response sends again, with the same id.
      let missing = ids.filter { !answered.contains($0) }
      #expect(try await Self.sendAll(missing, to: running, killingAfter: nil).count == missing.count)
    }
    print("kill: 20 kills among 20000 scans, \(answeredBeforeKills) answered before a kill, all of them found")
    running.hub.signal(SIGTERM)
    _ = try await running.hub.exit(within: .seconds(60))
    let database = try Database(
      path: running.folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    let (rows, distinct, events, integrity) = try database.read { reading in
      (
        try reading.first("SELECT count(*) FROM scan") { try $0.integer(0) },
        try reading.first("SELECT count(DISTINCT id) FROM scan") { try $0.integer(0) },
        try reading.first("SELECT count(DISTINCT subject) FROM journal WHERE kind = 'scan.recorded'") {
          try $0.integer(0)
        },
        try reading.first("PRAGMA integrity_check") { try $0.text(0) }
      )
    }
    #expect(rows == Int64(all.count))
    #expect(distinct == rows)
    #expect(events == rows)
    #expect(integrity == "ok")
  }

  /// Sends scans from four lanes, and kills the hub after the given number of responses.
  ///
  /// - Returns: the ids that were answered.
  private static func sendAll(
    _ ids: [Reading.ID], to running: HubUnderTest, killingAfter limit: Int?
  ) async throws -> Set<Reading.ID> {
    let answered = Locked<Set<Reading.ID>>([])
    let url = running.url
    let hub = running.hub
    let lanes = (0..<4).map { lane in
      DedicatedThread("sender \(lane)") {
        let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(60))
        for index in stride(from: lane, to: ids.count, by: 4) {
          let body = #"{"id":"\#(ids[index])","code":"5099902988023"}"#
          let request = HTTPClientRequest(
            .post, url + "/api/v1/scans", headers: ["content-type": "application/json"], body: Array(body.utf8))
          // A persistent connection may break when the hub is killed; then there was no response.
          guard let answer = try? client.send(request), answer.isSuccess else { return }
          let count = answered.withLock { answered in
            answered.insert(ids[index])
            return answered.count
          }
          if count == limit { hub.signal(SIGKILL) }
        }
      }
    }
    await onLane { for lane in lanes { lane.join() } }
    return answered.withLock { $0 }
  }
}

/// Tests that a reader's crash affects no other part.
@Suite(.timeLimit(.minutes(15)))
struct ReaderCrashTests {
  @Test(arguments: ["camera", "nfc"])
  func `the hub answers all the while, and the reader comes back`(name: String) async throws {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    let ear = EventEar(running.url, after: 0)
    var slowest = Duration.zero
    for round in 1...3 {
      let clock = ContinuousClock()
      let start = clock.now
      try killReader(name, of: running)
      var isBack = false
      while !isBack, start.duration(to: clock.now) < .seconds(200) {
        #expect(try await running.get("/healthz").status == 200)
        let reader = try await running.reader(name)
        isBack = reader["restarts"].int == round && reader["state"].text == "ready"
      }
      let took = start.duration(to: clock.now)
      #expect(isBack, "\(name) was not back after \(took)")
      slowest = max(slowest, took)
    }
    print("reader crash: \(name) back after \(slowest) at the slowest of 3")
    // The page is notified: a state that is not ready, and ready again.
    let states = try await eventually(within: .seconds(60), "the page hears that \(name) is ready again") {
      let states = ear.all.filter { $0.kind == "reader.changed" && $0.json["subject"].text == name }
        .compactMap { $0.json["reader"]["state"].text }
      return states.last == "ready" ? states : nil
    }
    #expect(states.contains { $0 != "ready" })
    await ear.stop()
  }
}
