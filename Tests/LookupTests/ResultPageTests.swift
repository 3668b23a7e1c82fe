import Deadwax
import HTTPClient
import Log
import Lookup
import TestSupport
import Testing
import Threads

/// Tests of the way from a page of search results, as Discogs sends it, to the match.
@Suite(.timeLimit(.minutes(5)))
struct ResultPageTests {
  /// A client whose requests a function answers, and the paths that it requested.
  private func client(
    _ paths: Locked<[String]>, _ answer: @escaping @Sendable (String) -> (Int, [UInt8])
  ) -> DiscogsClient {
    DiscogsClient(
      baseURL: "https://api.example", token: .text("demo"),
      transport: CatalogueTransport { request, _ in
        let path = request.url.replacing("https://api.example", with: "")
        paths.withLock { $0.append(path) }
        let (status, body) = answer(path)
        return .success(HTTPClientResponse(status: status, headers: [:], body: body))
      }, gate: RequestGate(RequestBudget(ceiling: 900)), cache: nil, now: Timestamp.now, logger: .silent)
  }

  @Test(arguments: MatchFixture.all)
  func `a page gives the match of the rules, with a master, other types and damaged results on it`(
    fixture: MatchFixture
  ) throws {
    var random = SeededRandom(seed: 1207)
    let gtin = try #require(GTIN(key: fixture.key))
    let wish = ReleaseMatch.Wish(gtin: gtin, target: fixture.target, countries: MatchFixture.countries)
    for _ in 0..<200 {
      var page = ResultPage()
      for hit in fixture.hits { page.add(hit, barcode: ResultPage.spelling(of: fixture.key, &random), &random) }
      page.addOthers(barcode: fixture.key)
      page.addDamage()
      let body = page.body(&random)
      let match = ReleaseMatch(try DiscogsAnswer.hits(in: body).value, for: wish)
      try #require(match.candidates.map(\.id) == fixture.order, "\(String(decoding: body, as: UTF8.self))")
      try #require(fixture.order.dropFirst().map { match.reasons[$0] } == fixture.deciding)
      try #require(match.otherMedia.count == fixture.hits.count - fixture.order.count)
    }
  }

  @Test func `the first CD and the first vinyl record come from one page`() throws {
    var random = SeededRandom(seed: 3)
    let fixtures = MatchFixture.all.prefix(2)
    var page = ResultPage()
    for hit in fixtures.flatMap(\.hits) { page.add(hit, barcode: "0 11111 11111 17", &random) }
    page.addOthers(barcode: "0111111111117")
    let (body, paths) = (page.body(&random), Locked<[String]>([]))
    let client = client(paths) { _ in (200, body) }
    let gtin = try #require(GTIN(key: "0111111111117"))
    let countries = MatchFixture.countries
    #expect(try client.firstRelease(barcode: gtin, countries: countries, priority: .interactive).id == 12)
    #expect(try client.firstVinylRelease(barcode: gtin, countries: countries, priority: .interactive).id == 22)
    #expect(Set(paths.withLock { $0 }) == ["/database/search?barcode=111111111117&type=release&per_page=100"])
  }

  @Test func `a cassette is neither the first CD nor the first vinyl record`() throws {
    var random = SeededRandom(seed: 4)
    var page = ResultPage()
    page.add(
      SearchHit(id: 1, title: "A - B", formats: [Format(name: "Cassette")]), barcode: "0111111111117", &random)
    let body = page.body(&random)
    let client = client(Locked([])) { _ in (200, body) }
    let gtin = try #require(GTIN(key: "0111111111117"))
    #expect(throws: LookupError.notFound) {
      try client.firstRelease(barcode: gtin, countries: [], priority: .interactive)
    }
    #expect(throws: LookupError.notFound) {
      try client.firstVinylRelease(barcode: gtin, countries: [], priority: .interactive)
    }
  }

  @Test func `a barcode with more than a hundred releases is read to its last page`() throws {
    var random = SeededRandom(seed: 5)
    var bodies: [[UInt8]] = []
    for number in 1...3 {
      var page = ResultPage()
      for index in 0..<(number == 3 ? 17 : 100) {
        let id = Int64(number * 1000 + index)
        // The release with most owners is on the last page.
        page.add(
          SearchHit(id: id, title: "A - B", formats: [Format(name: "CD")], have: Int(id)), barcode: "0111111111117",
          &random)
      }
      bodies.append(page.body(page: number, of: 3, &random))
    }
    let (pages, paths) = (bodies, Locked<[String]>([]))
    let client = client(paths) { path in
      let number = path.split(separator: "=").last.flatMap { Int($0) } ?? 1
      return (200, pages[number == 100 ? 0 : number - 1])
    }
    let gtin = try #require(GTIN(key: "0111111111117"))
    #expect(try client.searchBarcode(gtin).count == 217)
    #expect(try client.firstRelease(barcode: gtin, countries: [], priority: .background).id == 3016)
    let query = "/database/search?barcode=111111111117&type=release&per_page=100"
    #expect(paths.withLock { Array($0.prefix(3)) } == [query, query + "&page=2", query + "&page=3"])
  }

  @Test func `further pages are not read without a release that has the barcode, or where they do not exist`() throws {
    var random = SeededRandom(seed: 6)
    var other = ResultPage()
    other.add(SearchHit(id: 1, title: "A - B"), barcode: "4006381333931", &random)
    var right = ResultPage()
    right.add(SearchHit(id: 2, title: "A - B"), barcode: "0111111111117", &random)
    let (wrong, hit) = (other.body(of: 90, &random), right.body(of: 90, &random))
    let paths = Locked<[String]>([])
    let gtin = try #require(GTIN(key: "0111111111117"))
    #expect(try client(paths) { _ in (200, wrong) }.searchBarcode(gtin).isEmpty)
    #expect(paths.withLock { $0.count } == 3)
    paths.withLock { $0 = [] }
    // Discogs reports more pages than there are.
    let short = client(paths) { path in
      path.contains("&page=") ? (404, Array(#"{"message":"Page 2 is outside of valid range."}"#.utf8)) : (200, hit)
    }
    #expect(try short.searchBarcode(gtin).map(\.id) == [2])
    #expect(paths.withLock { $0.count } == 2)
  }

  @Test func `releases are searched by title and artist, with every character of them`() throws {
    let paths = Locked<[String]>([])
    let client = client(paths) { _ in (200, Array(#"{"results":[{"id":3,"title":"Sigur Rós - Ágætis"}]}"#.utf8)) }
    let hits = try client.searchReleases(title: "Ágætis & 50%", artist: "Sigur Rós", priority: .interactive)
    #expect(hits.map(\.id) == [3] && hits.first?.title == "Sigur Rós - Ágætis")
    #expect(try client.searchReleases(title: "", artist: "", priority: .interactive).isEmpty)
    #expect(try client.searchReleases(title: "+", artist: "", priority: .interactive).count == 1)
    #expect(
      paths.withLock { $0 } == [
        "/database/search?release_title=%C3%81g%C3%A6tis%20%26%2050%25&artist=Sigur%20R%C3%B3s&type=release&per_page=100",
        "/database/search?release_title=%2B&type=release&per_page=100",
      ])
  }

  @Test func `a master and its releases are read, and a missing one is not found`() throws {
    let paths = Locked<[String]>([])
    let client = client(paths) { path in
      switch path {
      case "/masters/42":
        (200, Array(#"{"id":42,"title":"Planks","year":0,"main_release":"7","versions_url":"x","images":[]}"#.utf8))
      case "/masters/42/versions?per_page=100":
        (
          200,
          Array(
            #"""
            {"pagination":{"pages":1},"versions":[{"id":7,"title":"Planks","catno":"none","country":"US","label":"P",
              "released":"1994-03-00","format":"CD, Album","major_formats":["CD"],"stats":{}},{"title":"no id"},null]}
            """#.utf8)
        )
      default: (404, Array(#"{"message":"Master not found."}"#.utf8))
      }
    }
    let master = try client.master(id: 42, priority: .background)
    #expect(master.title == "Planks" && master.year == nil && master.mainRelease == 7)
    let versions = try client.versions(ofMaster: 42, priority: .background)
    #expect(versions.map(\.id) == [7])
    #expect(versions.first?.catalogNumber == nil && versions.first?.released == "1994-03-00")
    #expect(throws: LookupError.notFound) { try client.master(id: 43, priority: .background) }
    #expect(throws: LookupError.notFound) { try client.versions(ofMaster: 43, priority: .background) }
  }
}
