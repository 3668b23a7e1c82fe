internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import Lending
internal import Log
internal import Lookup
internal import Scanning
internal import Storage
internal import Threads

/// A benchmark from a scan of an unknown barcode to its answer, while the look-ups meet a hostile Discogs, beside the
/// same without look-ups.
enum LookupBench {
  private static let count = 2000
  private static let turns = 20

  static func run() throws {
    let bench = try Workbench("lookup")
    let hostile = HostileCatalogue()
    let quiet = try AddingStation(bench.folder + "/quiet.sqlite", wake: {})
    let database = try Database(
      path: bench.folder + "/hostile.sqlite", migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    let lookup = LookupService(
      database: database, client: hostile.client, logger: .silent, surroundings: hostile.surroundings, published: {})
    let busy = AddingStation(database, wake: { lookup.wake() })
    defer {
      hostile.isHeld.withLock { $0 = false }
      lookup.stop()
      busy.database.close()
      quiet.database.close()
    }
    try busy.begin()
    try quiet.begin()
    var (without, with): ([Double], [Double]) = ([], [])
    // The measurements alternate, so that both meet the same state of the disk.
    for turn in 0..<turns {
      hostile.isHeld.withLock { $0 = true }
      without += try quiet.scan(turn * count / turns, count / turns)
      hostile.isHeld.withLock { $0 = false }
      with += try busy.scan(turn * count / turns, count / turns)
    }
    hostile.isHeld.withLock { $0 = true }
    let requests = hostile.requests.withLock { $0 }
    print(
      "lookup: \(count) scans of unknown barcodes, one at a time; \(requests) requests to a hostile Discogs meanwhile")
    print(
      """
        (429 with and without a delay, 401, silence, half answers, HTML, redirects elsewhere, bodies over the limit,
         broken connections, jumps of the clock; no pause between them)
      """)
    for (name, times) in [("without look-ups              ", without), ("while Discogs is hostile      ", with)] {
      let sorted = times.sorted()
      print(
        """
          \(name) p50 \(Figure.milliseconds(Figure.percentile(sorted, 0.5)))  \
        p99 \(Figure.milliseconds(Figure.percentile(sorted, 0.99)))  max \(Figure.milliseconds(sorted.last ?? .nan))
        """)
    }
    let above = Figure.percentile(with.sorted(), 0.99) - Figure.percentile(without.sorted(), 0.99)
    print("  p99 above that without look-ups \(Figure.milliseconds(above))   (goal: 10 ms at most)")
  }

  /// The scans of one hub in mode add.
  private struct AddingStation {
    let database: Database
    let scans: ScanService

    init(_ database: Database, wake: @escaping @Sendable () -> Void) {
      self.database = database
      scans = ScanService(
        database: database, library: LibraryPolicy(), isClockRight: { true }, logger: .silent, published: {},
        lookupWanted: wake)
    }

    init(_ path: String, wake: @escaping @Sendable () -> Void) throws {
      self.init(
        try Database(
          path: path, migrations: Migration.all, logger: .silent, newestSequence: EventJournal.newestSequence),
        wake: wake)
    }

    func begin() throws { _ = try answer(Command.add.code.description, .typed) }

    /// Scans barcodes that the library does not have, and returns the times of their answers in milliseconds.
    func scan(_ first: Int, _ count: Int) throws -> [Double] {
      try (first..<first + count).map { number in
        let start = seconds()
        let code = try answer(LookupBench.barcode(number), .ean13)
        guard code == .addedUnresolved else { throw BenchFailure("a scan was answered with \(code.rawValue)") }
        return (seconds() - start) * 1000
      }
    }

    private func answer(_ text: String, _ symbology: Symbology) throws -> Outcome.Code {
      let answered = Monitor<Result<ScanService.Accepted, any Error>?>(nil)
      scans.accept(
        Reading(id: .new(at: .now()), at: .now(), symbology: symbology, text: text), station: .hubStation,
        reader: "camera"
      ) { result in answered.update { $0 = result } }
      return try answered.wait { $0 }.get().view.scan.outcome.code
    }
  }

  /// Returns an EAN-13.
  private static func barcode(_ number: Int) -> String {
    let digits = "401" + String(format: "%09d", number)
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }
}

/// A Discogs that never answers properly, on a clock that skips every wait, so that requests follow without a pause.
private final class HostileCatalogue: Sendable {
  let requests = Locked(0)
  /// True while nothing is answered, so that the other measurement is alone.
  let isHeld = Locked(true)
  private let elapsed = Locked(Duration.zero)
  /// The error of the wall clock.
  private let shift = Locked(Duration.zero)
  private let start = ContinuousClock.now
  private let began = Timestamp.now()

  var client: DiscogsClient {
    DiscogsClient(
      baseURL: "https://api.example", token: .text("bench"),
      transport: CatalogueTransport { request, _ in self.answer(request.url) },
      gate: RequestGate(
        clock: PacingClock(now: { self.start + self.elapsed.withLock { $0 } }, skip: { wait in self.pass(wait) })),
      cache: nil, now: { self.now }, logger: .silent)
  }

  var surroundings: LookupService.Surroundings {
    // A refused token is tried again at once, so that the other faults follow.
    LookupService.Surroundings(now: { self.now }, poll: .milliseconds(1), recheck: .milliseconds(2))
  }

  /// The time of the look-ups, which runs ahead of the machine's.
  private var now: Timestamp {
    began + (ContinuousClock.now - start) + elapsed.withLock { $0 } + shift.withLock { $0 }
  }

  private func pass(_ time: Duration) { elapsed.withLock { $0 += time } }

  private func answer(_ url: String) -> Result<HTTPClientResponse, HTTPClientError> {
    while isHeld.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
    let number = requests.withLock { count in
      count += 1
      return count
    }
    // The jobs that failed are due again at the next request.
    pass(.seconds(60))
    if number % 97 == 0 { shift.withLock { $0 = .seconds([-86_400, 0, 86_400][number % 3]) } }
    guard !url.hasSuffix("/oauth/identity") else { return Self.response(200, #"{"username": "bench"}"#) }
    switch number % 10 {
    case 0: return Self.response(429, "{}", ["Retry-After": "2"])
    case 1: return Self.response(429, "{}")
    case 2:
      Thread.sleep(forTimeInterval: 0.02)
      return .failure(.timeout(.answering))
    case 3: return Self.response(200, #"{"results": [{"id": 7, "ti"#)
    case 4: return Self.response(403, "<html>")
    case 5: return .failure(.cutOff)
    case 6: return Self.response(302, "", ["Location": "https://elsewhere.example/releases/7"])
    case 7: return .failure(.tooLarge(.body, limit: 8 << 20))
    case 8: return Self.response(401, #"{"message": "Invalid consumer token."}"#)
    default: return Self.response(500, #"{"message": "Query time exceeded."}"#)
    }
  }

  private static func response(
    _ status: Int, _ body: String, _ headers: HTTPClientHeaders = [:]
  ) -> Result<HTTPClientResponse, HTTPClientError> {
    .success(HTTPClientResponse(status: status, headers: headers, body: Array(body.utf8)))
  }
}
