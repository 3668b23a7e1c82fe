package import Deadwax
package import HTTPClient
package import Log

/// Asks Discogs. Every call blocks: callers bring a lane. All calls of all threads pass one gate.
package final class DiscogsClient: Sendable {
  private let baseURL: String
  private let token: DiscogsToken
  private let http: HTTPClient
  private let gate: RequestGate
  private let logger: Logger
  private let cancellation = HTTPClientCancellation()

  /// Where people read a record.
  package static let web = "https://www.discogs.com"

  /// - Parameters:
  ///   - baseURL: of the API, without a path.
  ///   - token: where the personal access token is found.
  ///   - http: its user agent must name this program and nobody else: Discogs blocks common ones silently.
  ///   - gate: shared by everything that asks Discogs from this machine.
  ///   - logger: hears of records that could be read in part only.
  package init(
    baseURL: String = "https://api.discogs.com", token: DiscogsToken, http: HTTPClient,
    gate: RequestGate = RequestGate(), logger: Logger = .silent
  ) {
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    self.token = token
    self.http = http
    self.gate = gate
    self.logger = logger
  }

  /// Ends the calls that are under way, and all later ones.
  package func close() {
    gate.close()
    cancellation.cancel()
  }

  /// The token as it would be sent now; nil when there is none, or none that could be right.
  var currentToken: String? { try? token.read() }

  /// Asks for the releases that carry a barcode.
  ///
  /// Users write a UPC-A with 12 digits mostly, so that spelling is asked first, then the 13 digits, then the free
  /// text: three requests at most. The first spelling that has a release with this very barcode ends the search.
  ///
  /// - Parameters:
  ///   - gtin: the code in hand.
  ///   - priority: whether a person waits.
  /// - Returns: releases with this barcode among their identifiers, in no useful order; none when Discogs has none.
  /// - Throws: when Discogs could not be asked.
  package func searchBarcode(
    _ gtin: GTIN, priority: RequestBudget.Priority = .background
  ) throws(LookupError) -> [SearchHit] {
    var tooHard: LookupError?
    let spellings = (gtin.upcA.map { ["barcode=\($0)"] } ?? []) + ["barcode=\(gtin.key)", "q=\(gtin.upcA ?? gtin.key)"]
    for spelling in spellings {
      do throws(LookupError) {
        // No format: one answer serves whichever medium is wanted.
        let hits = try search("\(spelling)&type=release&per_page=100", priority)
        let right = hits.filter { $0.likeness(to: gtin) > .none }
        if !right.isEmpty { return right }
      } catch .invalidResponse(.unavailable(status: 500)) {
        // Discogs answers 500 when a query takes it too long; another spelling may not.
        tooHard = .invalidResponse(.unavailable(status: 500))
      } catch {
        throw error
      }
    }
    if let tooHard { throw tooHard }
    return []
  }

  /// Asks for one release.
  ///
  /// - Parameters:
  ///   - id: Discogs' record number.
  ///   - priority: whether a person waits.
  ///   - now: the time that is noted on the record.
  /// - Returns: the release in our own words.
  /// - Throws: `notFound` when it does not exist or was deleted, or why Discogs could not be asked.
  package func release(
    id: Int64, priority: RequestBudget.Priority = .background, at now: Timestamp
  ) throws(LookupError) -> CatalogueRelease {
    try get("/releases/\(id)", priority) { (body) throws(LookupError) in try DiscogsAnswer.release(in: body, at: now) }
  }

  /// Asks who the token belongs to, which proves that it is accepted.
  ///
  /// - Returns: the user's name.
  /// - Throws: `invalidToken` when it is not, or why Discogs could not be asked.
  package func identity() throws(LookupError) -> String {
    try get("/oauth/identity", .interactive, DiscogsAnswer.identity)
  }

  private func search(_ query: String, _ priority: RequestBudget.Priority) throws(LookupError) -> [SearchHit] {
    do throws(LookupError) {
      return try get("/database/search?\(query)", priority, DiscogsAnswer.hits)
    } catch .notFound {
      // A page that does not exist has no hits.
      return []
    } catch {
      throw error
    }
  }

  /// One request, and a second at once when the first answer cannot be read: Discogs now and then sends an empty or
  /// broken body with status 200.
  private func get<Value: Sendable>(
    _ path: String, _ priority: RequestBudget.Priority,
    _ read: ([UInt8]) throws(LookupError) -> DiscogsAnswer.Reading<Value>
  ) throws(LookupError) -> Value {
    let reading: DiscogsAnswer.Reading<Value>
    do throws(LookupError) {
      reading = try read(try body(path, priority))
    } catch .invalidResponse(.unreadable) {
      reading = try read(try body(path, priority))
    } catch {
      throw error
    }
    if reading.skipped > 0 {
      logger.info("left \(reading.skipped) unreadable parts out of Discogs' answer to \(path.prefix { $0 != "?" })")
    }
    return reading.value
  }

  private func body(_ path: String, _ priority: RequestBudget.Priority) throws(LookupError) -> [UInt8] {
    let token = try token.read()
    try gate.pass(priority)
    let request = HTTPClientRequest(
      .get, baseURL + path,
      headers: [
        // In a header and never in the address, which Discogs repeats in its answers and everybody logs.
        "Authorization": "Discogs token=\(token)",
        "Accept": "application/vnd.discogs.v2.plaintext+json",
      ])
    let response: HTTPClientResponse
    do throws(HTTPClientError) {
      response = try http.send(request, cancellation: cancellation)
    } catch {
      throw error == .cancelled ? .cancelled : .connectionFailed(error)
    }
    gate.answer(
      limit: response.headers["x-discogs-ratelimit"].flatMap { Int($0) },
      remaining: response.headers["x-discogs-ratelimit-remaining"].flatMap { Int($0) })
    try check(response)
    return response.body
  }

  /// Never looks at the words of a message: they have changed over the years.
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
  /// Whether it was the API that answered, and not a page for people in front of it.
  fileprivate var looksLikeJSON: Bool {
    body.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "{")
  }
}
