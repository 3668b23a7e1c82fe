import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Threads

/// The real programs as a user runs them: the hub with both readers, and the simulated hardware.
final class HubUnderTest: Sendable {
  let folder: TemporaryFolder
  let hardware: ChildProgram?
  let place: HardwarePlace?
  private let running: Locked<ChildProgram>
  private let base: Locked<String>
  private let arguments: [String]
  private let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(60))

  /// The addresses that the virtual hardware prints when it is ready.
  struct HardwarePlace: Decodable, Sendable {
    var url: String
    var nfc: String
    var camera: String
    var discogs: String
    var musicbrainz: String
  }

  /// Starts everything; without hardware there is neither camera nor NFC reader. `more` contains further arguments of
  /// the hub. `timing` is that of the chip: `none`, `real` or `slow`. `inMemory` is for tests of what the hub answers,
  /// in which nothing has to be on the disk. Without the demo, the library is empty.
  init(
    withHardware: Bool = true, withDemo: Bool = true, timing: String = "none", inMemory: Bool = false,
    _ more: [String] = []
  ) async throws {
    folder = try TemporaryFolder("deadwax-hub", inMemory: inMemory)
    var arguments = [
      "--data", folder.path("data"), "--listen", "127.0.0.1:0", "--www", Repository.path("www"), "--docs",
      Repository.path("docs"), "--scanner", "none",
    ]
    if withDemo { arguments += ["--demo", Repository.path("demo")] }
    if withHardware {
      let hardware = try ChildProgram(
        "deadwax-virtual",
        [
          "table", "--folder", folder.path("hardware"), "--demo", Repository.path("demo"), "--timing",
          timing,
        ])
      let line = try await hardware.line(within: .seconds(60)) { $0.hasPrefix("{") }
      let place = try JSONDecoder().decode(HardwarePlace.self, from: Data(line.utf8))
      arguments += [
        "--camera", "shown:\(place.camera)", "--nfc", place.nfc, "--virtual-hardware", place.url, "--discogs-url",
        place.discogs, "--discogs-token", "demo", "--musicbrainz-url", place.musicbrainz, "--cover-archive-url",
        place.musicbrainz, "--concert-archive-url", place.musicbrainz,
      ]
      self.hardware = hardware
      self.place = place
    } else {
      hardware = nil
      place = nil
      if !more.contains("--camera") { arguments += ["--camera", "none"] }
    }
    self.arguments = arguments + more
    let hub = try await Self.startHub(self.arguments)
    running = Locked(hub.program)
    base = Locked(hub.base)
  }

  private static func startHub(_ arguments: [String]) async throws -> (program: ChildProgram, base: String) {
    let hub = try ChildProgram("deadwaxd", arguments)
    let port = try await hub.port(within: .seconds(180))
    return (hub, "http://127.0.0.1:\(port)")
  }

  var hub: ChildProgram { running.withLock { $0 } }
  var url: String { base.withLock { $0 } }

  /// Kills the hub to simulate a power cut and restarts it on the same data, with additional arguments for this start.
  /// `onSamePort` serves clients that wait for it.
  func killHubAndStartAgain(
    onSamePort: Bool = false, with more: [String] = [], meanwhile: () async throws -> Void = {}
  ) async throws {
    hub.signal(SIGKILL)
    _ = try await hub.exit(within: .seconds(60))
    try await meanwhile()
    let address = String(url.dropFirst("http://".count))
    let next = try await Self.startHub(
      (onSamePort ? arguments.map { $0 == "127.0.0.1:0" ? address : $0 } : arguments) + more)
    running.withLock { $0 = next.program }
    base.withLock { $0 = next.base }
  }

  func end() {
    hub.end()
    hardware?.end()
  }

  // MARK: - Requests

  func get(_ path: String, headers: HTTPClientHeaders = [:]) async throws -> HTTPClientResponse {
    try await send(HTTPClientRequest(.get, url + path, headers: headers))
  }

  func post(_ path: String, _ json: String, headers: HTTPClientHeaders = [:]) async throws -> HTTPClientResponse {
    var headers = headers
    headers.add("content-type", "application/json")
    return try await send(HTTPClientRequest(.post, url + path, headers: headers, body: Array(json.utf8)))
  }

  func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    let client = client
    return try await onLane("request") { () -> Result<HTTPClientResponse, HTTPClientError> in
      do throws(HTTPClientError) {
        return .success(try client.send(request))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  func json(_ path: String) async throws -> JSONValue { try JSONValue(try await get(path).body) }

  /// Returns the scans, the newest first.
  func scans() async throws -> [JSONValue] { try await json("/api/v1/scans?limit=200")["items"].array }

  func reader(_ name: String) async throws -> JSONValue {
    try await json("/api/v1/readers")["items"].array.first { $0["name"].text == name } ?? JSONValue(nil)
  }

  /// Waits until both readers report that they are ready.
  func waitForReaders() async throws {
    try await eventually(within: .seconds(60), "both readers ready") {
      let states = try await json("/api/v1/readers")["items"].array.map { $0["state"].text }
      return states.count == 2 && states.allSatisfy { $0 == "ready" }
    }
  }

  // MARK: - Simulated hardware

  /// Puts an item before the camera, or removes it.
  func show(_ item: String?) async throws {
    let value = item.map { "\"\($0)\"" } ?? "null"
    let answer = try await post("/api/v1/virtual-hardware/camera", "{\"show\":\(value)}")
    guard answer.status == 202 else { throw TestFailure("the camera's hand: \(answer.text)") }
  }

  /// Puts an item's tag on the NFC reader, or removes it.
  func lay(_ item: String?) async throws {
    let value = item.map { "\"\($0)\"" } ?? "null"
    let answer = try await post("/api/v1/virtual-hardware/pad", "{\"lay\":\(value)}")
    guard answer.status == 202 else { throw TestFailure("the reader's hand: \(answer.text)") }
  }

  /// Removes everything from the camera and the NFC reader, and waits until both have noticed.
  func clear() async throws {
    try await show(nil)
    try await lay(nil)
    try await eventually(within: .seconds(60), "the readers see that nothing is there") {
      try await json("/api/v1/readers")["items"].array.allSatisfy { $0["present"].int == 0 }
    }
  }

  /// Performs an action, and returns the scan that follows from it.
  func scan(after act: () async throws -> Void) async throws -> JSONValue {
    let before = try await scans().first?["seq"].int ?? 0
    try await act()
    return try await eventually(within: .seconds(60), "a scan after what was done") {
      try await scans().last { ($0["seq"].int ?? 0) > before }
    }
  }
}

/// JSON with permissive access: the member of an absent value is absent too.
struct JSONValue {
  private let value: Any?

  init(_ value: Any?) { self.value = value }

  init(_ bytes: [UInt8]) throws {
    value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  subscript(key: String) -> JSONValue { JSONValue((value as? [String: Any])?[key]) }

  var text: String? { value as? String }
  var int: Int? { value as? Int }
  var bool: Bool { value as? Bool ?? false }
  var array: [JSONValue] { (value as? [Any])?.map { JSONValue($0) } ?? [] }
  var isThere: Bool { value != nil }
}

/// A subscriber to the hub's events on a lane of its own, like the page.
final class EventEar: Sendable {
  struct Heard: Sendable {
    var id: Int
    var kind: String
    var data: [UInt8]

    var json: JSONValue { (try? JSONValue(data)) ?? JSONValue(nil) }
  }

  private let heard = Monitor<[Heard]>([])
  private let ended = Latch()
  private let cancellation = HTTPClientCancellation()

  init(_ url: String, after position: Int?) {
    let address = url + "/api/v1/events" + (position.map { "?after=\($0)" } ?? "")
    let (heard, ended, cancellation) = (heard, ended, cancellation)
    _ = DedicatedThread("ear") {
      let client = HTTPClient(userAgent: "Deadwax-tests/1")
      let pending = Locked<[UInt8]>([])
      _ = try? client.stream(HTTPClientRequest(.get, address), cancellation: cancellation) { bytes in
        let blocks = pending.withLock { pending in
          pending += bytes
          return Self.takeBlocks(from: &pending)
        }
        if !blocks.isEmpty { heard.update { $0 += blocks } }
        return true
      }
      ended.raise()
    }
  }

  /// Closes the connection.
  func stop() async {
    cancellation.cancel()
    await onLane { [ended] in ended.wait() }
  }

  var all: [Heard] { heard.read { $0 } }

  /// Waits for an event among those received and those to come.
  func wait(_ limit: Duration = .seconds(60), for isWanted: @escaping @Sendable (Heard) -> Bool) async -> Heard? {
    // Each event is checked once: a subscriber that becomes slower with each event falls behind, and the hub drops it.
    let looked = Locked(0)
    return await onLane("ear") { [heard] in
      heard.wait(atMost: limit) { heard in
        let new = heard[looked.withLock { min($0, heard.count) }...]
        looked.withLock { $0 = heard.count }
        return new.first(where: isWanted)
      }
    }
  }

  private static func takeBlocks(from pending: inout [UInt8]) -> [Heard] {
    var blocks: [Heard] = []
    while let end = pending.firstRange(of: Array("\n\n".utf8)) {
      let block = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
      pending.removeSubrange(..<end.upperBound)
      var heard = Heard(id: -1, kind: "", data: [])
      for line in block.split(separator: "\n") {
        if line.hasPrefix("id: ") { heard.id = Int(line.dropFirst(4)) ?? -1 }
        if line.hasPrefix("event: ") { heard.kind = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") { heard.data = Array(line.dropFirst(6).utf8) }
      }
      if !heard.kind.isEmpty { blocks.append(heard) }
    }
    return blocks
  }
}
