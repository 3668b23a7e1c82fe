internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import Threads

/// A benchmark of the counter while 100,000 copies are changed as one, and while that change is undone.
enum BulkBench {
  /// The most copies of one bulk change.
  private static let most = 100_000
  /// The pace of a busy library.
  private static let perSecond = 50
  /// The duration of a round of scans in seconds. The state of the bulk change is looked at between rounds.
  private static let round = 2
  /// The largest acceptable 99th percentile of the counter, in milliseconds.
  private static let goal = 50.0

  static func run(_ options: LendingOptions) throws {
    let size = options.size.copies > most ? options.size.scaled(toCopies: most) : options.size
    let library = LibraryCache.library(size, seed: options.seed)
    let bench = try Workbench("bulk")
    let data = bench.folder + "/hub"
    BenchProgress.step("making a library of \(size.copies) copies")
    try LibraryCache(folder: options.shelf).provide(library, in: data)
    let token = try BenchToken.insert(into: data, name: "bench", role: "staff")
    let hub = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"], demo: false)
    let staff = StaffClient(client: BenchClient(address: "http://127.0.0.1:\(hub.port)/api/v1", token: token))
    print("bulk: \(size.copies) copies get a shelf mark, while 8 stations scan \(perSecond) codes a second")
    let preview = try staff.preview()
    var load = try StationLoad(StationScript.lending(library), port: hub.port)
    _ = load.prepare()
    BenchProgress.step("scanning alone")
    report(load.run(perSecond, for: 5 * round), "alone                 ", after: nil)

    BenchProgress.step("changing the copies")
    var start = seconds()
    var view = try staff.send(
      .post, "/bulk-changes/\(preview.id)/apply", #"{"plan":"\#(preview.plan ?? "")","skipsRefused":true}"#)
    var times = StationLoad.Result()
    while view.state == "applying" {
      times.add(load.run(perSecond, for: round))
      BenchProgress.at("\(view.percent) %")
      view = try staff.send(.get, "/bulk-changes/\(preview.id)", nil)
    }
    guard view.state == "applied", let change = view.change else {
      throw BenchFailure("the bulk change is \(view.state): \(view.fault ?? "")")
    }
    report(times, "during the change     ", after: seconds() - start)

    BenchProgress.step("undoing it")
    start = seconds()
    let undone = Locked<Result<Void, any Error>?>(nil)
    let undoing = DedicatedThread("undoing") {
      let result = Result { try staff.undo(change) }
      undone.withLock { $0 = result }
    }
    times = StationLoad.Result()
    while undone.withLock({ $0 == nil }) { times.add(load.run(perSecond, for: round)) }
    undoing.join()
    try undone.withLock { $0 }?.get()
    report(times, "during its undo       ", after: seconds() - start)
    load.end()
    bench.stop(hub.process)
  }

  /// The requests of a member of staff.
  private struct StaffClient: Sendable {
    let client: BenchClient

    struct View: Decodable {
      var id: String
      var state: String
      var percent: Int
      var plan: String?
      var fault: String?
      var change: String?
    }

    func undo(_ change: String) throws { _ = try client.answer(.post, "/changes/\(change)/undo", Array("{}".utf8)) }

    func send(_ method: HTTPClientRequest.Method, _ path: String, _ body: String?) throws -> View {
      try JSONDecoder().decode(View.self, from: Data(try client.answer(method, path, body.map { Array($0.utf8) })))
    }

    /// Makes the preview. The search index of a new library is built first.
    func preview() throws -> View {
      let order = #"{"action":"edit","query":"added:..2999","copy":{"shelfMark":"BENCH"}}"#
      let start = seconds()
      while true {
        BenchProgress.step("making the preview")
        var view = try send(.post, "/bulk-changes", order)
        while view.state == "checking" {
          usleep(100_000)
          view = try send(.get, "/bulk-changes/\(view.id)", nil)
        }
        if view.state == "ready" { return view }
        guard seconds() - start < 1800 else { throw BenchFailure("no preview: \(view.fault ?? view.state)") }
        BenchProgress.step("waiting for the search index")
        sleep(5)
      }
    }
  }

  private static func report(_ result: StationLoad.Result, _ what: String, after duration: Double?) {
    let times = result.times.sorted()
    let (half, most) = (Figure.percentile(times, 0.5), Figure.percentile(times, 0.99))
    let whole = duration.map { String(format: " of %.0f s", $0) } ?? ""
    print(
      """
        \(what) p50 \(Figure.milliseconds(half))  p99 \(Figure.milliseconds(most))  slowest \
      \(Figure.milliseconds(times.last ?? .nan))   (\(times.count) scans\(whole); goal: p99 50 ms) \
      \(Figure.met(most <= goal))
      """)
    if result.lost > 0 { print("    \(result.lost) not answered") }
    if !result.unexpected.isEmpty { print("    not as expected: \(result.unexpected)") }
  }
}

extension StationLoad.Result {
  /// Adds the scans of another round.
  mutating func add(_ other: Self) {
    times += other.times
    answered += other.answered
    unexpected.merge(other.unexpected, uniquingKeysWith: +)
    lost += other.lost
  }
}
