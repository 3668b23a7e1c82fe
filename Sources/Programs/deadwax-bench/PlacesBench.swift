internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import Threads

/// A benchmark of a library with a place for each twenty copies: maps, shelving, and the beginning of a stock-take while
/// stations scan.
enum PlacesBench {
  /// The number of copies of a place on average.
  private static let copiesPerPlace = 20
  private static let requests = 500
  /// The pace of a busy library.
  private static let perSecond = 50
  /// The goals, in milliseconds: 99 of 100 maps, and 99 of 100 copies that are shelved.
  private static let goal = (map: 100.0, shelve: 50.0)

  static func run(_ options: LendingOptions) throws {
    var size = options.size
    size.shelves = max(1, size.copies / copiesPerPlace - size.changers - BigLibrary.leastRooms)
    let library = LibraryCache.library(size, seed: options.seed)
    let bench = try Workbench("places")
    let data = bench.folder + "/hub"
    BenchProgress.step("making a library of \(size.copies) copies in \(library.places) places")
    try LibraryCache(folder: options.shelf).provide(library, in: data)
    let token = try BenchToken.insert(into: data, name: "bench", role: "admin")
    let hub = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"], demo: false)
    let id = hub.process.processIdentifier
    let client = BenchClient(address: "http://127.0.0.1:\(hub.port)/api/v1", token: token)
    print("places: \(size.copies) copies in \(library.places) places, \(requests) requests of each kind")
    func shelf(_ round: Int) -> Place.ID {
      library.place(library.rooms + library.draw(below: size.shelves, .extra, round, 1))
    }
    func map(_ place: Place.ID) throws { _ = try client.answer(.get, "/places/\(place)/map") }
    try measure("map of a shelf", goal.map) { try map(shelf($0)) }
    try measure("map of a changer", goal.map) {
      try map(library.changer(library.draw(below: size.changers, .extra, $0, 2)))
    }
    try measure("map of a room", goal.map) { try map(library.place($0 % library.rooms)) }
    try measure("shelving a copy", goal.shelve) {
      let copy = library.draw(below: size.copies - library.slots, .extra, $0, 3) + library.slots
      try shelve(library.copy(copy), in: shelf($0 + requests), client)
    }
    print("  the hub has \(Workbench.residentKilobytes(of: id) / 1024) MiB of memory")
    var load = try StationLoad(StationScript.lending(library), port: hub.port)
    _ = load.prepare()
    let alone = load.run(perSecond, for: 10)
    let opened = Locked<Result<(Int, Double), any Error>?>(nil)
    _ = DedicatedThread("opening") {
      let result = Result { try openStockTake(of: library.place(0), client) }
      opened.withLock { $0 = result }
    }
    var during = StationLoad.Result()
    repeat { during.add(load.run(perSecond, for: 2)) } while opened.withLock({ $0 == nil })
    let (count, time) = try opened.withLock { $0 }?.get() ?? (0, 0)
    print("  a stock-take of \(count) copies was opened in \(Figure.milliseconds(time)) (goal: 2 s for 100,000)")
    for (name, result) in [("alone", alone), ("meanwhile", during)] {
      let times = result.times.sorted()
      print(
        "  a scan at the counter \(name): p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))"
          + "  p99 \(Figure.milliseconds(Figure.percentile(times, 0.99)))  (\(times.count) scans)")
    }
    load.end()
    bench.stop(hub.process)
  }

  private static func measure(_ name: String, _ goal: Double, _ work: (Int) throws -> Void) throws {
    BenchProgress.step(name)
    var times: [Double] = []
    for round in 0..<requests {
      let start = seconds()
      try work(round)
      times.append((seconds() - start) * 1000)
    }
    times.sort()
    let most = Figure.percentile(times, 0.99)
    let padded = name.padding(toLength: 18, withPad: " ", startingAt: 0)
    print(
      "  \(padded) p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))  p99 \(Figure.milliseconds(most))"
        + "   (goal: p99 \(Int(goal)) ms) \(Figure.met(most <= goal))")
  }

  private static func shelve(_ copy: Copy.ID, in place: Place.ID, _ client: BenchClient) throws {
    // A copy on loan keeps its place: 409 is an answer as well.
    _ = try client.answer(.put, "/copies/\(copy)/place", Array(#"{"place":"\#(place)"}"#.utf8), orStatus: 409)
  }

  /// Opens a stock-take, and returns the number of expected copies and the time in milliseconds.
  private static func openStockTake(of place: Place.ID, _ client: BenchClient) throws -> (Int, Double) {
    struct Opened: Decodable { var expected: Int }
    let start = seconds()
    let bytes = try client.answer(.post, "/stock-takes", Array(#"{"place":"\#(place)"}"#.utf8))
    let time = (seconds() - start) * 1000
    return (try JSONDecoder().decode(Opened.self, from: Data(bytes)).expected, time)
  }
}
