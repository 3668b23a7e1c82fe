import Catalogue
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@testable import API

/// Tests of the cache of responses to list requests, and of the lists that are answered through it.
@Suite(.timeLimit(.minutes(5)))
struct ListCacheTests {
  /// A cache over a database, with a producer that counts its calls.
  private final class Cached {
    let service: APIUnderTest
    let cache: ListCache
    private(set) var calls = 0

    init() throws {
      service = try APIUnderTest()
      cache = ListCache(versions: ListVersions(database: service.database))
    }

    deinit { service.end() }

    /// Returns the response to a request. Each response that the producer makes has another text, of that many bytes.
    func get(
      _ target: String, as role: Role = .staff, station: String? = nil, from tables: ListTables = .releases,
      bytes: Int = 20
    ) throws -> String {
      let caller = Access.Caller(role: role, name: "test", station: station.flatMap { Station.Name($0) })
      let request = HTTPRequest(
        method: .get, target: target, headers: [("host", "x")], body: [], peerIsLoopback: true,
        parameters: PathParameters([]))
      return try cache.answer(request, caller, from: tables) {
        calls += 1
        let text = "\(calls) "
        return HTTPResponse(
          status: 200, body: .bytes(Array((text + String(repeating: "x", count: bytes - text.count)).utf8)))
      }.text
    }

    /// Adds a release, and in it a copy if it is given a number.
    func add(copy number: Int? = nil) throws {
      try service.database.write { transaction in
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: "T", artist: "A")
        try transaction.insert(release)
        guard let number else { return }
        try transaction.insert(
          Copy(
            id: transaction.newID(), release: release.id, number: number,
            code: OwnCode(.copy, number: UInt64(number)), addedAt: transaction.now))
      }
    }
  }

  @Test func `the same request twice calls its producer once`() throws {
    let cached = try Cached()
    let first = try cached.get("/api/v1/releases?limit=20")
    #expect(try cached.get("/api/v1/releases?limit=20") == first)
    #expect(cached.calls == 1)
  }

  @Test func `another role, station, path or query is not served the response to an earlier request`() throws {
    let cached = try Cached()
    var answers = [
      try cached.get("/api/v1/releases?limit=20"), try cached.get("/api/v1/releases?limit=20", as: .admin),
      try cached.get("/api/v1/releases?limit=20", as: .readerOnly),
      try cached.get("/api/v1/releases?limit=20", as: .station),
      try cached.get("/api/v1/releases?limit=20", as: .station, station: "desk"),
      try cached.get("/api/v1/releases?limit=20", as: .station, station: "door"),
    ]
    for target in [
      "/api/v1/releases", "/api/v1/copies?limit=20", "/api/v1/releases?limit=21", "/api/v1/releases?limit=20&q=a",
      "/api/v1/releases?limit=20&q=b", "/api/v1/releases?limit=20&station=a", "/api/v1/releases?limit=20&cursor=a",
      "/api/v1/releases?limit=20&q=", "/api/v1/releases?limit=20&cursor=",
    ] { answers.append(try cached.get(target)) }
    #expect(Set(answers).count == answers.count && cached.calls == answers.count)
    // Each of them has its own response in the cache.
    #expect(try cached.get("/api/v1/releases?limit=20") == answers[0])
    #expect(try cached.get("/api/v1/releases?limit=20", as: .station, station: "door") == answers[5])
    #expect(cached.calls == answers.count)
  }

  @Test func `a value that looks like a second parameter has its own response`() throws {
    let cached = try Cached()
    let one = try cached.get("/api/v1/copies?a=x%266:medium%3Dcd")
    #expect(try cached.get("/api/v1/copies?a=x&medium=cd") != one)
  }

  /// The limit is 128 KiB.
  @Test func `a response above the limit of an entry is not stored, and one of exactly the limit is`() throws {
    let cached = try Cached()
    let limit = 131_072
    let first = try cached.get("/api/v1/releases", bytes: limit)
    #expect(try cached.get("/api/v1/releases", bytes: limit) == first && cached.calls == 1)
    let second = try cached.get("/api/v1/releases?limit=2", bytes: limit + 1)
    #expect(second.utf8.count == limit + 1)
    #expect(try cached.get("/api/v1/releases?limit=2", bytes: limit + 1) != second && cached.calls == 3)
  }

  @Test func `a write to a table of the list ends its response, and a write to another table does not`() throws {
    let cached = try Cached()
    let first = try cached.get("/api/v1/releases")
    let all = try cached.get("/api/v1/places", from: .all)
    try cached.service.database.write { try $0.set("a-setting", to: "1") }
    #expect(try cached.get("/api/v1/releases") == first)
    #expect(try cached.get("/api/v1/places", from: .all) != all)
    try cached.add()
    let second = try cached.get("/api/v1/releases")
    #expect(second != first)
    #expect(try cached.get("/api/v1/releases") == second)
  }

  @Test func `a write while the response is made ends it`() throws {
    let cached = try Cached()
    let caller = Access.Caller(role: .staff, name: "test")
    let request = HTTPRequest(
      method: .get, target: "/api/v1/releases", headers: [("host", "x")], body: [], peerIsLoopback: true,
      parameters: PathParameters([]))
    // The list was read before the write, and the response is stored after it.
    let early = try cached.cache.answer(request, caller, from: .releases) {
      try cached.add()
      return HTTPResponse(status: 200, body: .bytes(Array("without".utf8)))
    }
    #expect(early.text == "without")
    #expect(try cached.get("/api/v1/releases") != "without" && cached.calls == 1)
  }

  @Test func `an error of the producer is not stored`() throws {
    let cached = try Cached()
    let caller = Access.Caller(role: .staff, name: "test")
    let request = HTTPRequest(
      method: .get, target: "/api/v1/releases", headers: [("host", "x")], body: [], peerIsLoopback: true,
      parameters: PathParameters([]))
    #expect(throws: TestFailure.self) {
      try cached.cache.answer(request, caller, from: .releases) { throw TestFailure("no") }
    }
    #expect(try cached.get("/api/v1/releases").hasPrefix("1 "))
  }

  @Test func `a scan is listed in the language that its station has now`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.scan(library.copies[0].code)
    func title() throws -> String {
      let answer = try library.request(.get, "/scans", query: "?limit=1")
      let item = try #require((answer.json["items"] as? [[String: Any]])?.first)
      return try #require((item["outcome"] as? [String: Any])?["title"] as? String)
    }
    let english = try title()
    #expect(try title() == english)
    try setLanguage("de", library)
    let german = try title()
    #expect(german != english)
    try setLanguage("en", library)
    #expect(try title() == english)
  }

  /// Changes the language of the station alone.
  private func setLanguage(_ language: String, _ library: LendingLibrary) throws {
    let name = [("name", "desk")]
    var policy = try library.request(.get, "/stations/{name}/policy", name, as: .admin).json
    policy["language"] = language
    policy["version"] = nil
    let body = String(decoding: try JSONSerialization.data(withJSONObject: policy), as: UTF8.self)
    let answer = try library.request(
      .put, "/stations/{name}/policy", name, body: body, headers: [("if-match", "*")], as: .admin)
    #expect(answer.status == 200, "\(answer.text)")
  }
}
