internal import BareInsert
internal import Deadwax
internal import Lending
internal import Log
internal import Scanning
internal import Storage
internal import Threads

/// A benchmark from an accepted reading to its committed outcome, compared with one sync of this disk.
enum LatencyBench {
  private static let count = 2000

  static func run() throws {
    let bench = try Workbench("latency")
    let database = try Database(
      path: bench.folder + "/deadwax.sqlite", migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    let scans = ScanService(
      database: database, library: LibraryPolicy(), isClockRight: { true }, logger: .silent, published: {})
    var syncs: [Double] = []
    var outcomes: [Double] = []
    // The measurements alternate, so that both meet the same state of the disk.
    for turn in 0..<20 {
      var milliseconds = [Double](repeating: 0, count: count / 20)
      let error = bare_sync_times(bench.folder + "/sync-\(turn)", Int32(milliseconds.count), &milliseconds)
      guard error == 0 else { throw BenchFailure("fdatasync failed with error \(error)") }
      syncs += milliseconds
      for _ in 0..<count / 20 {
        let start = seconds()
        let done = Latch()
        scans.accept(
          Reading(id: .new(at: .now()), at: .now(), symbology: .ean13, text: "5099902988023"), station: .hubStation,
          reader: "camera"
        ) { _ in done.raise() }
        done.wait()
        outcomes.append((seconds() - start) * 1000)
      }
    }
    syncs.sort()
    outcomes.sort()
    print("latency: one reading at a time, \(count) of them, and as many syncs of 4 KiB in turns on the same disk")
    for (name, times) in [("fdatasync of the disk           ", syncs), ("reading to committed outcome    ", outcomes)] {
      print(
        """
          \(name) p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))  \
        p99 \(Figure.milliseconds(Figure.percentile(times, 0.99)))
        """)
    }
    let above = Figure.percentile(outcomes, 0.99) - Figure.percentile(syncs, 0.99)
    print("  p99 above the disk's own sync    \(Figure.milliseconds(above))   (goal: 10 ms at most)")
  }
}
