package import Deadwax
package import HTTPClient
package import Log

/// A client for the Discogs API. Every call blocks, so callers use a lane. All calls of all threads pass one gate.
package final class DiscogsClient: Sendable {
  private let baseURL: String
  private let token: DiscogsToken
  private let http: HTTPClient
  private let gate: RequestGate
  private let logger: Logger
  private let cancellation = HTTPClientCancellation()

  /// The address of the website, where people read a record.
  package static let web = "https://www.discogs.com"

  /// Creates a client without sending a request.
  ///
  /// - Parameters:
  ///   - baseURL: the address of the API, without a path.
  ///   - token: the source of the personal access token.
  ///   - http: the HTTP client. Its user agent must identify this program: Discogs silently blocks common ones.
  ///   - gate: the gate shared by everything on this machine that sends requests to Discogs.
  ///   - logger: the log, which records responses that could be parsed only in part.
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

  /// Cancels the current calls and all later ones.
  package func close() {
    gate.close()
    cancellation.cancel()
  }

  /// The token that would be sent now; nil if there is none, or none with a valid form.
  var currentToken: String? { try? token.read() }

  /// Searches for the releases that carry a barcode.
  ///
  /// Users mostly write a UPC-A with 12 digits, so that spelling is tried first, then the 13 digits, then free text.
  /// These are at most three requests. The first spelling with a release that has this very barcode ends the search.
  ///
  /// - Parameters:
  ///   - gtin: the barcode.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the releases with this barcode among their identifiers, in no useful order; empty if Discogs has none.
  /// - Throws: the reason Discogs did not answer.
  package func searchBarcode(
    _ gtin: GTIN, priority: RequestBudget.Priority = .background
  ) throws(LookupError) -> [SearchHit] {
    var tooHard: LookupError?
    let spellings = (gtin.upcA.map { ["barcode=\($0)"] } ?? []) + ["barcode=\(gtin.key)", "q=\(gtin.upcA ?? gtin.key)"]
    for spelling in spellings {
      do throws(LookupError) {
        // The query has no format, so that one response serves any medium.
        let hits = try search("\(spelling)&type=release&per_page=100", priority)
        let right = hits.filter { $0.likeness(to: gtin) > .none }
        if !right.isEmpty { return right }
      } catch .invalidResponse(.unavailable(status: 500)) {
        // Discogs answers 500 when a query takes too long. Another spelling may be faster.
        tooHard = .invalidResponse(.unavailable(status: 500))
      } catch {
        throw error
      }
    }
    if let tooHard { throw tooHard }
    return []
  }

  /// Fetches one release.
  ///
  /// - Parameters:
  ///   - id: Discogs' record number.
  ///   - priority: `interactive` if a person waits for the result.
  ///   - now: the time to note on the record.
  /// - Returns: the converted release.
  /// - Throws: `notFound` if it does not exist or was deleted, or the reason Discogs did not answer.
  package func release(
    id: Int64, priority: RequestBudget.Priority = .background, at now: Timestamp
  ) throws(LookupError) -> CatalogueRelease {
    try get("/releases/\(id)", priority) { (body) throws(LookupError) in try DiscogsAnswer.release(in: body, at: now) }
  }

  /// Fetches the owner of the token, which proves that the token is valid.
  ///
  /// - Returns: the user's name.
  /// - Throws: `invalidToken` if it is not valid, or the reason Discogs did not answer.
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

  /// Sends a request, and a second one at once if the response cannot be parsed. Discogs occasionally sends an empty or
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
      logger.info("skipped \(reading.skipped) unreadable parts of Discogs' response to \(path.prefix { $0 != "?" })")
    }
    return reading.value
  }

  private func body(_ path: String, _ priority: RequestBudget.Priority) throws(LookupError) -> [UInt8] {
    let token = try token.read()
    try gate.pass(priority)
    let request = HTTPClientRequest(
      .get, baseURL + path,
      headers: [
        // The token goes into a header, never into the address: Discogs repeats addresses in its responses, and logs
        // record them.
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
