internal import Deadwax
internal import HTTPClient

/// One exchange with MusicBrainz or the Cover Art Archive: the gate, the name of the program, the request, its redirects,
/// and the meaning of the status.
struct ArchiveExchange: Sendable {
  let transport: CatalogueTransport
  let gate: RequestGate
  let cancellation: HTTPClientCancellation

  /// The most redirects of one request: the archive sends a picture by way of two hosts.
  private static let redirects = 4
  /// The longest pause that a service may ask for.
  private static let longestPause: Int64 = 86_400

  /// Sends a request, and follows redirects to the hosts that are allowed.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - accept: the media type that is wanted.
  ///   - agent: the name of the program with the contact of the operator.
  ///   - next: returns the address of a redirect if it may be followed, from the value of `Location`.
  /// - Returns: the body of a success.
  /// - Throws: the reason there is none.
  func body(
    _ url: String, accept: String, agent: String, next: (String) -> String?
  ) throws(LookupError) -> [UInt8] {
    var url = url
    for _ in 0...Self.redirects {
      let response = try send(url, accept, agent)
      guard [301, 302, 303, 307, 308].contains(response.status) else {
        try check(response)
        return response.body
      }
      guard let address = response.headers["Location"].flatMap(next) else {
        throw .invalidResponse(.refused(status: response.status))
      }
      url = address
    }
    throw .invalidResponse(.refused(status: 310))
  }

  private func send(_ url: String, _ accept: String, _ agent: String) throws(LookupError) -> HTTPClientResponse {
    try gate.pass(.background)
    // Counted from the end of the response too: two requests that arrive within a second would break the limit.
    defer { gate.rest() }
    let request = HTTPClientRequest(.get, url, headers: ["Accept": accept, "User-Agent": agent])
    switch transport.send(request, cancellation) {
    case .failure(.cancelled): throw .cancelled
    case .failure(let error): throw .connectionFailed(error)
    case .success(let response): return response
    }
  }

  /// Checks the status only. MusicBrainz answers 503 to everything while there are too many requests.
  private func check(_ response: HTTPClientResponse) throws(LookupError) {
    switch response.status {
    case 200..<300: return
    case 403: throw .invalidResponse(.blocked)
    case 404, 410: throw .notFound
    case 429, 503:
      let wait = response.headers["Retry-After"].flatMap { Int64($0) }
        .map { Duration.seconds(min(max(1, $0), Self.longestPause)) }
      throw .rateLimited(retryAfter: wait)
    case 400, 401, 405, 406, 409, 414, 422: throw .invalidResponse(.refused(status: response.status))
    default: throw .invalidResponse(.unavailable(status: response.status))
    }
  }
}
