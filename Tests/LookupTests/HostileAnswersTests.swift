import Deadwax
import HTTPClient
import Log
import Lookup
import TestSupport
import Testing
import Threads

/// Tests of the client with a transport that misbehaves, on a clock that waits for nothing.
@Suite(.timeLimit(.minutes(10)))
struct HostileAnswersTests {
  /// A clock that moves only when the gate skips a wait, or a request takes its time.
  private final class Run: Sendable {
    let elapsed = Locked(Duration.zero)
    let arrivals = Locked<[Duration]>([])
    let paths = Locked<[String]>([])
    private let start = ContinuousClock.now

    var clock: PacingClock {
      PacingClock(now: { self.start + self.elapsed.withLock { $0 } }, skip: { wait in self.pass(wait) })
    }

    func pass(_ time: Duration) { elapsed.withLock { $0 += time } }

    /// The most requests in any window of 60 s, as the server counts them.
    var fullest: Int {
      let all = arrivals.withLock { $0 }
      return all.indices.map { first in all[first...].prefix { $0 < all[first] + .seconds(60) }.count }.max() ?? 0
    }
  }

  private func client(
    _ run: Run, cache: AnswerCache? = nil, now: @escaping @Sendable () -> Timestamp = Timestamp.now,
    _ answer: @escaping @Sendable (Int, String) -> Result<HTTPClientResponse, HTTPClientError>
  ) -> DiscogsClient {
    DiscogsClient(
      baseURL: "https://api.example", token: .text("demo"),
      transport: CatalogueTransport { request, _ in
        let number = run.arrivals.withLock { [at = run.elapsed.withLock { $0 }] arrivals in
          arrivals.append(at)
          return arrivals.count
        }
        run.paths.withLock { $0.append(request.url) }
        run.pass(.milliseconds(100))
        return answer(number, request.url)
      }, gate: RequestGate(clock: run.clock), cache: cache, now: now, logger: .silent)
  }

  private static func answer(
    _ status: Int, _ body: String, _ headers: HTTPClientHeaders = [:]
  ) -> Result<HTTPClientResponse, HTTPClientError> {
    .success(HTTPClientResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  private static let record = #"{"id": 7, "title": "A", "status": "Accepted"}"#

  @Test func `no minute, after any answer of the server, holds more requests than allowed`() {
    let run = Run()
    let client = client(run) { number, _ in
      switch number % 9 {
      case 0: Self.answer(429, "{}")
      case 1: Self.answer(429, "{}", ["Retry-After": "1"])
      case 2: Self.answer(200, "<html>")
      case 3: Self.answer(200, #"{"id": 7, "ti"#)
      case 4: .failure(.timeout(.answering))
      case 5: Self.answer(302, "", ["Location": "https://elsewhere.example/releases/7"])
      case 6: .failure(.tooLarge(.body, limit: 16))
      case 7: Self.answer(403, "<html>")
      default: Self.answer(200, Self.record, ["x-discogs-ratelimit": "60", "x-discogs-ratelimit-remaining": "59"])
      }
    }
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    for _ in 0..<1000 { _ = try? client.release(id: 7, priority: .interactive, at: now) }
    #expect(run.arrivals.withLock { $0.count } >= 1000)
    #expect(run.fullest <= 55)
  }

  @Test func `a redirect to another host is not followed, and one to the same host is`() throws {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    for location in ["https://elsewhere.example/a", "//elsewhere.example/a", "https://api.example.evil/a"] {
      let run = Run()
      let client = client(run) { _, _ in Self.answer(302, "", ["Location": location]) }
      #expect(throws: LookupError.invalidResponse(.unavailable(status: 302))) { try client.release(id: 7, at: now) }
      #expect(run.paths.withLock { $0 } == ["https://api.example/releases/7"])
    }
    let run = Run()
    let client = client(run) { number, _ in
      number == 1 ? Self.answer(301, "", ["Location": "/releases/8"]) : Self.answer(200, Self.record)
    }
    #expect(try client.release(id: 7, at: now).id == 7)
    #expect(run.paths.withLock { $0 }.last == "https://api.example/releases/8")
  }

  @Test func `a stored answer is used for six hours, and serves with its own time while Discogs is away`() throws {
    let folder = try TemporaryFolder("deadwax-answers", inMemory: true)
    let clock = Locked(Timestamp(milliseconds: 1_700_000_000_000))
    let isAway = Locked(false)
    let run = Run()
    let client = client(run, cache: AnswerCache(folder: folder.path("answers")), now: { clock.withLock { $0 } }) {
      _, _ in isAway.withLock { $0 } ? .failure(.refused) : Self.answer(200, Self.record)
    }
    let first = clock.withLock { $0 }
    let read = { try client.release(id: 7, at: clock.withLock { $0 }).detail.source?.fetchedAt }
    #expect(try read() == first)
    clock.withLock { $0 = $0 + .seconds(6 * 3600 - 1) }
    #expect(try read() == first)
    #expect(run.arrivals.withLock { $0.count } == 1)
    isAway.withLock { $0 = true }
    clock.withLock { $0 = $0 + .seconds(1) }
    #expect(try read() == first)
    #expect(run.arrivals.withLock { $0.count } == 2)
    isAway.withLock { $0 = false }
    #expect(try read() == clock.withLock { $0 })
  }
}
