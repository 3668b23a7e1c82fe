import Deadwax
import Foundation
import HTTPClient
import Log
import Lookup
import TestSupport
import Testing
import Threads

/// Tests of the files of raw responses, by the requests that a client sends or saves.
@Suite(.timeLimit(.minutes(5)))
struct AnswerCacheTests {
  private final class Fixture: Sendable {
    let requests = Locked<[Int64]>([])
    let now = Locked(Timestamp(milliseconds: 1_700_000_000_000))
    let folder: TemporaryFolder
    let client: DiscogsClient

    init(limit: Int = 1 << 20) throws {
      folder = try TemporaryFolder("deadwax-answers", inMemory: true)
      let (requests, now) = (requests, now)
      client = DiscogsClient(
        baseURL: "https://api.example", token: .text("verysecrettoken"),
        transport: CatalogueTransport { request, _ in
          let id = request.url.split(separator: "/").last.flatMap { Int64($0) } ?? 0
          requests.withLock { $0.append(id) }
          let body = #"{"id":\#(id),"title":"\#(String(repeating: "a", count: 1000))"}"#
          return .success(HTTPClientResponse(status: 200, headers: [:], body: Array(body.utf8)))
        }, gate: RequestGate(RequestBudget(ceiling: 900)),
        cache: AnswerCache(folder: folder.path("answers"), limit: limit), now: { now.withLock { $0 } }, logger: .silent)
    }

    /// Fetches a release, and returns true if that needed a request.
    func isRequested(_ id: Int64) throws -> Bool {
      let before = requests.withLock { $0.count }
      #expect(try client.release(id: id, at: now.withLock { $0 }).id == id)
      return requests.withLock { $0.count } > before
    }

    func pass(_ time: Duration) { now.withLock { $0 = $0 + time } }

    var files: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("answers")).sorted() }
    }
  }

  @Test func `the oldest responses are deleted until the rest fits`() throws {
    let fixture = try Fixture(limit: 3500)
    for id in Int64(1)...5 {
      #expect(try fixture.isRequested(id))
      fixture.pass(.seconds(1))
    }
    // Three responses of about 1,050 bytes fit.
    #expect(try fixture.files.count == 3)
    #expect(try [5, 4, 3].map { try fixture.isRequested($0) } == [false, false, false])
    #expect(try fixture.isRequested(1))
    #expect(try fixture.isRequested(3))
  }

  @Test func `a response that is larger than the whole cache is not stored`() throws {
    let fixture = try Fixture(limit: 500)
    #expect(try fixture.isRequested(1))
    #expect(try fixture.files.isEmpty)
    #expect(try fixture.isRequested(1))
  }

  @Test func `a response is deleted after thirty days`() throws {
    let fixture = try Fixture()
    #expect(try fixture.isRequested(1))
    fixture.pass(.seconds(29 * 86_400))
    #expect(try fixture.isRequested(2))
    #expect(try fixture.files.count == 2)
    fixture.pass(.seconds(2 * 86_400))
    #expect(try fixture.isRequested(3))
    #expect(try fixture.files.count == 2)
  }

  @Test func `a response is not fresh if the clock was set back behind it`() throws {
    let fixture = try Fixture()
    #expect(try fixture.isRequested(1))
    fixture.pass(.seconds(-3600))
    #expect(try fixture.isRequested(1))
    #expect(try !fixture.isRequested(1))
  }

  @Test(arguments: ["", "\n", "deadwax-answer 1\n1700000000000\n/releases/1\n{\"id\":1,\"title\":\"a\"}", "{}"])
  func `a file that is damaged or of another version counts as missing`(content: String) throws {
    let fixture = try Fixture()
    #expect(try fixture.isRequested(1))
    let file = fixture.folder.path("answers/\(try #require(try fixture.files.first))")
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try fixture.isRequested(1))
    #expect(try !fixture.isRequested(1))
  }

  @Test func `a file of another request, or with a body that is cut off, is no response`() throws {
    let fixture = try Fixture()
    #expect(try fixture.isRequested(1))
    let first = fixture.folder.path("answers/\(try #require(try fixture.files.first))")
    #expect(try fixture.isRequested(2))
    let second = fixture.folder.path("answers/\(try #require(try fixture.files.first { !first.hasSuffix($0) }))")
    try FileManager.default.removeItem(atPath: second)
    try FileManager.default.copyItem(atPath: first, toPath: second)
    #expect(try fixture.isRequested(2))
    let whole = try #require(FileManager.default.contents(atPath: first))
    try whole.prefix(500).write(to: URL(fileURLWithPath: first))
    #expect(try fixture.isRequested(1))
  }

  @Test func `a file is the hub's alone, and has no token`() throws {
    let fixture = try Fixture()
    #expect(try fixture.isRequested(1))
    let file = fixture.folder.path("answers/\(try #require(try fixture.files.first))")
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    let content = try #require(FileManager.default.contents(atPath: file))
    #expect(!String(decoding: content, as: UTF8.self).contains("verysecrettoken"))
  }
}
