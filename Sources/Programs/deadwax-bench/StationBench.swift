internal import Foundation
internal import HTTPClient
internal import Threads
internal import VirtualHardware

/// A benchmark of the start time, the memory, and the time from a tap or a picture to the event on the stream.
enum StationBench {
  private static let rounds = 40

  private struct Places: Decodable {
    var url: String
    var nfc: String
    var camera: String
    var discogs: String
  }

  static func run() throws {
    print("station: the real programs, with the chip's real timing")
    let bench = try Workbench("station")
    let hardware = try bench.start(
      "deadwax-virtual", ["table", "--folder", bench.folder + "/hardware", "--demo", "demo", "--timing", "real"]
    ) { try? JSONDecoder().decode(Places.self, from: Data($0.utf8)) }
    let places = hardware.result
    let arguments = [
      "--camera", "shown:\(places.camera)", "--nfc", places.nfc, "--virtual-hardware", places.url, "--discogs-url",
      places.discogs, "--discogs-token", "demo",
    ]
    var starts: [Double] = []
    var hub = try timedStart(bench, arguments, &starts)
    for _ in 1...4 {
      bench.stop(hub.process)
      hub = try timedStart(bench, arguments, &starts)
    }
    print("  start to ready                   p50 \(Figure.milliseconds(Figure.median(starts)))   (5 starts)")
    let base = "http://127.0.0.1:\(hub.port)"
    try waitForReaders(base)
    Thread.sleep(forTimeInterval: 3)
    let memory = Workbench.residentKilobytes(of: hub.process.processIdentifier)
    print(String(format: "  hub, idle                        %7.1f MB   (goal: below 60 MB)", Double(memory) / 1024))
    for child in Workbench.children(of: hub.process.processIdentifier) {
      let name = child.command.contains(" nfc ") ? "NFC reader   " : "camera reader"
      let kilobytes = Workbench.residentKilobytes(of: child.id)
      print(String(format: "  %@, idle              %7.1f MB", name, Double(kilobytes) / 1024))
    }
    let hands = Hands(base)
    let items = try hands.items()
    try report("tap to event (chip's real timing)", times(hands, items.tagged, act: hands.lay))
    try report("picture to event                ", times(hands, items.printed, act: hands.show))
    bench.stop(hub.process)
  }

  private static func timedStart(
    _ bench: Workbench, _ arguments: [String], _ starts: inout [Double]
  ) throws -> (process: Process, port: Int) {
    let start = seconds()
    let hub = try bench.startHub("hub", arguments)
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    while (try? client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(hub.port)/readyz")))?.status != 200 {
      guard seconds() - start < 20 else { throw BenchFailure("the hub did not become ready within 20 s") }
      usleep(2000)
    }
    starts.append((seconds() - start) * 1000)
    return hub
  }

  private static func waitForReaders(_ base: String) throws {
    let client = HTTPClient(userAgent: "deadwax-bench/1")
    for _ in 0..<200 {
      let answer = try client.send(HTTPClientRequest(.get, base + "/api/v1/readers"))
      if answer.text.components(separatedBy: "\"state\":\"ready\"").count == 3 { return }
      usleep(50_000)
    }
    throw BenchFailure("the readers did not become ready within 10 s")
  }

  /// Performs an action with one item after another, and measures the time until the hub's event stream reports the
  /// scan.
  private static func times(
    _ hands: Hands, _ items: [String], act: (String?) throws -> Void
  ) throws -> [Double] {
    var times: [Double] = []
    for round in 0..<rounds {
      try act(nil)
      // The pause is long enough for the reader to see that nothing is there.
      usleep(700_000)
      let heard = hands.ear.scans
      let start = seconds()
      try act(items[round % items.count])
      guard let at = hands.ear.time(ofScanAfter: heard) else { throw BenchFailure("no event within 5 s") }
      times.append((at - start) * 1000)
    }
    try act(nil)
    return times.sorted()
  }

  private static func report(_ name: String, _ times: [Double]) throws {
    print(
      """
        \(name)  p50 \(Figure.milliseconds(Figure.percentile(times, 0.5)))  \
      p99 \(Figure.milliseconds(Figure.percentile(times, 0.99)))   (\(times.count) times)
      """)
  }
}

/// A client of the virtual table, with a listener on the event stream.
private final class Hands {
  let ear: Ear
  private let base: String
  private let client = HTTPClient(userAgent: "deadwax-bench/1")

  init(_ base: String) {
    self.base = base
    ear = Ear(base)
  }

  func items() throws -> (tagged: [String], printed: [String]) {
    let answer = try client.send(HTTPClientRequest(.get, base + "/api/v1/virtual-hardware"))
    let items = try JSONDecoder().decode(TableView.self, from: Data(answer.body)).items.filter { $0.kind == "record" }
    return (items.filter(\.hasTag).map(\.id), items.filter(\.hasBarcode).map(\.id))
  }

  func lay(_ item: String?) throws { try post("pad", "lay", item) }
  func show(_ item: String?) throws { try post("camera", "show", item) }

  private func post(_ hand: String, _ verb: String, _ item: String?) throws {
    let value = item.map { "\"\($0)\"" } ?? "null"
    let answer = try client.send(
      HTTPClientRequest(
        .post, base + "/api/v1/virtual-hardware/\(hand)", headers: ["content-type": "application/json"],
        body: Array("{\"\(verb)\":\(value)}".utf8)))
    guard answer.status == 202 else { throw BenchFailure("the virtual hardware answered \(answer.status)") }
  }
}

/// A counter of the scans on the event stream, with the time of each.
private final class Ear: Sendable {
  private let heard = Monitor<[Double]>([])

  init(_ base: String) {
    let heard = heard
    _ = DedicatedThread("ear") {
      let client = HTTPClient(userAgent: "deadwax-bench/1")
      _ = try? client.stream(HTTPClientRequest(.get, base + "/api/v1/events")) { bytes in
        let now = seconds()
        let count = String(decoding: bytes, as: UTF8.self).components(separatedBy: "event: scan.recorded").count - 1
        if count > 0 { heard.update { $0 += Array(repeating: now, count: count) } }
        return true
      }
    }
  }

  var scans: Int { heard.read(\.count) }

  func time(ofScanAfter count: Int) -> Double? {
    heard.wait(atMost: .seconds(5)) { $0.count > count ? $0[count] : nil }
  }
}
