import Deadwax
import Demo
import Glibc
import HTTPClient
import Lookup
import TestSupport
import Testing
import VirtualHardware

/// Tests of the client with a server that imitates Discogs' responses and errors.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsClientTests {
  private let library: DemoLibrary
  private let standIn: DiscogsStandIn
  private let folder: TemporaryFolder
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  init() throws {
    library = try DemoLibrary(path: Repository.path("demo/library.json"))
    standIn = try DiscogsStandIn(library: library)
    folder = try TemporaryFolder()
    try folder.write("demo\n", to: "token")
  }

  private func client(
    timeout: Duration = .seconds(10), token: DiscogsToken? = nil, gate: RequestGate = RequestGate()
  ) -> DiscogsClient {
    DiscogsClient(
      baseURL: standIn.url + "/", token: token ?? .file(folder.path("token")),
      http: HTTPClient(userAgent: "Deadwax-test/1", timeout: timeout), gate: gate)
  }

  private func gtin(_ digits: String) throws -> GTIN {
    guard case .gtin(let gtin) = GTIN.read(digits) else { throw TestFailure("\(digits) is no barcode") }
    return gtin
  }

  @Test func `every release of the demo is found and read back as it is`() throws {
    let standIn = try DiscogsStandIn(library: library, limit: 1000)
    let client = DiscogsClient(
      baseURL: standIn.url, token: .file(folder.path("token")), http: HTTPClient(userAgent: "t"),
      gate: RequestGate(RequestBudget(ceiling: 900)))
    for release in library.releases {
      if let barcode = release.barcode {
        let hits = try client.searchBarcode(barcode, priority: .interactive)
        let match = ReleaseMatch(
          hits, for: .init(gtin: barcode, target: ScanTarget(rawValue: release.medium.rawValue) ?? .any))
        #expect(match.candidates.map(\.id) == [release.discogs])
      }
      let read = try client.release(id: release.discogs, priority: .interactive, at: now)
      #expect(read.title == release.title)
      #expect(read.artist == release.artist)
      #expect(read.label == release.label)
      #expect(read.catalogNumber == release.catalogNumber)
      #expect(read.year == release.year)
      #expect(read.country == release.country)
      #expect(read.medium == release.medium)
      #expect(read.detail.formats == release.formats)
      #expect(read.detail.tracks.count == release.tracks.count)
      if let barcode = release.barcode { #expect(read.likeness(to: barcode) == .same) }
    }
  }

  @Test func `a UPC is searched with 12 digits first, and the token is in the header only`() throws {
    _ = try client().searchBarcode(gtin("074646963524"))
    let requests = standIn.requests
    #expect(requests.map(\.target) == ["/database/search?barcode=074646963524&type=release&per_page=100"])
    #expect(requests.map(\.token) == ["demo"])
    #expect(requests.map(\.userAgent) == ["Deadwax-test/1"])
    #expect(!requests.contains { $0.target.contains("demo") })
  }

  @Test func `an unknown barcode is searched in every spelling, and is not an error`() throws {
    #expect(try client().searchBarcode(gtin("036000291452")).isEmpty)
    #expect(
      standIn.requests.map(\.target) == [
        "/database/search?barcode=036000291452&type=release&per_page=100",
        "/database/search?barcode=0036000291452&type=release&per_page=100",
        "/database/search?q=036000291452&type=release&per_page=100",
      ])
    #expect(try client().searchBarcode(gtin("4006381333931")).isEmpty)
    #expect(standIn.requests.count == 5)
  }

  @Test func `a release that does not exist is not found`() throws {
    #expect(throws: LookupError.notFound) { try client().release(id: 999_999_999, at: now) }
  }

  @Test(arguments: [
    (DiscogsStandIn.Fault.unavailable, LookupError.invalidResponse(.unavailable(status: 503)), 1),
    (.tooManyRequests(retryAfter: 30), .rateLimited(retryAfter: .seconds(30)), 1),
    (.tooManyRequests(retryAfter: nil), .rateLimited(retryAfter: nil), 1), (.unauthorized, .invalidToken, 1),
    (.blocked, .invalidResponse(.blocked), 1), (.brokenJSON, .invalidResponse(.unreadable), 2),
    (.empty, .invalidResponse(.unreadable), 2), (.silence, .connectionFailed(.timeout(.answering)), 1),
    (.slow(.seconds(3)), .connectionFailed(.timeout(.answering)), 1),
    (.queryTime, .invalidResponse(.unavailable(status: 500)), 1),
  ])
  func `every fault becomes its own error, after so many requests`(
    fault: DiscogsStandIn.Fault, error: LookupError, requests: Int
  ) throws {
    standIn.fault = fault
    #expect(throws: error) { try client(timeout: .milliseconds(500)).release(id: 288308, at: now) }
    #expect(standIn.requests.count == requests)
  }

  @Test(arguments: [DiscogsStandIn.Fault.brokenJSON, .empty])
  func `one unreadable response is requested again at once`(fault: DiscogsStandIn.Fault) throws {
    standIn.fail(next: 1, with: fault)
    #expect(try client().release(id: 288308, at: now).artist == "George Michael")
    #expect(standIn.requests.count == 2)
  }

  @Test func `a query that times out at Discogs is repeated in the next spelling`() throws {
    standIn.fail(next: 1, with: .queryTime)
    let hits = try client().searchBarcode(gtin("074646963524"))
    // Found by the words; the record does not contain the 13 digits.
    #expect(hits.map(\.id) == [288308])
    #expect(standIn.requests.count == 3)
    standIn.fault = .queryTime
    #expect(throws: LookupError.invalidResponse(.unavailable(status: 500))) {
      try client().searchBarcode(gtin("074646963524"))
    }
  }

  @Test func `no server is a failed connection`() throws {
    let client = client()
    standIn.stop()
    #expect(throws: LookupError.connectionFailed(.refused)) { try client.release(id: 1, at: now) }
  }

  @Test(
    arguments: [
      (nil, LookupError.missingToken), ("", .missingToken), (" \n", .missingToken), ("two words", .invalidToken),
      ("a", .invalidToken), ("tøken", .invalidToken), ("a\u{0}bcd", .invalidToken), ("\"demo\"", .invalidToken),
      ("wrongbutplausible", .invalidToken), (String(repeating: "a", count: 300), .invalidToken),
    ] as [(String?, LookupError)])
  func `a missing token is distinguished from an invalid one`(content: String?, error: LookupError) throws {
    if let content { try folder.write(content, to: "other") }
    let client = client(token: .file(folder.path("other")))
    #expect(throws: error) { try client.identity() }
    #expect(standIn.requests.count == (content == "wrongbutplausible" ? 1 : 0))
  }

  @Test func `a new token is used without a restart`() throws {
    let client = client(token: .file(folder.path("later")))
    #expect(throws: LookupError.missingToken) { try client.identity() }
    try folder.write("demo", to: "later")
    #expect(try client.identity() == "demo")
  }

  @Test func `a token may come from the environment, and there may be none`() async throws {
    #expect(throws: LookupError.missingToken) { try client(token: DiscogsToken.none).identity() }
    await #expect(processExitsWith: .success) {
      let library = try DemoLibrary(path: Repository.path("demo/library.json"))
      let standIn = try DiscogsStandIn(library: library)
      let client = DiscogsClient(
        baseURL: standIn.url, token: .environment("DEADWAX_TEST_TOKEN"), http: HTTPClient(userAgent: "t"))
      #expect(throws: LookupError.missingToken) { try client.identity() }
      setenv("DEADWAX_TEST_TOKEN", "demo", 1)
      #expect(try client.identity() == "demo")
    }
  }

  @Test func `too many requests close the gate for every caller`() throws {
    let gate = RequestGate(RequestBudget(window: .milliseconds(300)))
    standIn.fail(next: 1, with: .tooManyRequests(retryAfter: nil))
    let client = client(gate: gate)
    #expect(throws: LookupError.rateLimited(retryAfter: nil)) { try client.release(id: 288308, at: now) }
    let start = ContinuousClock.now
    #expect(try client.release(id: 288308, at: now).id == 288308)
    #expect(ContinuousClock.now - start > .milliseconds(200))
  }

  @Test func `closing ends the call under way, the one that waits, and all later ones`() async throws {
    let gate = RequestGate(RequestBudget(ceiling: 1, window: .seconds(600)))
    let client = client(timeout: .seconds(60), gate: gate)
    let now = now
    standIn.fault = .silence
    async let first = onLane { Result { () throws(LookupError) in try client.release(id: 1, at: now) } }
    #expect(standIn.wait(forRequests: 1, atMost: .seconds(60)))
    async let second = onLane { Result { () throws(LookupError) in try client.release(id: 1, at: now) } }
    client.close()
    #expect(await first == .failure(.cancelled))
    #expect(await second == .failure(.cancelled))
    #expect(throws: LookupError.cancelled) { try client.release(id: 1, at: now) }
  }
}
