internal import BareInsert
internal import Deadwax
internal import Foundation
internal import HTTPClient

/// A benchmark of scans per second through `POST /scans`, compared with bare SQLite inserts.
enum ScanBench {
  private static let rounds = 3
  private static let single = 3000
  private static let many = 30_000

  static func run() throws {
    print(
      "scans: rows or scans a second, median of \(rounds) rounds that take turns; WAL, synchronous=FULL on this disk")
    let bench = try Workbench("scans")
    let (hub, port) = try bench.startHub("hub", ["--camera", "none", "--nfc", "none"])
    let code = try aCopy(on: port)
    var bare: [[Double]] = [[], []]
    var posted: [[Double]] = [[], []]
    var times: [[Double]] = [[], []]
    for round in 1...rounds {
      for (index, batch) in [1, 32].enumerated() {
        let rows = batch == 1 ? single : many
        BenchProgress.step("scans, round \(round) of \(rounds), bare SQLite, \(batch) a commit")
        let rate = bare_insert_rate("\(bench.folder)/bare-\(round)-\(batch).sqlite", Int32(rows), Int32(batch))
        guard rate > 0 else { throw BenchFailure("SQLite answered \(-rate)") }
        bare[index].append(rate)
        BenchProgress.step("scans, round \(round) of \(rounds), POST /scans, \(batch) at once")
        let result = LoadClient(port: port, connections: batch).run(rows, expecting: "HTTP/1.1 201") { _ in
          request(code)
        }
        guard result.unexpected == 0, result.requests == rows else {
          throw BenchFailure("\(rows - result.requests) of \(rows) scans were not answered with 201")
        }
        posted[index].append(result.perSecond)
        times[index] = result.milliseconds
      }
    }
    bench.stop(hub)
    for (index, clients) in [1, 32].enumerated() {
      let bareRate = Figure.median(bare[index])
      let rate = Figure.median(posted[index])
      let name = clients == 1 ? "1 row a commit  " : "32 rows a commit"
      print("  bare SQLite, \(name)  \(Figure.count(bareRate))/s")
      print(
        """
          POST /scans, \(clients) client\(clients == 1 ? " " : "s")\(clients == 1 ? " " : "")        \
        \(Figure.count(rate))/s   \(Figure.ratio(rate / bareRate)) of it   \
        p50 \(Figure.milliseconds(Figure.percentile(times[index], 0.5)))  \
        p99 \(Figure.milliseconds(Figure.percentile(times[index], 0.99)))
        """)
    }
    let against = Figure.median(posted[1]) / Figure.median(bare[0])
    print("  32 clients against bare SQLite with a commit for each row: \(Figure.ratio(against)) of it")
  }

  /// Returns the code of a copy in the library, so that a scan finds, displays and records something.
  static func aCopy(on port: Int) throws -> String { try copies(on: port)[0] }

  /// Returns the codes of the first copies of a hub: at least one, at most fifty.
  static func copies(on port: Int) throws -> [String] {
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    let answer = try client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(port)/api/v1/copies?limit=50"))
    let codes = answer.text.ranges(of: "\"code\":\"").map { range in
      String(answer.text[range.upperBound...].prefix { $0 != "\"" })
    }
    guard !codes.isEmpty else { throw BenchFailure("the demo library is empty") }
    return codes
  }

  /// Returns the request for a scan with a unique id.
  static func request(_ code: String) -> [UInt8] {
    let body = #"{"id":"\#(Reading.ID.new(at: .now()))","code":"\#(code)","symbology":"QR"}"#
    return Array(
      """
      POST /api/v1/scans HTTP/1.1\r
      Host: 127.0.0.1\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }
}
