import Deadwax
import HTTPClient
import Lookup
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the whole queue with a Discogs that misbehaves in every way, on a clock that waits for nothing.
@Suite(.timeLimit(.minutes(20)))
struct HostileQueueTests {
  /// The ways in which Discogs misbehaves.
  private enum Fault: Int, CaseIterable, Sendable {
    case storm, stormWithDelay, refusedToken, page, gatewayPage, half, empty, silence, elsewhere, loop, huge, cutOff
    case queryTime, maintenance, lyingLimit

    /// The response, and the time until it ends.
    var response: (response: Result<HTTPClientResponse, HTTPClientError>, takes: Duration) {
      switch self {
      case .storm: (Self.answer(429, #"{"message":"You are making requests too quickly."}"#), .zero)
      case .stormWithDelay: (Self.answer(429, "{}", ["Retry-After": "7"]), .zero)
      case .refusedToken: (Self.answer(401, #"{"message":"Invalid consumer token."}"#), .zero)
      case .page: (Self.answer(200, "<html><body>Maintenance</body></html>"), .zero)
      case .gatewayPage: (Self.answer(403, "<!DOCTYPE html><html><title>Just a moment...</title></html>"), .zero)
      case .half: (Self.answer(200, #"{"pagination":{"items":1},"results":[{"id":7,"ti"#), .zero)
      case .empty: (Self.answer(200, ""), .zero)
      case .silence: (.failure(.timeout(.answering)), .seconds(15))
      case .elsewhere: (Self.answer(302, "", ["Location": "https://elsewhere.example/releases/7"]), .zero)
      case .loop: (Self.answer(301, "", ["Location": "/round/and/round"]), .zero)
      case .huge: (.failure(.tooLarge(.body, limit: 8 << 20)), .seconds(9))
      case .cutOff: (.failure(.cutOff), .seconds(1))
      case .queryTime: (Self.answer(500, #"{"message":"Query time exceeded."}"#), .seconds(5))
      case .maintenance: (Self.answer(503, "<html>"), .zero)
      // An error with a limit and a remainder that cannot be.
      case .lyingLimit:
        (
          Self.answer(502, "<html>", ["X-Discogs-Ratelimit": "9000", "x-discogs-ratelimit-remaining": "-3"]),
          .milliseconds(1)
        )
      }
    }

    private static func answer(
      _ status: Int, _ body: String, _ headers: HTTPClientHeaders = [:]
    ) -> Result<HTTPClientResponse, HTTPClientError> {
      .success(HTTPClientResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  @Test func `every scan is filled in, no minute has more requests than allowed, and nothing is asked twice`()
    async throws
  {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let count = 200
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("hostile queue: seed \(seed)")
    let random = Locked(SeededRandom(seed: seed))
    let sent = Locked<[Fault: Int]>([:])
    catalogue.outside.withLock { outside in
      outside.fault = { path in
        random.withLock { random in
          // A token that was refused is accepted when it is checked.
          let isRound = path.hasPrefix("/round")
          guard isRound || path != "/oauth/identity" && Bool.random(using: &random) else { return nil }
          // A redirect to the same host is followed at once; it must end.
          let fault = isRound ? Fault.loop : Fault.allCases.randomElement(using: &random) ?? .storm
          sent.withLock { $0[fault, default: 0] += 1 }
          return fault.response
        }
      }
    }
    let service = catalogue.service(database)
    defer { service.stop() }
    var releases: [Release.ID] = []
    for number in 1...count { releases.append(try database.scan(number)) }
    service.wake()
    var jumps = SeededRandom(seed: seed &+ 1)
    try await eventually(within: .seconds(900), pause: .milliseconds(20), "all releases to be filled in") {
      // Time passes, and now and then the wall clock jumps.
      catalogue.advance(.seconds(30))
      if Int.random(in: 0..<10, using: &jumps) == 0 {
        let shift = [-400 * 86_400, -3600, 0, 0, 90, 86_400, 400 * 86_400].randomElement(using: &jumps) ?? 0
        catalogue.outside.withLock { $0.shift = .seconds(shift) }
      }
      return try database.jobs(.done) == count
    }
    #expect(try database.read { try $0.lookupCounts() } == [.done: count])
    for (index, id) in releases.enumerated() {
      let release = try #require(try database.read { try $0.release(id) })
      #expect(release.status == .resolved && release.title == "Title \(index + 1)", "\(release), seed \(seed)")
    }
    let (requests, faults) = (catalogue.outside.withLock { $0.arrivals.count }, sent.withLock { $0 })
    #expect(Set(faults.keys) == Set(Fault.allCases), "a fault did not occur, seed \(seed)")
    #expect(catalogue.fullest <= 55, "seed \(seed)")
    // The searches of one barcode differ; a record is fetched once.
    let fetched = catalogue.answered.filter { $0.hasPrefix("/releases/") }
    #expect(fetched.count == count && Set(fetched).count == count, "seed \(seed)")
    print("hostile queue: \(requests) requests, \(faults.values.reduce(0, +)) faults")
  }
}
