internal import Deadwax
internal import Foundation

/// A benchmark of a table of as many copies as the library is to have: its check, its import as one change, and its export,
/// while stations scan in a library of ten thousand other copies.
enum MovingBench {
  /// The copies that the library has before the import.
  private static let before = 10_000
  /// The pace of a busy library.
  private static let perSecond = 50
  /// The duration of a round of scans in seconds. The state of the import is looked at between rounds.
  private static let round = 2
  /// The goals: lines in a second, and the largest acceptable 99th percentile of the counter in milliseconds.
  private static let goal = (lines: 20_000.0, counter: 50.0)

  static func run(_ options: LendingOptions) throws {
    let rows = options.size.copies
    let library = LibraryCache.library(BigLibrary.Size.big.scaled(toCopies: before), seed: options.seed)
    let bench = try Workbench("moving")
    let data = bench.folder + "/hub"
    BenchProgress.step("making a library of \(before) copies, and a table of \(rows)")
    try LibraryCache(folder: options.shelf).provide(library, in: data)
    let table = MovedTable(rows: rows, seed: options.seed).bytes
    let token = try BenchToken.insert(into: data, name: "bench", role: "admin")
    let hub = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"], demo: false)
    let id = hub.process.processIdentifier
    let admin = MovingClient(address: "http://127.0.0.1:\(hub.port)/api/v1", token: token)
    print(
      """
      moving: a table of \(rows) copies with \(table.count >> 20) MiB, while 8 stations scan \(perSecond) codes a second
        the hub has \(Workbench.residentKilobytes(of: id) / 1024) MiB of memory
      """)
    var load = try StationLoad(StationScript.lending(library), port: hub.port)
    _ = load.prepare()
    BenchProgress.step("scanning alone")
    report(load.run(perSecond, for: 5 * round), "alone            ")

    /// Waits for the end of a step while stations scan.
    func work(
      _ name: String, while state: String, _ begin: () throws -> MovingClient.View
    ) throws -> MovingClient.View {
      BenchProgress.step(name)
      Workbench.forgetPeak(of: id)
      let start = seconds()
      var (view, times) = (try begin(), StationLoad.Result())
      while view.state == state {
        times.add(load.run(perSecond, for: round))
        view = try admin.view(view.id)
        BenchProgress.at("\(view.percent) %")
      }
      figure(name, rows, seconds() - start, of: id)
      report(times, "during the \(name)")
      return view
    }

    let checked = try work("check ", while: "checking") { try admin.send(table) }
    guard checked.state == "ready", let plan = checked.plan else {
      throw BenchFailure("the check ended as \(checked.state): \(checked.fault?.detail ?? "")")
    }
    let applied = try work("import", while: "applying") { try admin.apply(checked.id, plan: plan) }
    guard applied.state == "applied" else {
      throw BenchFailure("the import ended as \(applied.state): \(applied.fault?.detail ?? "")")
    }
    try admin.remove(applied.id)
    BenchProgress.step("export")
    Workbench.forgetPeak(of: id)
    let start = seconds()
    let bytes = try admin.export()
    figure("export", rows + before, seconds() - start, of: id)
    print("  the export has \(bytes >> 20) MiB")
    load.end()
    bench.stop(hub.process)
  }

  private static func figure(_ name: String, _ rows: Int, _ duration: Double, of hub: Int32) {
    let rate = Double(rows) / duration
    print(
      """
        \(name) \(Figure.count(rate)) lines a second, \(String(format: "%.1f s", duration)), memory at most \
      \(Workbench.peakKilobytes(of: hub) / 1024) MiB   (goal: \(Int(goal.lines)) lines a second) \
      \(Figure.met(rate >= goal.lines))
      """)
  }

  private static func report(_ result: StationLoad.Result, _ what: String) {
    let times = result.times.sorted()
    let most = Figure.percentile(times, 0.99)
    print(
      """
        \(what) p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))  p99 \(Figure.milliseconds(most))  slowest \
      \(Figure.milliseconds(times.last ?? .nan))   (\(times.count) scans; goal: p99 50 ms) \
      \(Figure.met(most <= goal.counter))
      """)
    if result.lost > 0 { print("    \(result.lost) not answered") }
    if !result.unexpected.isEmpty { print("    not as expected: \(result.unexpected)") }
  }
}
