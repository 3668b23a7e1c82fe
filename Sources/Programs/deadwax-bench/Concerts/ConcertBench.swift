internal import Concerts
internal import Deadwax
internal import Foundation
internal import Log
internal import Storage
internal import Threads

/// A benchmark of the import of a concert package: as the hub does it, beside the plain way with one statement and one
/// transaction for each row. Both read the package in the same way and write the same rows.
enum ConcertBench {
  private static let (shows, recordings) = (2400, 16_000)
  private static let rounds = 3
  /// The largest part of the time of the plain way that an import may take.
  private static let goal = 0.2
  /// The longest time in milliseconds that the counter may wait.
  private static let longest = 50.0

  static func run() throws {
    let bench = try Workbench("concerts")
    let package = try ConcertRecords(shows: shows, recordings: recordings).package()
    print(
      """
      concerts: the import of \(shows) shows and \(recordings) recordings from a package of \(package.count / 1024) KiB, \
      median of \(rounds) rounds that take turns; WAL, synchronous=FULL on this disk
      """)
    var (ours, again, plain, waits) = ([Double](), [Double](), [Double](), [Double]())
    for round in 1...rounds {
      BenchProgress.step("concerts, round \(round) of \(rounds)")
      let own = try Library(folder: bench.folder, name: "own-\(round)")
      let reading = try own.imported(package)
      ours.append(reading.total)
      let watch = WriteWatch(own.database)
      again.append(try own.imported(package).total)
      waits.append(watch.end() * 1000)
      let other = try Library(folder: bench.folder, name: "plain-\(round)")
      plain.append(reading.reading + (try other.store(own)))
      guard try own.counts() == other.counts() else { throw BenchFailure("the two ways stored different rows") }
      own.close()
      other.close()
    }
    let (mine, theirs) = (Figure.median(ours), Figure.median(plain))
    print("  an import into an empty catalogue     \(Figure.milliseconds(mine * 1000))")
    print("  the same package once more            \(Figure.milliseconds(Figure.median(again) * 1000))")
    let wait = Figure.median(waits)
    print(
      "  the longest wait of another write     \(Figure.milliseconds(wait))   (goal: \(longest) ms, \(Figure.met(wait <= longest)))"
    )
    print("  the plain way, row by row             \(Figure.milliseconds(theirs * 1000))")
    print(
      """
        an import against the plain way       \(Figure.ratio(mine / theirs))   (goal: at most \(goal), \
      \(Figure.met(mine / theirs <= goal)))
      """)
  }

  /// A library on the disk, with its imports.
  private final class Library {
    let database: Database
    let imports: ConcertImports

    init(folder: String, name: String) throws {
      database = try Database(
        path: "\(folder)/\(name).sqlite", migrations: Migration.all, logger: .silent,
        newestSequence: EventJournal.newestSequence)
      imports = ConcertImports(database: database, folder: folder, prepare: {}, logger: .silent)
    }

    func close() {
      imports.stop()
      database.close()
    }

    /// Imports a package.
    ///
    /// - Returns: the seconds of reading it, and those from its arrival to the last commit.
    func imported(_ package: [UInt8]) throws -> (reading: Double, total: Double) {
      let start = seconds()
      let begun = try imports.begin(try imports.received(package), id: nil)
      imports.settle()
      let read = seconds() - start
      _ = try imports.apply(begun.id)
      imports.settle()
      let total = seconds() - start
      let view = try imports.view(begun.id)
      guard view.phase == .done, view.shows == shows, view.recordings == recordings else {
        throw BenchFailure("the import ended as \(view.phase): \(view.fault?.description ?? "")")
      }
      return (read, total)
    }

    /// Writes the rows of another library, each in a transaction of its own.
    ///
    /// - Returns: the seconds of the writes.
    func store(_ other: Library) throws -> Double {
      let (shows, recordings) = try other.database.read { reading in
        let shows = try reading.showIDs().compactMap { try reading.show($0.id) }
        return (shows, try shows.flatMap { try reading.recordings(ofShow: $0.id) })
      }
      let start = seconds()
      for show in shows {
        try database.write { try $0.store(show) }
        let text = ([show.date, show.venue, show.city ?? "", show.country] + show.members + show.songs).joined(
          separator: " ")
        try database.write { try $0.addShowSearch(show.id, text) }
      }
      for recording in recordings { try database.write { try $0.insert(recording) } }
      return seconds() - start
    }

    func counts() throws -> [Int?] {
      try database.read {
        [try $0.showTotal(ShowFilter()), try $0.recordingStatistics().reduce(0) { $0 + $1.recordings }]
      }
    }
  }
}
