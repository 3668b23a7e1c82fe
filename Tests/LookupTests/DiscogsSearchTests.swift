import Deadwax
import HTTPClient
import Log
import Lookup
import TestSupport
import Testing
import Threads

/// Tests of searches at Discogs for people who wait.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsSearchTests {
  private static let empty = #"{"pagination":{"items":0},"results":[]}"#
  private static let page = #"{"results":[{"id":7,"title":"A - B","barcode":["DWX-001-A"]}]}"#

  /// A search whose requests a function answers.
  private final class Fixture: Sendable {
    let paths = Locked<[String]>([])
    let isAway = Locked(false)
    let now = Locked(Timestamp(milliseconds: 1_700_000_000_000))
    let folder: TemporaryFolder
    let search: DiscogsSearch

    init(
      budget: RequestBudget = RequestBudget(), patience: Duration = .seconds(10),
      _ answer: @escaping @Sendable (String) -> String
    ) throws {
      folder = try TemporaryFolder("deadwax-answers", inMemory: true)
      let (paths, isAway, now) = (paths, isAway, now)
      search = DiscogsSearch(
        client: DiscogsClient(
          baseURL: "https://api.example", token: .text("demo"),
          transport: CatalogueTransport { request, _ in
            let path = request.url.replacing("https://api.example/database/search?", with: "")
            paths.withLock { $0.append(path) }
            guard !isAway.withLock({ $0 }) else { return .failure(.unreachable) }
            return .success(HTTPClientResponse(status: 200, headers: [:], body: Array(answer(path).utf8)))
          }, gate: RequestGate(budget), cache: AnswerCache(folder: folder.path("answers")),
          now: { now.withLock { $0 } },
          logger: .silent), patience: patience)
    }

    func find(
      words: String = "", title: String = "", artist: String = "", catalogNumber: String = ""
    ) throws -> DiscogsSearch.Found {
      let found = Monitor<Result<DiscogsSearch.Found, LookupError>?>(nil)
      let criteria = DiscogsSearch.Criteria(words: words, title: title, artist: artist, catalogNumber: catalogNumber)
      #expect(search.begin(criteria) { result in found.update { $0 = result } })
      return try found.wait { $0 }.get()
    }
  }

  @Test func `a number that no words find is a catalogue number, a number in the run-out, or one without punctuation`()
    throws
  {
    let rows: [(field: String, sent: [String])] = [
      ("q=", ["q=DWX-001.A"]), ("catno=DWX-", ["q=DWX-001.A", "catno=DWX-001.A"]),
      ("barcode=", ["q=DWX-001.A", "catno=DWX-001.A", "barcode=DWX-001.A"]),
      ("catno=DWX0", ["q=DWX-001.A", "catno=DWX-001.A", "barcode=DWX-001.A", "catno=DWX001A"]),
    ]
    for row in rows {
      let fixture = try Fixture { $0.hasPrefix(row.field) ? Self.page : Self.empty }
      defer { fixture.search.stop() }
      #expect(try fixture.find(words: "DWX-001.A").hits.map(\.number) == [7])
      #expect(fixture.paths.withLock { $0 } == row.sent.map { $0 + "&type=release&per_page=50" })
    }
  }

  @Test func `words without a digit, and other criteria, are asked once`() throws {
    let fixture = try Fixture { _ in Self.empty }
    defer { fixture.search.stop() }
    #expect(try fixture.find(words: "no such words").hits.isEmpty)
    #expect(try fixture.find(words: "1999", artist: "Prince").hits.isEmpty)
    #expect(try fixture.find(words: "ABC123").hits.isEmpty)
    #expect(
      fixture.paths.withLock { $0.map { $0.replacing("&type=release&per_page=50", with: "") } } == [
        "q=no%20such%20words", "q=1999&artist=Prince", "q=ABC123", "catno=ABC123", "barcode=ABC123",
      ])
  }

  @Test func `a search for which Discogs' limit leaves no request says when to search again, at once`() throws {
    let fixture = try Fixture(budget: RequestBudget(ceiling: 3)) { _ in Self.empty }
    defer { fixture.search.stop() }
    #expect(try fixture.find(words: "no such words").hits.isEmpty)
    // The third request of this search is one too many.
    let error = #expect(throws: LookupError.self) { try fixture.find(words: "DWX-001.A") }
    guard case .rateLimited(let delay?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(delay > .seconds(2) && delay <= .seconds(60))
    #expect(fixture.paths.withLock { $0.count } == 3)
  }

  @Test func `a search that has waited too long for those before it is not sent, and its person reads when to search`()
    throws
  {
    let fixture = try Fixture(patience: .zero) { _ in Self.page }
    defer { fixture.search.stop() }
    #expect(throws: LookupError.rateLimited(retryAfter: .zero)) { try fixture.find(words: "a") }
    #expect(fixture.paths.withLock { $0.isEmpty })
  }

  @Test func `a stored response has its time, and serves while Discogs is away`() throws {
    let fixture = try Fixture { _ in Self.page }
    defer { fixture.search.stop() }
    let first = fixture.now.withLock { $0 }
    #expect(try fixture.find(words: "a").fetchedAt == nil)
    #expect(try fixture.find(words: "a").fetchedAt == first)
    fixture.isAway.withLock { $0 = true }
    fixture.now.withLock { $0 = $0 + .seconds(86_400) }
    let old = try fixture.find(words: "a")
    #expect(old.hits.map(\.number) == [7] && old.fetchedAt == first)
    #expect(throws: LookupError.connectionFailed(.unreachable)) { try fixture.find(words: "b") }
    #expect(fixture.paths.withLock { $0.count } == 3)
  }
}
