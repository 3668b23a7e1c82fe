import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Threads
import Wire

/// Tests of the search at Discogs and of the addition of a hit, with a stand-in for Discogs.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsRoutesTests {
  private static let path = "/api/v1/discogs/releases"
  private static let page =
    #"{"pagination":{"page":1,"pages":1,"per_page":50,"items":1},"results":[{"id":52391,"type":"release","title":"A - B","country":"US","year":"1999","catno":"CK 63628","format":["CD"],"formats":[{"name":"CD","qty":"1","descriptions":["Album"]}],"thumb":"https://i.example/t","cover_image":"https://i.example/c","community":{"want":77777,"have":88888}}]}"#

  private static func headers(_ service: APIUnderTest) throws -> [(String, String)] {
    [("host", "127.0.0.1"), ("authorization", "Bearer \(try service.token(.staff))")]
  }

  @Test func `a search returns facts and the attribution, and nothing that stays at Discogs`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    service.discogs.withLock { $0 = (200, Self.page) }
    let answer = try service.answer(
      .get, Self.path, target: "\(Self.path)?search=a%20b&catalogNumber=CK%2063628",
      headers: try Self.headers(service))
    #expect(answer.status == 200, "\(answer.text)")
    for part in [#""number":52391"#, #""catalogNumber":"CK 63628""#, "Data provided by Discogs."] {
      #expect(answer.text.contains(part), "\(part) in \(answer.text)")
    }
    for part in ["i.example", "77777", "88888"] { #expect(!answer.text.contains(part), "\(part)") }
    let sent = service.discogsRequests.withLock { $0 }
    #expect(sent == ["https://api.example/database/search?q=a%20b&catno=CK%2063628&type=release&per_page=50"])
  }

  @Test func `each failure of Discogs is a problem of its own`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let headers = try Self.headers(service)
    let cases: [((status: Int, body: String)?, String)] = [
      (nil, "discogs-unreachable"), ((401, "{}"), "discogs-token-refused"),
      ((422, "{}"), "discogs-response-invalid"),
    ]
    for (response, code) in cases {
      service.discogs.withLock { $0 = response }
      let answer = try service.answer(.get, Self.path, target: "\(Self.path)?search=a", headers: headers)
      #expect(answer.text.contains(#""code":"\#(code)""#), "\(code): \(answer.text)")
    }
    let empty = try service.answer(.get, Self.path, target: "\(Self.path)?search=%20", headers: headers)
    #expect(empty.status == 400, "\(empty.text)")
  }

  @Test func `a wish leaves the wish list with the first copy, and a repeated request adds no second copy`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let headers = try Self.headers(service) + [("content-type", "application/json")]
    func add(_ wishlist: Bool, key: String) throws -> HTTPResponse {
      try service.answer(
        .post, "\(Self.path)/{number}", target: "\(Self.path)/52391", parameters: [("number", "52391")],
        headers: headers + [("idempotency-key", key)], body: #"{"wishlist":\#(wishlist)}"#)
    }
    let wish = try add(true, key: "0193489a-7c1e-7b52-9d4e-2f60c3a1b7d4")
    #expect(wish.status == 201 && wish.text.contains(#""copies":[]"#), "\(wish.text)")
    #expect(try service.database.read { try $0.wishes(limit: 9).count } == 1)
    for _ in 0..<2 {
      let copy = try add(false, key: "0193489a-7c1e-7b52-9d4e-2f60c3a1b7d5")
      #expect(copy.status == 201, "\(copy.text)")
    }
    #expect(try service.database.read { try $0.wishes(limit: 9).count } == 0)
    let list = try service.answer(.get, "/api/v1/releases", headers: headers)
    #expect(list.text.contains(#""total":1"#), "\(list.text)")
  }
}
