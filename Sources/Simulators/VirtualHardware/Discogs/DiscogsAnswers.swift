internal import Demo
internal import HTTPServer

/// The stand-in's responses: status, headers and body as Discogs sends them.
struct DiscogsAnswers: Sendable {
  private let catalogue: DiscogsCatalogue
  private let shelf: DiscogsShelf
  private let token: String
  private let limit: Int

  init(_ releases: [DemoRelease], token: String, limit: Int) {
    catalogue = DiscogsCatalogue(releases, url: "https://api.discogs.com")
    shelf = DiscogsShelf(releases)
    self.token = token
    self.limit = limit
  }

  /// Returns the token in an `Authorization` header; nil if it has none.
  static func token(_ header: String) -> String? {
    let start = "Discogs token="
    return header.hasPrefix(start) ? String(header.dropFirst(start.count)) : nil
  }

  /// Answers a request as the real service does.
  ///
  /// - Parameters:
  ///   - request: a request for one of the routes.
  ///   - used: the number of requests in the last minute, including this one.
  /// - Returns: the whole response.
  func answer(_ request: HTTPRequest, used: Int) -> HTTPResponse {
    let given = request.header("authorization").flatMap(Self.token)
    let limit = given == nil ? 25 : limit
    if request.header("user-agent")?.isEmpty ?? true { return page("Forbidden", status: 403) }
    if used > limit { return failure(.tooManyRequests(retryAfter: nil), used: used, limit: limit) }
    if let given, given != token { return failure(.unauthorized, used: used, limit: limit) }
    switch request.pathSegments.first {
    case "releases":
      let release = Int64(request.parameter("id")).flatMap(catalogue.release)
      return json(
        release ?? message("That release does not exist or may have been deleted."), release == nil ? 404 : 200, used,
        limit)
    case _ where given == nil:
      return json(message("You must authenticate to access this resource."), 401, used, limit)
    case "oauth":
      return json(
        [
          "id": 1, "username": "demo", "resource_url": "https://api.discogs.com/users/demo", "consumer_name": "Deadwax",
        ],
        200, used, limit)
    case "users": return list(request, used, limit)
    default: return search(request, used, limit)
    }
  }

  /// Returns the response for a fault. Silence and slowness have no response of their own.
  func failure(_ fault: DiscogsStandIn.Fault, used: Int, limit: Int? = nil) -> HTTPResponse {
    let limit = limit ?? self.limit
    switch fault {
    case .unavailable: return page("We will be back soon", status: 503)
    case .tooManyRequests(let seconds):
      let response = json(message("You are making requests too quickly."), 429, used, limit)
      return seconds.map { response.with("Retry-After", String($0)) } ?? response
    case .unauthorized:
      return json(
        message("Invalid consumer token. Please register an app before making requests."), 401, used, limit)
    case .blocked: return page("Just a moment...", status: 403)
    case .brokenJSON: return headers(HTTPResponse.json(Array("{\"id\": 1, \"title\": \"Cut o".utf8)), used, limit)
    case .queryTime: return json(message("Query time exceeded. Please try a simpler query."), 500, used, limit)
    case .empty, .silence, .slow: return headers(HTTPResponse.json([]), used, limit)
    }
  }

  private func search(_ request: HTTPRequest, _ used: Int, _ limit: Int) -> HTTPResponse {
    let words = (request.query("q") ?? "").split(separator: " ").map(String.init)
    let page = Int(request.query("page") ?? "") ?? 1
    let perPage = min(100, max(1, Int(request.query("per_page") ?? "") ?? 50))
    let found = catalogue.search(
      barcode: request.query("barcode"), words: words, type: request.query("type"), page: page, perPage: perPage)
    guard let found else { return json(message("Page \(page) is outside of valid range [1, 1]."), 404, used, limit) }
    return json(found, 200, used, limit)
  }

  /// Answers for the collection and the wantlist of the only user, and changes them.
  private func list(_ request: HTTPRequest, _ used: Int, _ limit: Int) -> HTTPResponse {
    guard request.parameter("user") == "demo" else {
      return json(message("User does not exist or may have been deleted."), 404, used, limit)
    }
    let page = Int(request.query("page") ?? "") ?? 1
    let perPage = min(100, max(1, Int(request.query("per_page") ?? "") ?? 50))
    let (status, body) = shelf.answer(
      request.method.rawValue, Array(request.pathSegments.dropFirst(2)), page: page, perPage: perPage,
      basics: catalogue.basics)
    guard let body else { return headers(.empty(status), used, limit) }
    return json(body, status, used, limit)
  }

  private func message(_ text: String) -> DiscogsJSON { ["message": .text(text)] }

  private func json(_ value: DiscogsJSON, _ status: Int, _ used: Int, _ limit: Int) -> HTTPResponse {
    headers(HTTPResponse.json(value.bytes, status: status), used, limit)
  }

  /// Adds the rate limit headers, in lower case as Discogs' gateway sends them.
  private func headers(_ response: HTTPResponse, _ used: Int, _ limit: Int) -> HTTPResponse {
    response.with("x-discogs-ratelimit", String(limit)).with("x-discogs-ratelimit-used", String(min(used, limit)))
      .with("x-discogs-ratelimit-remaining", String(max(0, limit - used))).with("x-discogs-media-type", "discogs.v2")
  }

  private func page(_ title: String, status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", "text/html; charset=UTF-8")],
      body: .bytes(Array("<!DOCTYPE html><html><head><title>\(title)</title></head><body></body></html>".utf8)))
  }
}
