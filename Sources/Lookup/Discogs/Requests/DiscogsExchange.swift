internal import Deadwax
internal import HTTPClient

/// One exchange with Discogs: the token, the gate, the request, its redirects, and the meaning of the status.
struct DiscogsExchange: Sendable {
  let baseURL: String
  let token: DiscogsToken
  let transport: CatalogueTransport
  let gate: RequestGate
  let cancellation: HTTPClientCancellation

  /// The most redirects of one request.
  private static let redirects = 3

  /// Sends a request for a path, and follows redirects to the same origin.
  ///
  /// - Parameters:
  ///   - path: the path with its query.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the body of a success.
  /// - Throws: the reason Discogs did not answer.
  func body(_ path: String, _ priority: RequestBudget.Priority) throws(LookupError) -> [UInt8] {
    var path = path
    var status = 0
    for _ in 0...Self.redirects {
      let response = try send(.get, path, priority)
      guard [301, 302, 303, 307, 308].contains(response.status) else {
        try check(response)
        return response.body
      }
      // The token must not reach another host, so any other address ends the request.
      status = response.status
      guard let next = response.headers["Location"].flatMap(ownPath) else { break }
      path = next
    }
    throw .invalidResponse(.unavailable(status: status))
  }

  /// Sends a request that changes something, once: it follows no redirect, and libcurl does not repeat it.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path.
  /// - Returns: the body of a success.
  /// - Throws: the reason Discogs did not answer. It may have carried out the request nevertheless.
  func change(_ method: HTTPClientRequest.Method, _ path: String) throws(LookupError) -> [UInt8] {
    let response = try send(method, path, .background)
    try check(response)
    return response.body
  }

  /// Returns the path of an address at the same origin; nil for every other address.
  private func ownPath(_ location: String) -> String? {
    if location.hasPrefix("/"), !location.hasPrefix("//") { return location }
    guard location.lowercased().hasPrefix(baseURL.lowercased() + "/") else { return nil }
    return String(location.dropFirst(baseURL.count))
  }

  private func send(
    _ method: HTTPClientRequest.Method, _ path: String, _ priority: RequestBudget.Priority
  ) throws(LookupError) -> HTTPClientResponse {
    let token = try token.read()
    try gate.pass(priority)
    var request = HTTPClientRequest(
      method, baseURL + path,
      headers: [
        // The token goes into a header, never into the address: Discogs repeats addresses in its responses, and logs
        // record them.
        "Authorization": "Discogs token=\(token)",
        "Accept": "application/vnd.discogs.v2.plaintext+json",
      ], body: [.post, .put].contains(method) ? [] : nil)
    request.needsNewConnection = method != .get
    switch transport.send(request, cancellation) {
    case .failure(.cancelled): throw .cancelled
    case .failure(let error): throw .connectionFailed(error)
    case .success(let response):
      gate.answer(
        limit: response.headers["x-discogs-ratelimit"].flatMap { Int($0) },
        remaining: response.headers["x-discogs-ratelimit-remaining"].flatMap { Int($0) })
      return response
    }
  }

  /// Checks the status only. The texts of messages have changed over the years.
  private func check(_ response: HTTPClientResponse) throws(LookupError) {
    switch response.status {
    case 200..<300: return
    case 401: throw .invalidToken
    case 403: throw .invalidResponse(response.looksLikeJSON ? .refused(status: 403) : .blocked)
    case 404 where response.looksLikeJSON: throw .notFound
    case 429:
      let wait = response.headers["Retry-After"].flatMap { Int64($0) }.map { Duration.seconds(min(max(1, $0), 3600)) }
      gate.refuse(retryAfter: wait)
      throw .rateLimited(retryAfter: wait)
    case 400, 405, 406, 409, 410, 414, 422: throw .invalidResponse(.refused(status: response.status))
    default: throw .invalidResponse(.unavailable(status: response.status))
    }
  }
}

extension HTTPClientResponse {
  /// True if the API answered, rather than an HTML page of a gateway.
  fileprivate var looksLikeJSON: Bool {
    body.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "{")
  }
}
