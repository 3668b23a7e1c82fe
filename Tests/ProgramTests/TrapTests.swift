import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Testing
import Threads

/// Tests of known faults of similar programs, on the running hub. docs/traps.md has the whole list.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct TrapTests {
  @Test func `each station has its own mode, and a change of one mode changes no other`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    try await library.order(.checkout, at: "one", "mode-changed")
    try await library.order(.return, at: "two", "mode-changed")
    try await library.scan(library.guests[0].card, at: "one", "session-started")
    try await library.lend(library.copies[0], to: 0, at: "one")
    try await library.checkIn(library.copies[0], at: "two")
    #expect(try await hub.json("/api/v1/stations/one")["mode"].text == "check-out")
    #expect(try await hub.json("/api/v1/stations/two")["mode"].text == "return")
  }

  @Test func `of two stations that lend one copy at the same time one succeeds`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    for (index, station) in ["one", "two"].enumerated() {
      try await library.order(.checkout, at: station, "mode-changed")
      try await library.scan(library.guests[index].card, at: station, "session-started")
    }
    for copy in library.copies.prefix(9) {
      let outcomes = try await ["one", "two"].concurrentMap { station in
        let answer = try await hub.post("/api/v1/scans", #"{"code":"\#(copy)","station":"\#(station)"}"#)
        return try JSONValue(answer.body)["outcome"]["code"].text ?? "none"
      }
      #expect(outcomes.count { $0 == "checked-out" } == 1, "\(outcomes)")
      #expect(outcomes.count { $0 == "on-loan-elsewhere" } == 1, "\(outcomes)")
    }
    #expect(try await library.all("/api/v1/loans?state=open&limit=200").count == 9)
  }

  @Test func `a refusal is an error with all its reasons, and opens no loan`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    let guest = library.guests[0].id
    _ = try await library.staff(.put, "/api/v1/borrowers/\(guest)/block", #"{"reason":"asked to come by"}"#)
    try await library.change(guest, #"{"expiresAt":"2020-01-01T00:00:00Z","loanLimit":0}"#)
    let answer = try await library.tryStaff(
      .post, "/api/v1/loans", #"{"code":"\#(library.copies[0])","borrower":"\#(guest)"}"#)
    #expect(answer.status == 409)
    #expect(answer.headers["content-type"] == "application/problem+json")
    let reasons = Set(try JSONValue(answer.body)["reasons"].array.compactMap { $0["code"].text })
    #expect(reasons.isSuperset(of: ["card-blocked", "card-expired", "limit"]), "\(answer.text)")
    #expect(try await library.all("/api/v1/loans?state=open&limit=200").isEmpty)
  }

  @Test func `a yes for one borrower is invalid for another`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    let copy = library.copies[0]
    func lend(to guest: Int, _ token: String? = nil) async throws -> HTTPClientResponse {
      let confirm = token.map { #","confirm":"\#($0)""# } ?? ""
      return try await library.tryStaff(
        .post, "/api/v1/loans", #"{"code":"\#(copy)","borrower":"\#(library.guests[guest].id)"\#(confirm)}"#)
    }
    #expect(try await lend(to: 0).status == 201)
    let prompted = try await lend(to: 1)
    #expect(prompted.status == 409)
    let token = try #require(try JSONValue(prompted.body)["token"].text)
    #expect(try await lend(to: 2, token).status == 409)
    #expect(try await lend(to: 1, token + "x").status != 201)
    #expect(try await lend(to: 1, token).status == 201)
    // The token was for that moment: after a change, a new confirmation is required.
    #expect(try await lend(to: 1, token).status == 409)
    let open = try await library.all("/api/v1/loans?state=open&limit=200")
    #expect(open.map { $0["borrower"]["id"].text } == [library.guests[1].id])
  }

  @Test func `a client's own data about a copy is ignored`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    // A client cannot dictate the outcome of a scan.
    let believed = try await hub.post(
      "/api/v1/scans",
      #"{"code":"\#(library.copies[0])","expected":"checked-out","borrower":"\#(library.guests[0].id)"}"#)
    #expect(believed.status == 422)
    // A client cannot change a record of which it has not seen the current version.
    let path = "/api/v1/borrowers/\(library.guests[0].id)"
    let seen = try #require(try await library.version(of: path))
    try await library.change(library.guests[0].id, #"{"note":"one"}"#)
    #expect(try await library.tryStaff(.patch, path, #"{"note":"two"}"#, ifMatch: seen).status == 412)
    #expect(try await library.tryStaff(.patch, path, #"{"note":"two"}"#).status == 428)
    #expect(try await library.asStaff(path)["note"].text == "one")
  }

  @Test func `an absent field is unchanged, and a required one cannot be cleared`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    let path = "/api/v1/borrowers/\(library.guests[0].id)"
    try await library.change(library.guests[0].id, #"{"email":"gast@example.org","note":"knocks twice"}"#)
    let before = try await library.asStaff(path)
    try await library.change(library.guests[0].id, "{}")
    try await library.change(library.guests[0].id, #"{"note":"knocks once"}"#)
    for bad in [#"{"name":""}"#, #"{"name":null}"#, #"{"name":"  "}"#, #"{"shortName":""}"#, #"{"group":""}"#] {
      let version = try await library.version(of: path)
      #expect(try await library.tryStaff(.patch, path, bad, ifMatch: version).status == 422, "\(bad)")
    }
    let after = try await library.asStaff(path)
    for field in ["name", "shortName", "group", "email"] {
      #expect(after[field].text == before[field].text, "\(field)")
    }
    #expect(after["note"].text == "knocks once")
    // Entering and leaving mode shelve without a record does not remove one from its place, either.
    let copy = try #require(try await hub.json("/api/v1/copies?limit=200")["items"].array.first { $0["slot"].isThere })
    let id = try #require(copy["id"].text)
    for command in [Command.shelve, .end, .lookup] { try await library.scan(command.code, at: "one") }
    #expect(try await hub.json("/api/v1/copies/\(id)")["slot"].text == copy["slot"].text)
  }

  @Test func `a token in an address is not accepted, and the hub prints no token`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    let token = library.token
    for name in ["token", "access_token", "api_key", "key"] {
      let answer = try await hub.get("/api/v1/borrowers?\(name)=\(token)")
      #expect(answer.status == 401 || answer.status == 403 || answer.status == 400, "\(name)")
    }
    #expect(try await hub.get("/api/v1/borrowers", headers: ["authorization": "Bearer \(token)"]).status == 200)
    // The browser sends nothing after the # of the set-up link, and the link is printed once.
    let printed = hub.hub.lines() + hub.hub.lines(on: .error)
    #expect(printed.count { $0.contains("/setup#") } == 1)
    #expect(printed.allSatisfy { !$0.contains(token) })
    // A card number is sent in a body, never in a URL.
    let found = try await library.staff(.post, "/api/v1/borrowers/find", #"{"card":"\#(library.guests[0].card)"}"#)
    #expect(found["id"].text == library.guests[0].id)
  }

  @Test func `a Discogs that accepts every request and never responds delays no scan`() async throws {
    let silence = try Silence()
    let hub = try await HubUnderTest(
      withHardware: false, ["--nfc", "none", "--discogs-url", silence.url, "--discogs-token", "demo"])
    defer { hub.end() }
    var random = SeededRandom(seed: 20_261_125)
    _ = try await hub.post("/api/v1/scans", #"{"code":"\#(Command.add.code)"}"#)
    func add() async throws {
      let barcode = Self.barcode(&random)
      let answer = try await hub.post("/api/v1/scans", #"{"code":"\#(barcode)","symbology":"EAN-13"}"#)
      #expect(try JSONValue(answer.body)["outcome"]["code"].text == "added-unresolved")
    }
    try await add()
    // From now on a request is in progress, and remains so for the whole test.
    #expect(await silence.isRequested(within: .seconds(60)))
    for _ in 0..<20 { try await add() }
    #expect(try await hub.scans().count == 22)
  }

  @Test func `counts are never negative, even if many stations check in one copy at once`() async throws {
    let (hub, library) = try await open()
    defer { hub.end() }
    let stations = ["back-1", "back-2", "back-3"]
    for station in stations { try await library.order(.return, at: station, "mode-changed") }
    try await library.order(.checkout, at: "out", "mode-changed")
    for copy in library.copies.prefix(8) {
      try await library.scan(library.guests[0].card, at: "out", "session-started")
      try await library.lend(copy, to: 0, at: "out")
      try await library.order(.end, at: "out", "session-ended")
      let outcomes = try await stations.concurrentMap { station in
        let answer = try await hub.post("/api/v1/scans", #"{"code":"\#(copy)","station":"\#(station)"}"#)
        return try JSONValue(answer.body)["outcome"]["code"].text ?? "none"
      }
      #expect(outcomes.count { $0 == "returned" } == 1, "\(outcomes)")
      #expect(outcomes.count { $0 == "not-on-loan" } == 2, "\(outcomes)")
    }
    let guest = try await library.asStaff("/api/v1/borrowers/\(library.guests[0].id)")
    #expect(guest["open"].int == 0)
    #expect(try await library.all("/api/v1/loans?state=returned&limit=200").count == 8)
  }

  @Test func `a printer program that never ends blocks no request`() async throws {
    let folder = try TemporaryFolder()
    let printer = try folder.write("#!/bin/sh\necho begun >\"$0.begun\"\nexec sleep 1000\n", to: "printer")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: printer)
    let (hub, library) = try await open(["--receipt-command", printer])
    defer { hub.end() }
    try await library.order(.checkout, at: "one", "mode-changed")
    for guest in 0..<3 {
      try await library.scan(library.guests[guest].card, at: "one", "session-started")
      try await library.lend(library.copies[guest], to: guest, at: "one")
      let session = try #require(try await hub.json("/api/v1/stations/one")["session"]["id"].text)
      try await library.order(.end, at: "one", "session-ended")
      let answer = try await hub.post("/api/v1/sessions/\(session)/print", "")
      #expect(answer.status == 202, "\(answer.text)")
      // The station continues before the printer has reported anything, and each session has its receipt on the screen.
      #expect(try await hub.get("/api/v1/sessions/\(session)/receipt").status == 200)
    }
    try await eventually(within: .seconds(60), "the printer was asked") {
      FileManager.default.fileExists(atPath: printer + ".begun")
    }
  }

  // MARK: - Library

  /// Starts a hub without readers, with three borrowers with cards, and ten copies.
  private func open(_ more: [String] = []) async throws -> (HubUnderTest, Evening) {
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"] + more)
    let library = try await Evening(hub)
    var random = SeededRandom(seed: 20_261_126)
    try await library.enrol(3, &random)
    try await library.mergeJournal(10, at: "intake")
    return (hub, library)
  }

  /// Returns a barcode that no release has.
  private static func barcode(_ random: inout SeededRandom) -> String {
    let body = "49" + (0..<10).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    return (0...9).map { body + "\($0)" }.first { GTIN(key: $0) != nil } ?? body
  }
}

extension Evening {
  /// Returns the ETag of a record, for `If-Match`.
  func version(of path: String) async throws -> String? { try await tryStaff(.get, path).headers["etag"] }

  /// Changes the current version of a borrower.
  func change(_ borrower: String, _ json: String) async throws {
    let path = "/api/v1/borrowers/\(borrower)"
    let answer = try await tryStaff(.patch, path, json, ifMatch: try await version(of: path))
    guard answer.status == 200 else { throw TestFailure("\(json): \(answer.status) \(answer.text)") }
  }
}

extension Array where Element: Sendable {
  /// Applies a function to all elements concurrently; the results are in no order.
  fileprivate func concurrentMap<Result: Sendable>(
    _ body: @escaping @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup { group in
      for element in self { group.addTask { try await body(element) } }
      var results: [Result] = []
      for try await result in group { results.append(result) }
      return results
    }
  }
}

/// A server that accepts every connection and never responds.
private final class Silence: Sendable {
  private let socket: Int32
  let url: String

  init() throws {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard bind(socket, address, length) == 0, listen(socket, 16) == 0 else { return -1 }
        return getsockname(socket, address, &length)
      }
    }
    guard code == 0 else { throw TestFailure("no socket: \(String(cString: strerror(errno)))") }
    self.socket = socket
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
  }

  deinit { close(socket) }

  /// Returns true if a client has connected; the kernel has accepted the connection and the request.
  func isRequested(within limit: Duration) async -> Bool {
    let milliseconds = Int32(limit / .milliseconds(1))
    return await onLane("silence") { [socket] in
      var file = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return poll(&file, 1, milliseconds) == 1
    }
  }
}
