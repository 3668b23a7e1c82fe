internal import BareInsert
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import Lending
internal import Log
internal import Scanning
internal import Storage
internal import Threads

/// A benchmark of lending in a library of a million copies. It measures the time from a presented code to the committed
/// outcome, at the pace of a busy library and at ten times that. Afterwards it compares the answers with the history.
enum LendingBench {
  static func run(_ options: LendingOptions) throws {
    let library = LibraryCache.library(options.size, seed: options.seed)
    print(
      """
      lending: \(library.size.copies) copies of \(library.size.releases) releases, \(library.size.borrowers) borrowers, \
      \(library.size.openLoans) open loans and \(library.size.pastLoans) past ones; seed \(library.seed)
      """)
    let bench = try Workbench("lending")
    let data = bench.folder + "/hub"
    try LibraryCache(folder: options.shelf).provide(library, in: data)
    let size = (try FileManager.default.attributesOfItem(atPath: data + "/deadwax.sqlite")[.size] as? Int) ?? 0
    print("  the database has \(size >> 20) MiB")
    try bareFigures(bench)
    var hub = try start(bench, "start to ready                ")
    Thread.sleep(forTimeInterval: 3)
    memory(hub.process, "hub, idle                     ")
    try PageLoad(library: library, port: hub.port).run()
    memory(hub.process, "hub, after the pages          ")

    var load = try StationLoad(StationScript.lending(library), port: hub.port)
    var answered = load.prepare().answered
    let busy = load.run(50, for: options.duration)
    report(busy, "50 scans a second from 8 stations for \(options.duration) s", halfGoal: 5, mostGoal: 50)
    memory(hub.process, "hub, after it                 ")
    let burst = load.run(500, for: options.burst)
    report(burst, "500 scans a second for \(options.burst) s", halfGoal: nil, mostGoal: nil)
    memory(hub.process, "hub, after it                 ")
    load.end()
    answered += busy.answered + burst.answered
    // As after a power cut: every answered scan must still be stored.
    kill(hub.process.processIdentifier, SIGKILL)
    hub.process.waitUntilExit()
    hub = try start(bench, "start to ready after kill -9  ")
    bench.stop(hub.process)
    let lost = busy.lost + burst.lost
    try count(answered, lost: lost, in: data, library)
    try inProcess(data, library, turns: options.duration)
    guard lost == 0, busy.unexpected.isEmpty, burst.unexpected.isEmpty else {
      throw BenchFailure("some scans have an unexpected outcome")
    }
  }

  // MARK: - Reference figures

  private static func bareFigures(_ bench: Workbench) throws {
    var syncs = [Double](repeating: 0, count: 500)
    let error = bare_sync_times(bench.folder + "/sync", Int32(syncs.count), &syncs)
    guard error == 0 else { throw BenchFailure("fdatasync failed with error \(error)") }
    syncs.sort()
    let rate = bare_insert_rate(bench.folder + "/bare.sqlite", 1000, 1)
    guard rate > 0 else { throw BenchFailure("SQLite answered \(-rate)") }
    print(
      """
        bare: fdatasync of the disk       p50 \(Figure.milliseconds(Figure.percentile(syncs, 0.5)))  \
      p99 \(Figure.milliseconds(Figure.percentile(syncs, 0.99)));  one SQLite insert and commit \
      \(Figure.milliseconds(1000 / rate))
      """)
  }

  private static func start(_ bench: Workbench, _ what: String) throws -> (process: Process, port: Int) {
    let start = seconds()
    let hub = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"], demo: false)
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    while (try? client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(hub.port)/readyz")))?.status != 200 {
      guard seconds() - start < 60 else { throw BenchFailure("the hub did not become ready within 60 s") }
      usleep(2000)
    }
    let time = seconds() - start
    print(String(format: "  %@  %7.2f s    (goal: 2 s) %@", what, time, Figure.met(time <= 2)))
    return hub
  }

  private static func memory(_ process: Process, _ what: String) {
    let megabytes = Double(Workbench.residentKilobytes(of: process.processIdentifier)) / 1024
    print(String(format: "  %@  %7.1f MB   (goal: 200 MB) %@", what, megabytes, Figure.met(megabytes < 200)))
  }

  // MARK: - Results

  private static func report(_ result: StationLoad.Result, _ what: String, halfGoal: Double?, mostGoal: Double?) {
    let (half, most) = (Figure.percentile(result.times, 0.5), Figure.percentile(result.times, 0.99))
    var line = "  \(what): p50 \(Figure.milliseconds(half))  p99 \(Figure.milliseconds(most))"
    line += "  slowest \(Figure.milliseconds(result.times.last ?? .nan))"
    if let halfGoal, let mostGoal {
      line += "   (goal: \(Int(halfGoal)) and \(Int(mostGoal)) ms) \(Figure.met(half <= halfGoal && most <= mostGoal))"
    }
    print(line)
    for work in StationScript.Work.allCases {
      guard let times = result.timesByWork[work] else { continue }
      let name = work.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0)
      print(
        """
            \(name) p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))  \
        p99 \(Figure.milliseconds(Figure.percentile(times, 0.99)))   (\(times.count) times)
        """)
    }
    print(
      String(
        format: "    %d answered in %.1f s, at most %d waiting, %d not answered", result.answered.count, result.seconds,
        result.backlog, result.lost))
    if !result.unexpected.isEmpty { print("    not as expected: \(result.unexpected)") }
  }

  /// Looks up every answered scan in the database, and counts the loans.
  private static func count(
    _ answered: [(id: Reading.ID, outcome: String)], lost: Int, in data: String, _ library: BigLibrary
  ) throws {
    let database = try openDatabase(data)
    defer { database.close() }
    let (missing, different, rows, open) = try database.read { reading in
      var missing = 0
      var different = 0
      for (id, outcome) in answered {
        guard let scan = try reading.scan(id) else {
          missing += 1
          continue
        }
        if scan.outcome.code.rawValue != outcome { different += 1 }
      }
      // The rows of the history are numbered consecutively and never deleted.
      let newest = try reading.scans(before: nil, station: nil, outcome: nil, limit: 1).first
      return (missing, different, Int(newest?.sequence ?? 0), try reading.openLoans())
    }
    let lent = answered.count { $0.outcome == "checked-out" }
    let back = answered.count { $0.outcome.hasPrefix("returned") }
    let distinct = Set(answered.map(\.id)).count
    print(
      """
        the history has \(rows) scans for \(answered.count) answers: \(missing) missing, \(different) with another outcome, \
      \(rows - distinct) too many
        the books: \(library.size.openLoans) open + \(lent) lent - \(back) returned = \
      \(library.size.openLoans + lent - back); the database has \(open)
      """)
    guard missing == 0, different == 0, distinct == answered.count, (0...lost).contains(rows - distinct),
      abs(open - (library.size.openLoans + lent - back)) <= lost
    else { throw BenchFailure("the history differs from the responses") }
  }

  /// Measures the same scans without HTTP: the time of the station's logic alone.
  private static func inProcess(_ data: String, _ library: BigLibrary, turns: Int) throws {
    let database = try openDatabase(data)
    defer { database.close() }
    let scans = ScanService(
      database: database, library: LibraryPolicy(), isClockRight: { true }, logger: .silent, published: {})
    var scripts = StationScript.lending(library, isLater: true)
    var times: [Double] = []
    for round in 0...min(turns, 60) * 6 {
      for index in scripts.indices {
        let code = round == 0 ? scripts[index].start : scripts[index].next()
        guard let station = Station.Name(scripts[index].name + "-b") else { continue }
        let start = seconds()
        let done = Latch()
        scans.accept(
          Reading(id: .new(at: .now()), at: .now(), symbology: .typed, text: code.text), station: station, reader: nil
        ) { _ in done.raise() }
        done.wait()
        if round > 0 { times.append((seconds() - start) * 1000) }
      }
    }
    times.sort()
    print(
      """
        without HTTP, one after the other: p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))  \
      p99 \(Figure.milliseconds(Figure.percentile(times, 0.99)))   (\(times.count) scans)
      """)
  }

  private static func openDatabase(_ data: String) throws -> Database {
    try Database(
      path: data + "/deadwax.sqlite", migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence
    )
  }
}
