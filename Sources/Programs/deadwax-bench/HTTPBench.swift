internal import Deadwax
internal import Foundation
internal import HTTPClient

/// A benchmark of the processor time per request, compared with nginx for a file of the same bytes in the same run.
enum HTTPBench {
  private static let rounds = 3
  private static let requests = 5_000
  /// The number of lists that are requested, each after a scan, in one block.
  private static let writes = 100
  /// The number of blocks with lists, each after a block without.
  private static let blocks = 15
  private static let connections = 8
  /// The highest acceptable cost of a list, as a multiple of nginx's time for the same bytes.
  private static let listGoal = 4.0
  /// The highest acceptable cost of a scan in microseconds.
  private static let scanGoal = 300.0

  private static let lists = [
    ("copies", "/api/v1/copies?limit=50"), ("releases", "/api/v1/releases?limit=50"),
    ("scans", "/api/v1/scans?limit=50"),
  ]

  static func run() throws {
    print("http: microseconds of processor time a request, median of \(rounds) rounds that take turns")
    let bench = try Workbench("http")
    let readers = ["--camera", "none", "--nfc", "none"]
    // The first start makes the library. A change of a copy needs a token of the staff.
    bench.stop(try bench.startHub("hub", readers).process)
    let token = try BenchToken.insert(into: "\(bench.folder)/hub", name: "bench", role: "staff")
    let (hub, port) = try bench.startHub("hub", readers)
    let codes = try ScanBench.copies(on: port)
    // The scans fill a page of the history.
    try scan(codes, on: port, count: 100)
    var pages = lists.map { Page(name: "list of \($0.0)", file: $0.0, path: $0.1, isList: true) }
    let copy = try aCopyPath(on: port)
    pages.append(Page(name: "one copy", file: "copy", path: copy, isList: false))
    let files = "\(bench.folder)/files"
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    for index in pages.indices {
      let answer = try client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(port)\(pages[index].path)"))
      guard answer.status == 200 else { throw BenchFailure("\(pages[index].path) answered \(answer.status)") }
      try Data(answer.body).write(to: URL(fileURLWithPath: "\(files)/\(pages[index].file).json"))
      pages[index].size = answer.body.count
    }
    let nginx = try NginxPeer(bench, serving: files)
    let own = [hub.processIdentifier]
    var scans: [Double] = []
    for round in 1...rounds {
      for index in pages.indices {
        let page = pages[index]
        BenchProgress.step("http, round \(round) of \(rounds), \(page.name)")
        pages[index].own.append(try cost(page.path, on: port, of: own))
        pages[index].peer.append(try cost("/\(page.file).json", on: nginx.port, of: nginx.processes))
        guard page.isList else { continue }
        pages[index].peerAlone.append(
          try cost("/\(page.file).json", on: nginx.port, of: nginx.processes, connections: 1))
        BenchProgress.step("http, round \(round) of \(rounds), \(page.name), first after a write")
        pages[index].first.append(
          try costOfFirst(page.path, on: port, of: own) { ScanBench.request(codes[$0 / 2 % codes.count]) })
        guard page.file == "copies" else { continue }
        BenchProgress.step("http, round \(round) of \(rounds), \(page.name), first after a change of a copy")
        pages[index].changed.append(
          try costOfFirst(page.path, on: port, of: own) {
            change(copy, isReference: $0 / 2 % 2 == 0, by: token)
          })
      }
      BenchProgress.step("http, round \(round) of \(rounds), scans")
      let before = ProcessorTime.microseconds(of: hub.processIdentifier)
      try scan(codes, on: port, count: requests)
      scans.append((ProcessorTime.microseconds(of: hub.processIdentifier) - before) / Double(requests))
    }
    bench.stop(hub)
    nginx.stop()
    for page in pages { page.report() }
    let scan = Figure.median(scans)
    print(
      "  a scan of a copy, with answer \(Figure.count(scan)) µs  (goal \(Int(scanGoal)): \(Figure.met(scan <= scanGoal)))"
    )
  }

  /// A page to request, with its cost in each round.
  private struct Page {
    let name: String
    /// The name under which nginx serves the same bytes.
    let file: String
    let path: String
    let isList: Bool
    var size = 0
    var own: [Double] = []
    var peer: [Double] = []
    /// The cost of nginx with one connection, on which each request waits for the answer before it.
    var peerAlone: [Double] = []
    /// The cost of a list that cannot be cached, because something was written since the one before.
    var first: [Double] = []
    /// The cost of a list after a change of one of its rows.
    var changed: [Double] = []

    func report() {
      line(isList ? "\(name), again" : name, Figure.median(own), Figure.median(peer))
      guard isList else { return }
      line("\(name), first after a scan", Figure.median(first), Figure.median(peerAlone))
      guard !changed.isEmpty else { return }
      line("\(name), first after a change", Figure.median(changed), Figure.median(peerAlone))
    }

    private func line(_ what: String, _ ours: Double, _ theirs: Double) {
      print(
        """
          \(what.padding(toLength: 40, withPad: " ", startingAt: 0)) \(Figure.count(Double(size))) bytes  \
        hub \(Figure.count(ours)) µs  nginx \(Figure.count(theirs)) µs   \(Figure.ratio(ours / theirs)) of it  \
        (goal \(Int(listGoal)): \(Figure.met(ours / theirs <= listGoal)))
        """)
    }
  }

  private static func aCopyPath(on port: Int) throws -> String {
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    let answer = try client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(port)/api/v1/copies?limit=1"))
    guard let range = answer.text.firstRange(of: "\"id\":\"") else { throw BenchFailure("the demo library is empty") }
    return "/api/v1/copies/\(answer.text[range.upperBound...].prefix { $0 != "\"" })"
  }

  private static func get(_ path: String) -> [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
  }

  private static func cost(
    _ path: String, on port: Int, of processes: [Int32], connections: Int = connections
  ) throws -> Double {
    let request = get(path)
    let before = processes.map(ProcessorTime.microseconds(of:)).reduce(0, +)
    let result = LoadClient(port: port, connections: connections).run(requests, expecting: "HTTP/1.1 200") { _ in
      request
    }
    guard result.unexpected == 0, result.requests == requests else {
      throw BenchFailure("\(requests - result.requests) of \(requests) requests for \(path) were not answered with 200")
    }
    return (processes.map(ProcessorTime.microseconds(of:)).reduce(0, +) - before) / Double(requests)
  }

  /// Returns a request that changes a copy.
  private static func change(_ path: String, isReference: Bool, by token: String) -> [UInt8] {
    let body = #"{"isReference":\#(isReference)}"#
    return Array(
      """
      PATCH \(path) HTTP/1.1\r
      Host: 127.0.0.1\r
      Authorization: Bearer \(token)\r
      If-Match: *\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }

  /// Measures the cost of a list that is requested after each write: the total without the cost of the writes alone, as the
  /// median of several blocks.
  private static func costOfFirst(
    _ path: String, on port: Int, of processes: [Int32], _ write: (Int) -> [UInt8]
  ) throws -> Double {
    let list = get(path)
    func used(_ count: Int, _ request: (Int) -> [UInt8]) throws -> Double {
      let before = processes.map(ProcessorTime.microseconds(of:)).reduce(0, +)
      // One connection, so that each list is requested after its write.
      let result = LoadClient(port: port, connections: 1).run(count, expecting: "HTTP/1.1 20", request: request)
      guard result.unexpected == 0, result.requests == count else {
        throw BenchFailure("\(count - result.requests) of \(count) writes and lists were not answered well")
      }
      return processes.map(ProcessorTime.microseconds(of:)).reduce(0, +) - before
    }
    // Blocks take turns, and their median counts: a write costs several times as much as a list, and its cost varies.
    return Figure.median(
      try (0..<blocks).map { _ in
        let alone = try used(writes) { write($0 * 2) }
        let both = try used(2 * writes) { $0 % 2 == 0 ? write($0) : list }
        return (both - alone) / Double(writes)
      })
  }

  /// Scans copies in turn.
  private static func scan(_ codes: [String], on port: Int, count: Int) throws {
    let result = LoadClient(port: port, connections: connections).run(count, expecting: "HTTP/1.1 201") {
      ScanBench.request(codes[$0 % codes.count])
    }
    guard result.unexpected == 0, result.requests == count else {
      throw BenchFailure("\(count - result.requests) of \(count) scans were not answered with 201")
    }
  }
}
