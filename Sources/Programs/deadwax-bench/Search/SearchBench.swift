internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import Log
internal import Storage

/// A benchmark of the search and the lists in a library of a million releases and ten million tracks, by requests to the
/// hub, beside SQLite's FTS5 alone, LIKE and Xapian with the same records.
enum SearchBench {
  /// The texts of each kind that are typed.
  private static let texts = 60
  private static let rounds = 200
  private static let typing = Goal(half: 4, most: 50)
  private static let misspelt = Goal(half: nil, most: 80)
  private static let list = Goal(half: nil, most: 50)
  private static let numbers = Goal(half: nil, most: 200)
  private static let memoryGoal = 250.0

  private struct Goal {
    /// The largest acceptable median and 99th percentile, in milliseconds; nil for none.
    let half: Double?
    let most: Double
  }

  static func run(_ options: LendingOptions) throws {
    let library = LibraryCache.library(options.size.searched(), seed: options.seed)
    let bench = try Workbench("search")
    let data = bench.folder + "/hub"
    BenchProgress.step("search: making a library of \(library.size.releases) releases, which takes minutes")
    try LibraryCache(folder: options.shelf).provide(library, in: data)
    let size = (try FileManager.default.attributesOfItem(atPath: data + "/deadwax.sqlite")[.size] as? Int) ?? 0
    print(
      """
      search: \(library.size.releases) releases with \(library.size.tracks) tracks each on average, and as many copies; \
      \(size >> 20) MiB; milliseconds of one request after another
      """)
    try measureBarcodes(library, data)
    let token = try BenchToken.insert(into: data, name: "bench", role: "staff")
    let (hub, port) = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"], demo: false)
    let typed = SearchTyping.texts(of: library, count: texts)
    for kind in SearchTyping.Kind.allCases {
      let keystrokes = typed.filter { $0.kind == kind }.flatMap(\.keystrokes)
      let goal = kind == .misspelt ? misspelt : typing
      try measure("typing, \(kind.rawValue)", keystrokes.map(Self.search), port, goal)
    }
    try measureLists(library, port)
    try measureNumbers(port, token)
    let memory = Double(Workbench.residentKilobytes(of: hub.processIdentifier)) / 1024
    let peak = Double(Workbench.peakKilobytes(of: hub.processIdentifier)) / 1024
    print(
      """
        the hub's memory at the end \(String(format: "%.0f", memory)) MiB, at most \(String(format: "%.0f", peak)) MiB \
      (goal: \(Int(memoryGoal)): \(Figure.met(peak <= memoryGoal)))
      """)
    bench.stop(hub)
    try SearchPeer.run(typed, data: data, folder: bench.folder)
  }

  /// Returns the path of the request that the page Library makes for a letter.
  private static func search(_ text: String) -> String {
    let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    return "releases?search=\(encoded)&typing=true&correct=true&limit=50"
  }

  /// Measures the step from a barcode to its release in this process, as a scan makes it.
  private static func measureBarcodes(_ library: BigLibrary, _ data: String) throws {
    let database = try Database(
      path: data + "/deadwax.sqlite", migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    var times: [Double] = []
    for round in 0..<10_000 {
      let index = library.draw(below: library.size.releases, .extra, round, 60)
      guard let barcode = library.barcode(index) else { continue }
      let start = seconds()
      let found = try database.read { try $0.binding(of: Code.Key(class: .gtin, value: barcode.key)) }
      times.append((seconds() - start) * 1000)
      guard found != nil else { throw BenchFailure("the barcode \(barcode.key) was not found") }
    }
    report("a barcode, in process", times, Goal(half: nil, most: 1))
  }

  private static func measureLists(_ library: BigLibrary, _ port: Int) throws {
    func release(_ round: Int) -> Int { library.draw(below: library.size.releases, .extra, round, 61) }
    func cursor(_ round: Int) -> String {
      "\(library.releaseTime(release(round)).milliseconds).\(library.release(release(round)))"
    }
    try measure(
      "any page of the library", (0..<rounds).map { "releases?limit=50&cursor=\(cursor($0))" }, port, list)
    try measure(
      "any page of the copies", (0..<rounds).map { "copies?limit=50&cursor=\(release($0) + 2)" }, port, list)
    try measure(
      "a query of fields",
      (0..<rounds).map { round in
        let found = library.catalogued(release(round))
        let word = found.label.split(separator: " ").first.map(String.init) ?? found.label
        return "releases?limit=50&search=label%3A\(word)%20year%3A\(found.year)..\(found.year + 5)"
      }, port, list)
  }

  /// Measures the counts of the smart collections and the statistics, each after a change of a copy.
  private static func measureNumbers(_ port: Int, _ token: String) throws {
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    let address = "http://127.0.0.1:\(port)/api/v1/"
    let copy = try JSONDecoder().decode(
      Copies.self, from: Data(client.send(HTTPClientRequest(.get, address + "copies?limit=1")).body)
    ).items.first
    guard let copy else { throw BenchFailure("the library has no copy") }
    let names = Statistic.allCases.map(\.rawValue)
    var flag = false
    // A statistic that takes long is answered with the last numbers and counted in the background. A table as CSV always
    // waits for its count, so its time is that of a count.
    let counts = ["artist", "place", "loans", "never-lent", "most-lent"].map { "statistics/\($0)/csv" }
    for path in ["collections"] + names.map({ "statistics/\($0)" }) + counts {
      var times: [Double] = []
      for _ in 0..<10 {
        flag.toggle()
        let change = HTTPClientRequest(
          .patch, address + "copies/\(copy.id)",
          headers: ["Authorization": "Bearer \(token)", "If-Match": "*", "Content-Type": "application/json"],
          body: Array("{\"isReference\":\(flag)}".utf8))
        guard try client.send(change).status == 200 else { throw BenchFailure("the copy could not be changed") }
        let start = seconds()
        let answer = try client.send(HTTPClientRequest(.get, address + path))
        times.append((seconds() - start) * 1000)
        guard answer.status == 200 else { throw BenchFailure("\(path) answered \(answer.status)") }
      }
      report("\(path), after a change", times, path.hasSuffix("csv") ? nil : numbers)
    }
  }

  private struct Copies: Decodable {
    struct Item: Decodable { let id: String }
    let items: [Item]
  }

  private static func measure(_ name: String, _ paths: [String], _ port: Int, _ goal: Goal) throws {
    BenchProgress.step("search: \(name)")
    let client = LoadClient(port: port, connections: 1, mark: #""isCutShort":true"#)
    let result = client.run(paths.count, expecting: "HTTP/1.1 200") { index in
      Array("GET /api/v1/\(paths[index]) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    }
    guard result.unexpected == 0, result.requests == paths.count else {
      throw BenchFailure("\(name): \(paths.count - result.requests) of \(paths.count) answers were not 200")
    }
    report(name, result.milliseconds, goal)
    if result.marked > 0 { print("    \(result.marked) answers were incomplete, because their time was over") }
    for slow in result.slowest where slow.milliseconds > goal.most {
      print("    \(Figure.milliseconds(slow.milliseconds)) for \(paths[slow.request])")
    }
  }

  private static func report(_ name: String, _ times: [Double], _ goal: Goal?) {
    let sorted = times.sorted()
    let (half, most) = (Figure.percentile(sorted, 0.5), Figure.percentile(sorted, 0.99))
    var verdict = ""
    if let goal {
      let isMet = most <= goal.most && goal.half.map { half <= $0 } ?? true
      let limits = (goal.half.map { "p50 \(Int($0)), " } ?? "") + "p99 \(Int(goal.most))"
      verdict = "; goal \(limits): \(Figure.met(isMet))"
    }
    print(
      """
        \(name.padding(toLength: 38, withPad: " ", startingAt: 0))p50 \(Figure.milliseconds(half))  \
      p99 \(Figure.milliseconds(most))  max \(Figure.milliseconds(sorted.last ?? .nan))  \
      (\(sorted.count) times\(verdict))
      """)
  }
}
