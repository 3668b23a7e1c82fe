package import Deadwax
package import HTTPClient
package import Log

/// A client for the Discogs API. Every call blocks, so callers use a lane. All calls of all threads pass one gate.
package final class DiscogsClient: Sendable {
  private let exchange: DiscogsExchange
  private let cache: AnswerCache?
  private let now: @Sendable () -> Timestamp
  private let logger: Logger

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
  package convenience init(
    baseURL: String = "https://api.discogs.com", token: DiscogsToken, http: HTTPClient,
    gate: RequestGate = RequestGate(), logger: Logger = .silent
  ) {
    self.init(
      baseURL: baseURL, token: token, transport: CatalogueTransport(http), gate: gate, cache: nil,
      now: Timestamp.now, logger: logger)
  }

  /// Creates a client without sending a request.
  ///
  /// - Parameters:
  ///   - baseURL: the address of the API, without a path.
  ///   - token: the source of the personal access token.
  ///   - transport: the way of the requests.
  ///   - gate: the gate shared by everything on this machine that sends requests to Discogs.
  ///   - cache: the stored responses; nil to send every request.
  ///   - now: the clock for the age of stored responses.
  ///   - logger: the log, which records responses that could be parsed only in part.
  package init(
    baseURL: String, token: DiscogsToken, transport: CatalogueTransport, gate: RequestGate, cache: AnswerCache?,
    now: @escaping @Sendable () -> Timestamp, logger: Logger
  ) {
    exchange = DiscogsExchange(
      baseURL: baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL, token: token, transport: transport,
      gate: gate, cancellation: HTTPClientCancellation())
    self.cache = cache
    self.now = now
    self.logger = logger
  }

  /// Cancels the current calls and all later ones.
  package func close() {
    exchange.gate.close()
    exchange.cancellation.cancel()
  }

  /// The gate that the requests pass.
  var gate: RequestGate { exchange.gate }

  /// The token that would be sent now; nil if there is none, or none with a valid form.
  var currentToken: String? { try? exchange.token.read() }

  /// Searches for the releases that carry a barcode.
  ///
  /// Users mostly write a UPC-A with 12 digits, so that spelling is tried first, then the 13 digits, then free text.
  /// These are at most three requests. The first spelling with a release that has this very barcode ends the search. A
  /// further page is read only if the one before has such a release: hardly any barcode has more than a hundred.
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
        let right = try releases(with: gtin, in: "\(spelling)&type=release&per_page=100", priority)
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

  /// The most pages of a search for a barcode that are read, whatever Discogs reports.
  private static let mostPages = 5

  private func releases(
    with gtin: GTIN, in query: String, _ priority: RequestBudget.Priority
  ) throws(LookupError) -> [SearchHit] {
    var page = try search(query, priority)
    var found = page.hits.filter { $0.likeness(to: gtin) > .none }
    var (all, number) = (found, 1)
    while !found.isEmpty, number < min(page.pages, Self.mostPages) {
      number += 1
      page = try search("\(query)&page=\(number)", priority)
      found = page.hits.filter { $0.likeness(to: gtin) > .none }
      all += found
    }
    return all
  }

  /// Fetches one release.
  ///
  /// - Parameters:
  ///   - id: Discogs' record number.
  ///   - priority: `interactive` if a person waits for the result.
  ///   - freshness: the condition under which a stored response may be used.
  ///   - now: the time to note on the record if Discogs is asked; a stored response has its own.
  /// - Returns: the converted release, with the time of its response in the source.
  /// - Throws: `notFound` if it does not exist or was deleted, or the reason Discogs did not answer.
  package func release(
    id: Int64, priority: RequestBudget.Priority = .background, freshness: Freshness = .cached, at now: Timestamp
  ) throws(LookupError) -> CatalogueRelease {
    try get("/releases/\(id)", priority, freshness) { (body, fetchedAt) throws(LookupError) in
      try DiscogsAnswer.release(in: body, at: fetchedAt ?? now)
    }
  }

  /// Fetches the owner of the token, which proves that the token is valid.
  ///
  /// - Returns: the user's name.
  /// - Throws: `invalidToken` if it is not valid, or the reason Discogs did not answer.
  package func identity() throws(LookupError) -> String {
    try get("/oauth/identity", .immediate, .uncached) { (body, _) throws(LookupError) in
      try DiscogsAnswer.identity(in: body)
    }
  }

  /// Fetches the owner of a token that is not in use yet.
  ///
  /// - Returns: the user's name.
  /// - Throws: `invalidToken` if Discogs refuses it, or the reason Discogs did not answer.
  func identity(of token: String) throws(LookupError) -> String {
    let exchange = DiscogsExchange(
      baseURL: exchange.baseURL, token: .text(token), transport: exchange.transport, gate: exchange.gate,
      cancellation: exchange.cancellation)
    return try DiscogsAnswer.identity(in: exchange.body("/oauth/identity", .immediate)).value
  }

  /// Sends a search.
  ///
  /// - Parameters:
  ///   - query: the percent-encoded query.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the page; the first one, unless the query has a number.
  /// - Throws: the reason Discogs did not answer.
  func search(_ query: String, _ priority: RequestBudget.Priority) throws(LookupError) -> SearchPage {
    do throws(LookupError) {
      // A page without hits is not stored: people add to Discogs, and staff may repeat a look-up at once.
      return try get("/database/search?\(query)", priority, .cached, isKept: { !$0.hits.isEmpty }) {
        (body, fetchedAt) throws(LookupError) in try DiscogsAnswer.searchPage(in: body, from: fetchedAt)
      }
    } catch .notFound {
      // A page that does not exist has no hits.
      return SearchPage()
    } catch {
      throw error
    }
  }

  /// Sends a request that changes something, once.
  ///
  /// - Returns: the body of the response.
  /// - Throws: the reason Discogs did not answer. It may have carried out the request nevertheless.
  func change(_ method: HTTPClientRequest.Method, _ path: String) throws(LookupError) -> [UInt8] {
    try exchange.change(method, path)
  }

  /// The condition under which a stored response may replace a request.
  package enum Freshness: Sendable {
    /// A fresh one may, and an old one while Discogs cannot be reached.
    case cached
    /// None may. The new response is stored.
    case refreshed
    /// None may, and none is stored.
    case uncached
  }

  /// Returns a stored response, or sends a request, and a second one at once if the response cannot be parsed. Discogs
  /// occasionally sends an empty or broken body with status 200.
  func get<Value: Sendable>(
    _ path: String, _ priority: RequestBudget.Priority, _ freshness: Freshness,
    isKept: (Value) -> Bool = { _ in true },
    _ read: ([UInt8], Timestamp?) throws(LookupError) -> DiscogsAnswer.Reading<Value>
  ) throws(LookupError) -> Value {
    let stored = freshness == .cached ? cache?.entry(for: path) : nil
    if let cache, let stored, cache.isFresh(stored, at: now()), let value = try? read(stored.body, stored.fetchedAt) {
      return value.value
    }
    do throws(LookupError) {
      return try fetch(path, priority, freshness, isKept, read)
    } catch {
      guard error.isOutage, let stored, let value = try? read(stored.body, stored.fetchedAt) else { throw error }
      return value.value
    }
  }

  private func fetch<Value: Sendable>(
    _ path: String, _ priority: RequestBudget.Priority, _ freshness: Freshness, _ isKept: (Value) -> Bool,
    _ read: ([UInt8], Timestamp?) throws(LookupError) -> DiscogsAnswer.Reading<Value>
  ) throws(LookupError) -> Value {
    var body = try exchange.body(path, priority)
    let reading: DiscogsAnswer.Reading<Value>
    do throws(LookupError) {
      reading = try read(body, nil)
    } catch .invalidResponse(.unreadable) {
      body = try exchange.body(path, priority)
      reading = try read(body, nil)
    } catch {
      throw error
    }
    if reading.skipped > 0 {
      logger.info("skipped \(reading.skipped) unreadable parts of Discogs' response to \(path.prefix { $0 != "?" })")
    }
    if freshness != .uncached, isKept(reading.value) { cache?.store(body, for: path, at: now()) }
    return reading.value
  }
}

extension LookupError {
  /// True if Discogs cannot be reached or is out of order, so that an old response is better than none.
  fileprivate var isOutage: Bool {
    switch self {
    case .connectionFailed, .rateLimited, .invalidResponse(.unavailable), .invalidResponse(.blocked),
      .invalidResponse(.unreadable):
      true
    case .missingToken, .invalidToken, .invalidResponse(.refused), .notFound, .cancelled: false
    }
  }
}
