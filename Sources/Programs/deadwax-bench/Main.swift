internal import CommandLineArguments
internal import Deadwax
internal import Foundation

/// Benchmarks of a station and the hub, each compared with the limits of the machine in the same run.
@main
struct Main {
  private static let program = ProgramDefinition(
    "deadwax-bench", version: ProgramVersion.current,
    commands: [
      CommandDefinition(
        "", operands: [.any("BENCH")], summary: "run benchmarks; by default all that need no option",
        details: "Run it from the repository's folder after './dev build release'.", notes: notes,
        forms: [
          "[scans] [latency] [http] [station] [decode] [labels] [tags] [catalogue] [lookup] [concerts] [shelf]",
          "decode --endurance FRAMES", "catalogue --records N",
          "station [--lending] [option]…", "start [option]…", "bulk [option]…", "search [option]…", "moving [option]…",
          "places [option]…", "library DIR [option]…",
          "answers DIR",
        ],
        options: [
          Option(
            "endurance", .number(1...Int.max), "FRAMES",
            "for decode: only the growth of the memory after this many frames, such as 1000000"),
          Option(
            "records", .number(1...100_000), "N", standard: "\(CatalogueBench.standardRecords)",
            "for catalogue: the number of records"),
          .flag("lending", "for station: only the lending in a large library"),
        ] + LendingOptions.options)
    ])

  static func main() {
    let arguments = program.parseOrExit().arguments
    do throws(UsageError) {
      let work = try work(arguments)
      ending(work)
    } catch {
      program.error(error.sentence, in: "").print(by: program.name)
      exit(UsageError.exitCode)
    }
  }

  /// Returns the work that the arguments ask for.
  ///
  /// - Throws: `UsageError` for an unknown benchmark, or for options that it does not have.
  private static func work(_ arguments: ParsedArguments) throws(UsageError) -> () throws -> Void {
    let names = arguments.operands
    let isLarge = names.count == 1 || takesFolder(names.first)
    guard let first = names.first, isLarge, let large = large[first], first != "station" || !arguments.names.isEmpty
    else { return try small(arguments) }
    guard names.count == (takesFolder(first) ? 2 : 1) else { throw UsageError("\(first) needs one folder.") }
    if arguments.has("endurance") { throw UsageError("--endurance is for decode only.") }
    if arguments.has("records") { throw UsageError("--records is for catalogue only.") }
    if arguments.has("lending"), first != "station" { throw UsageError("--lending is for station only.") }
    return {
      BenchProgress.step(first)
      try large(arguments)
    }
  }

  private static func takesFolder(_ name: String?) -> Bool { name == "library" || name == "answers" }

  private static func small(_ arguments: ParsedArguments) throws(UsageError) -> () throws -> Void {
    if let unknown = arguments.operands.first(where: { benches[$0] == nil }) {
      let near = nearest(unknown, among: Array(benches.keys) + Array(large.keys)).map { " Did you mean \($0)?" }
      throw UsageError("Unknown benchmark \(printable(unknown))." + (near ?? ""))
    }
    if let frames = arguments.number("endurance") {
      guard arguments.operands == ["decode"], arguments.names == ["endurance"] else {
        throw UsageError("--endurance is for decode only.")
      }
      return {
        BenchProgress.step("decode --endurance")
        try EnduranceBench.run(frames: frames)
      }
    }
    if arguments.has("records"), let records = arguments.number("records") {
      guard arguments.operands == ["catalogue"], arguments.names == ["records"] else {
        throw UsageError("--records is for catalogue only.")
      }
      return {
        BenchProgress.step("catalogue")
        try CatalogueBench.run(records: records)
      }
    }
    if let name = arguments.names.sorted().first {
      throw UsageError("--\(name) is for station, start, bulk, search, moving, places and library only, one at a time.")
    }
    let wanted = arguments.operands.isEmpty ? Array(benches.keys) : arguments.operands
    return {
      let order = [
        "scans", "latency", "http", "station", "decode", "labels", "tags", "catalogue", "lookup", "concerts",
        "shelf",
      ]
      for name in order where wanted.contains(name) {
        BenchProgress.step(name)
        try benches[name]?()
      }
    }
  }

  /// Does the work. An error is printed and ends the program with status 1.
  private static func ending(_ work: () throws -> Void) {
    BenchProgress.begin()
    do {
      try work()
    } catch {
      print("deadwax-bench: \(error)")
      exit(1)
    }
  }

  private static let benches: [String: @Sendable () throws -> Void] = [
    "scans": ScanBench.run, "latency": LatencyBench.run, "http": HTTPBench.run,
    "station": {
      try StationBench.run()
      try LendingBench.run(LendingOptions())
    }, "decode": DecodeBench.run, "labels": LabelBench.run, "tags": TagBench.run,
    "catalogue": { try CatalogueBench.run() }, "lookup": LookupBench.run, "concerts": ConcertBench.run,
    "shelf": ShelfBench.run,
  ]

  /// The benchmarks in a large library, with options.
  private static let large: [String: @Sendable (ParsedArguments) throws -> Void] = [
    "station": { arguments in
      if !arguments.has("lending") { try StationBench.run() }
      try LendingBench.run(LendingOptions(arguments))
    },
    "answers": { try AnswersBench.run($0.operands[1]) },
    "start": { try StartBench.run(LendingOptions($0)) },
    "bulk": { try BulkBench.run(LendingOptions($0)) },
    "search": { try SearchBench.run(LendingOptions($0)) },
    "moving": { try MovingBench.run(LendingOptions($0)) },
    "places": { try PlacesBench.run(LendingOptions($0)) },
    "library": { arguments in
      let options = LendingOptions(arguments)
      try LibraryCache(folder: options.shelf).provide(
        LibraryCache.library(options.size, seed: options.seed), in: arguments.operands[1])
    },
  ]

  private static let notes = """
      scans     POST /scans with 1 and 32 clients, beside bare SQLite inserts with the same durability
      latency   accepted reading to committed outcome, beside the disk's own sync
      http      processor time of a list and of a scan, beside nginx with the same bytes
      station   start to ready, memory, tap to event, picture to event; then lending in a library of a million copies and
                100,000 borrowers: eight stations, the pages of the library, and every answer counted in the history
      decode    a camera's frame to its barcodes, beside libzbar and zxing-cpp
      labels    every label paper × code × resolution, drawn, worn and read, or refused with the numbers
      tags      taps, verified writes, weak fields, tears, faults and rest, by the real reader and libnfc on a
                simulated chip with real timing
      catalogue decode-and-store of release records from Discogs, beside python3-discogs-client and sqlite3 with the
                same facts
      lookup    a scan to its answer while the look-ups meet a hostile Discogs, beside the same without look-ups
      concerts  the import of a concert package, beside one statement and one transaction for each row
      start     start to ready with that library's database, also after a kill; its check; the replicas of six stations
      bulk      the same scans while 100,000 copies are changed as one, and while that is undone
      search    letters as they are typed, lists, collections and statistics in a library of a million releases and ten
                million tracks, beside FTS5 alone, LIKE and Xapian
      moving    the check, the import and the export of a table of a million copies, while stations scan
      places    maps of places, shelving and the beginning of a stock-take, with a place for each twenty copies
      library   makes that library as a hub's data folder
      answers   the files of a folder with answers of Discogs: how many of each kind are parsed, or give a typed error

    Figures of one run can be compared with one another, not with those of another machine or hour.
    """
}
