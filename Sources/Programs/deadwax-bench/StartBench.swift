internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import Log
internal import Secrets
internal import Storage
internal import Threads

/// A benchmark of a hub with a large database: its start, and the replicas it sends to six stations at once.
enum StartBench {
  private static let stations = ["one", "two", "three", "four", "five", "six"]

  static func run(_ options: LendingOptions) throws {
    let library = LibraryCache.library(options.size, seed: options.seed)
    let bench = try Workbench("start")
    let data = bench.folder + "/hub"
    BenchProgress.step("making a library of \(library.size.copies) copies, which takes minutes")
    try LibraryCache(folder: options.shelf).provide(library, in: data)
    let tokens = try stations.map { try BenchToken.insert(into: data, name: $0, role: "station") }
    let size = (try FileManager.default.attributesOfItem(atPath: data + "/deadwax.sqlite")[.size] as? Int) ?? 0
    print("  the database has \(size >> 20) MiB")
    BenchProgress.step("starting")
    var starts: [Double] = []
    for _ in 0..<5 {
      let hub = try start(bench, &starts)
      bench.stop(hub.process)
    }
    report("start to ready", starts)
    BenchProgress.step("starting after kills")
    starts = []
    for _ in 0..<3 {
      let hub = try start(bench, &starts)
      try scan(50, hub.port)
      kill(hub.process.processIdentifier, SIGKILL)
      hub.process.waitUntilExit()
    }
    starts.removeFirst()
    let hub = try start(bench, &starts)
    report("start to ready after kill -9", starts)
    BenchProgress.step("waiting for the check")
    try waitForCheck(hub)
    BenchProgress.step("requesting replicas")
    try request(tokens, hub, "six stations at once, without digests")
    try request(tokens, hub, "six stations at once, with digests   ")
    bench.stop(hub.process)
    try measureStop(bench, tokens)
  }

  /// Measures a stop while replicas are being made. Every request is answered, and the stop does not wait for the
  /// replicas.
  private static func measureStop(_ bench: Workbench, _ tokens: [String]) throws {
    BenchProgress.step("stopping while digests are computed")
    var times: [Double] = []
    let answered = Locked<[String]>([])
    for delay in [100_000, 500_000, 1_000_000, 2_000_000] as [UInt32] {
      var starts: [Double] = []
      let hub = try start(bench, &starts)
      let lanes = zip(stations, tokens).map { name, token in
        DedicatedThread("asking") {
          // Requests that are in progress when a hub stops may succeed or fail, and are not counted.
          do { _ = try replica(name, token, hub.port) } catch { answered.withLock { $0.append("\(error)") } }
        }
      }
      usleep(delay)
      let begin = seconds()
      bench.stop(hub.process)
      times.append(seconds() - begin)
      for lane in lanes { lane.join() }
      guard hub.process.terminationStatus == 0 else {
        throw BenchFailure("the hub ended with \(hub.process.terminationStatus) while six stations asked")
      }
    }
    let refused = answered.withLock { $0.count }
    print("  of \(times.count * stations.count) questions to a hub that stops \(refused) were refused or cut off")
    let most = times.max() ?? .nan
    print(
      String(format: "  stop while six ask, after 0.1 to 2 s  slowest %6.2f s   (goal: 2 s) ", most)
        + Figure.met(most <= 2))
  }

  private static func start(_ bench: Workbench, _ times: inout [Double]) throws -> (process: Process, port: Int) {
    let start = seconds()
    let hub = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"], demo: false)
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    while (try? client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(hub.port)/readyz")))?.status != 200 {
      guard seconds() - start < 60 else { throw BenchFailure("the hub did not become ready within 60 s") }
      usleep(2000)
    }
    times.append((seconds() - start) * 1000)
    return hub
  }

  private static func report(_ what: String, _ times: [Double]) {
    let sorted = times.sorted()
    let most = sorted.last ?? .nan
    print(
      """
        \(what.padding(toLength: 32, withPad: " ", startingAt: 0)) p50 \(Figure.milliseconds(Figure.median(sorted)))  \
      slowest \(Figure.milliseconds(most))   (\(times.count) starts; goal: 500 ms) \(Figure.met(most <= 500))
      """)
  }

  private static func scan(_ count: Int, _ port: Int) throws {
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    for number in 0..<count {
      let body = Array(#"{"code":"start-\#(number)"}"#.utf8)
      let answer = try client.send(
        HTTPClientRequest(
          .post, "http://127.0.0.1:\(port)/api/v1/scans", headers: ["content-type": "application/json"], body: body))
      guard answer.status == 201 else { throw BenchFailure("a scan was answered \(answer.status)") }
    }
  }

  private static func waitForCheck(_ hub: (process: Process, port: Int)) throws {
    let begin = seconds()
    let processor = ProcessorTime.microseconds(of: hub.process.processIdentifier)
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    while seconds() - begin < 600 {
      let text = try client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(hub.port)/readyz")).text
      if text.contains(#""check":{"state":"sound""#) {
        let used = ProcessorTime.microseconds(of: hub.process.processIdentifier) - processor
        return print(
          String(
            format: "  check of the whole file beside it  %7.2f s   (%.1f s of a processor)", seconds() - begin,
            used / 1e6))
      }
      guard !text.contains(#""state":"damaged""#) else { throw BenchFailure("the check calls the library damaged") }
      if let percent = text.firstRange(of: #""percent":"#) {
        BenchProgress.at("\(text[percent.upperBound...].prefix { $0.isNumber }) per cent")
      }
      usleep(100_000)
    }
    throw BenchFailure("the check did not end within 600 s")
  }

  /// The answers that a station received, with their times.
  private struct StationAnswers: Sendable {
    var bytes = 0
    /// The time in seconds from the first request to the first and to the last byte.
    var first = Double.nan
    var last = Double.nan
    /// The refusals before the successful response.
    var refusals: [String] = []
  }

  /// The time in seconds for which a refused station retries.
  private static let patience = 300.0

  private static func replica(_ name: String, _ token: String, _ port: Int) throws -> StationAnswers {
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    let begin = seconds()
    var reported = StationAnswers()
    while true {
      let answer = try client.stream(
        HTTPClientRequest(
          .get, "http://127.0.0.1:\(port)/api/v1/stations/\(name)/replica",
          headers: ["authorization": "Bearer \(token)"]), silenceLimit: .seconds(120)
      ) { bytes in
        if reported.bytes == 0 { reported.first = seconds() - begin }
        reported.bytes += bytes.count
        return true
      }
      reported.last = seconds() - begin
      if answer.status == 200 { return reported }
      let refusal = String(
        format: "%@ was answered %d after %.1f s: %@", name, answer.status, reported.last, answer.text)
      // As a station does: a replica that is still being made is available at the next attempt.
      guard [429, 503].contains(answer.status), reported.last < patience else { throw BenchFailure(refusal) }
      reported.refusals.append(refusal)
      sleep(5)
    }
  }

  private static func request(
    _ tokens: [String], _ hub: (process: Process, port: Int), _ what: String
  ) throws {
    let process = hub.process.processIdentifier
    let processor = ProcessorTime.microseconds(of: process)
    let memory = Workbench.residentKilobytes(of: process)
    Workbench.forgetPeak(of: process)
    let answers = Locked<[Result<StationAnswers, any Error>]>([])
    let lanes = zip(stations, tokens).map { name, token in
      DedicatedThread("station") {
        let answer = Result { try replica(name, token, hub.port) }
        answers.withLock { $0.append(answer) }
      }
    }
    for lane in lanes { lane.join() }
    let used = ProcessorTime.microseconds(of: process) - processor
    let all = answers.withLock { $0 }
    for case .failure(let error) in all { print("  \(what): \(error)") }
    let reported = all.compactMap { try? $0.get() }
    for refusal in reported.flatMap(\.refusals) { print("  \(what): \(refusal)") }
    guard reported.count == tokens.count else {
      throw BenchFailure("\(tokens.count - reported.count) of \(tokens.count) stations had no replica")
    }
    print(
      String(
        format: """
            %@  first byte %.2f to %.2f s, whole %.2f to %.2f s   (%.1f MB each; %.2f s of a processor; memory %d MB, \
          %d MB at most)
          """, what, reported.map(\.first).min() ?? .nan, reported.map(\.first).max() ?? .nan,
        reported.map(\.last).min() ?? .nan,
        reported.map(\.last).max() ?? .nan, Double(reported[0].bytes) / 1e6, used / 1e6, memory >> 10,
        Workbench.peakKilobytes(of: process) >> 10))
  }
}
