import Deadwax
import Foundation
import Glibc
import HTTPClient
import Log
import Storage
import TestSupport
import Testing
import Threads

/// Tests of access to a running hub, and of the names of its administrators.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct AdministratorTests {
  @Test func `the owner cannot lock the hub for good`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    func exchange() async throws -> (token: String, id: String) {
      let link = try await running.hub.line { $0.contains("/setup#") }
      let secret = try #require(link.split(separator: "#").last.map(String.init))
      let answer = try await running.post("/api/v1/setup", "{\"secret\":\"\(secret)\"}")
      let token = try #require(try JSONValue(answer.body)["token"].text)
      let tokens = try JSONValue(
        try await running.get("/api/v1/tokens", headers: ["authorization": "Bearer \(token)"]).body)["items"].array
      let own = tokens.first { $0["role"].text == "admin" && !$0["revokedAt"].isThere }
      return (token, try #require(own?["id"].text))
    }
    let (token, id) = try await exchange()
    let refused = try await running.send(
      HTTPClientRequest(.delete, running.url + "/api/v1/tokens/\(id)", headers: ["authorization": "Bearer \(token)"]))
    #expect(refused.status == 409)
    #expect(try JSONValue(refused.body)["code"].text == "last-administrator")
    // A hub without an administrator, for any reason, offers the set-up link on its console again.
    try await running.killHubAndStartAgain {
      let database = try Database(
        path: running.folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent)
      let record = try #require(TokenRecord.ID(id))
      #expect(try database.write { try $0.revoke(record) })
      database.close()
    }
    let stale = try await running.get("/api/v1/tokens", headers: ["authorization": "Bearer \(token)"])
    #expect(stale.status == 401)
    let (again, _) = try await exchange()
    #expect(try await running.get("/api/v1/tokens", headers: ["authorization": "Bearer \(again)"]).status == 200)
  }

  @Test func `an administrator without a token gets a new one at a start of the hub`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    func exchange() async throws -> String {
      let link = try await running.hub.line { $0.contains("/setup#") }
      let secret = try #require(link.split(separator: "#").last.map(String.init))
      let answer = try await running.post("/api/v1/setup", "{\"secret\":\"\(secret)\"}")
      return try #require(try JSONValue(answer.body)["token"].text)
    }
    func administrators(as token: String) async throws -> [String] {
      let answer = try await running.get("/api/v1/tokens", headers: ["authorization": "Bearer \(token)"])
      return try JSONValue(answer.body)["items"].array.filter { $0["role"].text == "admin" }.compactMap(\.["name"].text)
    }
    let lost = try await exchange()
    try await running.killHubAndStartAgain()
    // Without the option, a start gives no new access.
    #expect(try await running.post("/api/v1/setup", #"{"secret":"x"}"#).status == 409)
    try await running.killHubAndStartAgain(with: ["--new-administrator"])
    try await running.hub.line(on: .error) { $0.contains("--new-administrator") }
    let new = try await exchange()
    #expect(new != lost)
    #expect(Set(try await administrators(as: new)) == ["set-up", "set-up with --new-administrator"])
    let said = try await running.hub.line(on: .error) { $0.contains("a set-up link was used") }
    #expect(said.contains("set-up with --new-administrator") && !said.contains(new))
    // The first token is still valid: the new administrator decides about it.
    #expect(try await administrators(as: lost).count == 2)
  }

  @Test func `a listener whose token is revoked is cut off`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    let link = try await running.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last.map(String.init))
    let admin = try #require(
      try JSONValue(try await running.post("/api/v1/setup", "{\"secret\":\"\(secret)\"}").body)["token"].text)
    let made = try JSONValue(
      try await running.post(
        "/api/v1/tokens", #"{"name":"wall","role":"reader-only"}"#, headers: ["authorization": "Bearer \(admin)"]
      ).body)
    let (token, id) = (try #require(made["token"].text), try #require(made["id"].text))
    let heard = Heard()
    let url = running.url
    let listening = Task {
      await onLane("listener") {
        let client = HTTPClient(userAgent: "Deadwax-tests/1")
        _ = try? client.stream(
          HTTPClientRequest(.get, url + "/api/v1/events", headers: ["authorization": "Bearer \(token)"])
        ) { _ in
          heard.began.raise()
          return true
        }
      }
    }
    await onLane { heard.began.wait() }
    let gone = try await running.send(
      HTTPClientRequest(.delete, running.url + "/api/v1/tokens/\(id)", headers: ["authorization": "Bearer \(admin)"]))
    #expect(gone.status == 204)
    // The suite's time limit also limits this wait: an open stream would never end.
    await listening.value
  }

  private struct Heard: Sendable { let began = Latch() }

  @Test func `a hub on all addresses prints them, and accepts its own names`() async throws {
    let folder = try TemporaryFolder()
    let hub = try ChildProgram(
      "deadwaxd",
      [
        "--data", folder.path("data"), "--listen", "0.0.0.0:0", "--www", Repository.path("www"), "--docs",
        Repository.path("docs"), "--scanner", "none", "--camera", "none", "--nfc", "none",
      ])
    defer { hub.end() }
    let link = try await hub.line(within: .seconds(60)) { $0.contains("/setup#") }
    let printed = hub.lines().joined(separator: "\n")
    #expect(!printed.contains("0.0.0.0"), "\(printed)")
    let start = try #require(link.firstRange(of: "http://"))
    let authority = String(link[start.upperBound...].prefix { $0 != "/" })
    let port = try #require(authority.split(separator: ":").last.map(String.init))
    let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(60))
    func status(_ host: String) async throws -> Int {
      try await onLane("request") { () -> Result<Int, any Error> in
        Result {
          try client.send(HTTPClientRequest(.get, "http://127.0.0.1:\(port)/healthz", headers: ["host": host])).status
        }
      }.get()
    }
    #expect(try await status(authority) == 200)
    #expect(try await status("\(ProcessInfo.processInfo.hostName.lowercased()):\(port)") == 200)
    #expect(try await status("evil.example:\(port)") == 421)
  }

  @Test func `a thousand idle connections keep no client out`() async throws {
    let running = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { running.end() }
    let port = try #require(running.url.split(separator: ":").last.flatMap { UInt16($0) })
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    files.rlim_cur = min(files.rlim_max, 4096)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    // As many as the hub accepts in total, and twice the limit per address.
    let held = (0..<1024).compactMap { _ in IdleConnection(port: port) }
    #expect(held.count == 1024)
    #expect(try await running.get("/healthz").status == 200)
    #expect(try await running.get("/api/v1/copies").status == 200)
    withExtendedLifetime(held) {}
  }
}

/// A connection that never sends anything.
private final class IdleConnection {
  private let descriptor: Int32

  init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
