import Deadwax
import Demo
import HTTPClient
import TestSupport
import Testing
import VirtualHardware

@Suite(.timeLimit(.minutes(5)))
struct DiscogsStandInTests {
  private let standIn: DiscogsStandIn
  private let library: DemoLibrary
  private let http = HTTPClient(userAgent: "Deadwax-test/1", timeout: .seconds(60))

  init() throws {
    library = try DemoLibrary(path: Repository.path("demo/library.json"))
    standIn = try DiscogsStandIn(library: library)
  }

  private func get(_ target: String, token: String? = "demo") throws -> HTTPClientResponse {
    var request = HTTPClientRequest(.get, standIn.url + target)
    if let token { request.headers.add("Authorization", "Discogs token=\(token)") }
    return try http.send(request)
  }

  @Test func `every release of the demo is found by its barcode and fetched by its number`() throws {
    let standIn = try DiscogsStandIn(library: library, limit: 1000)
    for release in library.releases {
      let headers: HTTPClientHeaders = ["Authorization": "Discogs token=demo"]
      let fetched = try http.send(
        HTTPClientRequest(.get, "\(standIn.url)/releases/\(release.discogs)", headers: headers))
      #expect(fetched.status == 200)
      #expect(fetched.text.contains(#""id":\#(release.discogs)"#))
      guard let barcode = release.barcode else { continue }
      let digits = barcode.upcA ?? barcode.key
      let found = try http.send(
        HTTPClientRequest(
          .get, "\(standIn.url)/database/search?barcode=\(digits)&type=release&per_page=100", headers: headers))
      #expect(found.text.contains(#""id":\#(release.discogs)"#))
      #expect(found.text.contains(#""items":1"#))
    }
  }

  @Test func `an answer has Discogs' headers and counts down`() throws {
    let first = try get("/releases/288308")
    #expect(first.headers["content-type"] == "application/json")
    #expect(first.headers["X-Discogs-Ratelimit"] == "60")
    #expect(first.headers["x-discogs-ratelimit-used"] == "1")
    #expect(first.headers["x-discogs-ratelimit-remaining"] == "59")
    #expect(try get("/releases/288308").headers["x-discogs-ratelimit-remaining"] == "58")
  }

  @Test func `a release has the shape of Discogs' own`() throws {
    let text = try get("/releases/288308").text
    for part in [
      #""status":"Accepted""#, #""qty":"2""#, #""type_":"heading""#, #""value":"0 7464-69635-2 4""#, #""uri150":"""#,
      #""released":"1998-00-00""#, #""lowest_price":null"#, #""catno":"E2K 69635""#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try get("/releases/1287017").text.contains(#""sub_tracks":[{"#))
  }

  @Test(arguments: [
    ("/database/search?barcode=074646963524&type=release", 200, #""items":1"#),
    // The record has no spelling with 13 digits.
    ("/database/search?barcode=0074646963524&type=release", 200, #""items":0"#),
    ("/database/search?barcode=0%207464-69635-2%204&type=release", 200, #""items":1"#),
    ("/database/search?barcode=074646963524&type=master", 200, #""items":0"#),
    // Every example barcode has four pressings of its own.
    ("/database/search?barcode=9520000123451&type=release", 200, #""items":4"#),
    ("/database/search?barcode=9520000123451&type=master", 200, #""items":0"#),
    ("/releases/990123453", 200, #""country":"Japan""#), ("/releases/990123454", 404, "does not exist"),
    ("/database/search?q=george+ladies&type=release", 200, #""items":1"#),
    ("/database/search?q=david+bowie&per_page=1&page=2", 200, #""pages":2"#),
    ("/database/search?q=david+bowie&page=2", 404, "outside of valid range"),
    ("/database/search", 200, #""items":0"#), ("/releases/99999999", 404, "does not exist"),
    ("/releases/x", 404, "does not exist"), ("/oauth/identity", 200, #""username":"demo""#),
    ("/users/demo/collection/folders/0/releases?per_page=1", 200, #""instance_id":900000"#),
    ("/users/demo/wants", 200, #""wants":[{"#), ("/users/demo/wants?page=9", 404, "outside of valid range"),
    ("/users/other/wants", 404, "does not exist"), ("/nothing", 404, "message"),
  ])
  func `requests are answered as Discogs answers them`(target: String, status: Int, part: String) throws {
    let response = try get(target)
    #expect(response.status == status)
    #expect(response.text.contains(part), "\(response.text)")
  }

  private func change(_ method: HTTPClientRequest.Method, _ target: String) throws -> HTTPClientResponse {
    try http.send(
      HTTPClientRequest(method, standIn.url + target, headers: ["Authorization": "Discogs token=demo"]))
  }

  @Test func `copies and wishes are added and removed as at Discogs`() throws {
    #expect(try get("/users/demo/collection/folders").text.contains(#""name":"Lending""#))
    #expect(try get("/users/demo/collection/folders/2").text.contains(#""count":0"#))
    #expect(try get("/users/demo/collection/folders/9").status == 404)
    let release = library.releases[1].discogs
    #expect(try get("/users/demo/collection/releases/\(release)").text.contains(#""releases":[]"#))
    // Each addition is another instance.
    let path = "/users/demo/collection/folders/2/releases/\(release)"
    let added = try (1...2).map { _ in try change(.post, path) }
    #expect(added.map(\.status) == [201, 201])
    let instance = 900_000 + (library.releases.count + 1) / 2 + 1
    #expect(added[0].text.contains(#""instance_id":\#(instance)"#), "\(added[0].text)")
    #expect(try get("/users/demo/collection/releases/\(release)").text.contains(#""items":2"#))
    #expect(try get("/users/demo/collection/folders/2").text.contains(#""count":2"#))
    #expect(try change(.post, "/users/demo/collection/folders/0/releases/\(release)").status == 404)
    #expect(try change(.post, "/users/demo/collection/folders/1/releases/99999999").status == 404)
    let elsewhere = path.replacing("/folders/2/", with: "/folders/1/")
    #expect(try change(.delete, "\(elsewhere)/instances/\(instance)").status == 404)
    let gone = try (1...2).map { _ in try change(.delete, "\(path)/instances/\(instance)").status }
    #expect(gone == [204, 404])
    // A repeated wish changes nothing.
    #expect(try (1...2).map { _ in try change(.put, "/users/demo/wants/\(release)").status } == [201, 201])
    #expect(try (1...2).map { _ in try change(.delete, "/users/demo/wants/\(release)").status } == [204, 404])
  }

  @Test func `a search needs a token, and only the right one is taken`() throws {
    #expect(try get("/database/search?barcode=1", token: nil).status == 401)
    #expect(try get("/oauth/identity", token: nil).status == 401)
    #expect(try get("/releases/288308", token: nil).headers["x-discogs-ratelimit"] == "25")
    #expect(try get("/releases/288308", token: "wrong").status == 401)
  }

  @Test(arguments: [
    (DiscogsStandIn.Fault.unavailable, 503, "<!DOCTYPE"), (.tooManyRequests(retryAfter: nil), 429, "too quickly"),
    (.unauthorized, 401, "Invalid consumer token"), (.blocked, 403, "<!DOCTYPE"), (.brokenJSON, 200, "Cut o"),
    (.empty, 200, ""), (.queryTime, 500, "Query time"),
  ])
  func `faults come on demand and go again`(fault: DiscogsStandIn.Fault, status: Int, part: String) throws {
    standIn.fault = fault
    let response = try get("/releases/288308")
    #expect(response.status == status)
    #expect(part.isEmpty ? response.body.isEmpty : response.text.contains(part))
    standIn.fault = nil
    #expect(try get("/releases/288308").status == 200)
    standIn.fail(next: 2, with: fault)
    let statuses = try (0..<3).map { _ in try get("/releases/288308").status }
    #expect(statuses == [status, status, 200])
  }

  @Test func `a refusal may say how long to wait`() throws {
    standIn.fault = .tooManyRequests(retryAfter: 7)
    #expect(try get("/releases/288308").headers["Retry-After"] == "7")
    standIn.fault = .tooManyRequests(retryAfter: nil)
    #expect(try get("/releases/288308").headers["Retry-After"] == nil)
  }

  @Test func `more requests than the limit are too many`() throws {
    let standIn = try DiscogsStandIn(library: library, limit: 3)
    let statuses = try (0..<5).map { _ in
      try http.send(
        HTTPClientRequest(.get, standIn.url + "/oauth/identity", headers: ["Authorization": "Discogs token=demo"])
      ).status
    }
    #expect(statuses == [200, 200, 200, 429, 429])
  }

  @Test func `silence lasts until the stand-in stops, and slowness as long as it was set`() throws {
    let hasty = HTTPClient(userAgent: "t", timeout: .milliseconds(300))
    standIn.fault = .silence
    #expect(throws: HTTPClientError.timeout(.answering)) {
      try hasty.send(HTTPClientRequest(.get, standIn.url + "/releases/1"))
    }
    standIn.fault = .slow(.milliseconds(200))
    let start = ContinuousClock.now
    #expect(try get("/releases/1").status == 200)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    standIn.fault = .silence
    #expect(throws: HTTPClientError.timeout(.answering)) {
      try hasty.send(HTTPClientRequest(.get, standIn.url + "/releases/1"))
    }
    standIn.stop()
    standIn.stop()
  }

  @Test func `it records the requests and their clients`() throws {
    _ = try get("/database/search?barcode=1&type=release")
    #expect(standIn.wait(forRequests: 1, atMost: .seconds(60)))
    let request = try #require(standIn.requests.first)
    #expect(request.target == "/database/search?barcode=1&type=release")
    #expect(request.token == "demo")
    #expect(request.userAgent == "Deadwax-test/1")
  }
}
