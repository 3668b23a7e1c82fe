internal import Deadwax
internal import HTTPServer
internal import Log
internal import Secrets
package import Storage
internal import Threads

/// The store of responses to requests with an `Idempotency-Key`. A request is carried out once, even if it is repeated
/// within a day: the same key with the same body gets the stored response. A response is valid until `removeOld`
/// removes it.
package final class IdempotencyStore: Sendable {
  private let database: Database
  /// The requests in progress.
  private let running = Locked<Set<StoredResponse.ID>>([])

  /// The minimum time that a response is stored.
  private static let time = Duration.seconds(24 * 3600)

  package init(database: Database) { self.database = database }

  /// The state of a request with a key.
  enum Lookup {
    /// The request was answered before. This is the stored response.
    case replay(HTTPResponse)
    /// The request must be carried out, and its response passed to `finish`.
    case firstUse(Claim)
  }

  /// A request in progress.
  struct Claim: Sendable {
    let id: StoredResponse.ID
    let request: String

    /// Returns the id for the record that the request creates. It is derived from the key. So even if the hub ended
    /// before the response was stored, a repeated request does not create a second record.
    func derivedID<Subject>() -> Identifier<Subject> {
      let (high, low) = Digest.of(Array("made \(id)".utf8))
      return Identifier(digest: high, low)
    }
  }

  /// Looks up the stored response of a request, or begins the request.
  ///
  /// - Parameters:
  ///   - request: the request as received.
  ///   - isSecret: true if nothing of the body may be stored, not even a digest. Then a different body under the same
  ///     key counts as the same request.
  /// - Returns: nil if the request has no key.
  /// - Throws: `invalid` for an invalid key, `idReused` for a key that was used with another body, `inFlight` if the
  ///   request is in progress.
  func begin(_ request: HTTPRequest, isSecret: Bool = false) throws -> Lookup? {
    guard let key = try request.idempotencyKey() else { return nil }
    let ticket = Claim(id: id(of: key, request), request: digest(isSecret ? [] : request.body))
    guard running.withLock({ $0.insert(ticket.id).inserted }) else {
      throw Problem(.inFlight, "A request with this Idempotency-Key is in progress.")
    }
    var isFirst = false
    defer { if !isFirst { end(ticket) } }
    guard let stored = try database.read({ try $0.storedResponse(ticket.id) }) else {
      isFirst = true
      return .firstUse(ticket)
    }
    guard stored.request == ticket.request else {
      throw Problem(.idReused, "This Idempotency-Key was used for a request with another body.")
    }
    var headers = [("content-type", "application/json"), ("cache-control", "no-store")]
    if let location = stored.location { headers.append(("location", location)) }
    return .replay(HTTPResponse(status: stored.status, headers: headers, body: .bytes(Array(stored.body.utf8))))
  }

  /// Stores the response of a request that was carried out. A refusal is not stored.
  ///
  /// - Parameters:
  ///   - ticket: the ticket from `begin`.
  ///   - response: the response of the request.
  ///   - logger: the log for a response that cannot be stored.
  ///   - then: a function that is called once, when the response is stored or could not be stored; on the writer's
  ///     lane, or immediately.
  func finish(_ ticket: Claim, with response: HTTPResponse, _ logger: Logger, then: @escaping @Sendable () -> Void) {
    store((200..<300).contains(response.status) ? response : nil, of: ticket, logger, then: then)
  }

  /// Stores the response that a repeated request with this key gets.
  ///
  /// - Parameters:
  ///   - response: the response; nil to store none, so that the next request is carried out.
  ///   - ticket: the ticket from `begin`.
  ///   - logger: the log for a response that cannot be stored.
  ///   - then: a function that is called once, when the response is stored or could not be stored; on the writer's
  ///     lane, or immediately.
  func store(
    _ response: HTTPResponse?, of ticket: Claim, _ logger: Logger, then: @escaping @Sendable () -> Void
  ) {
    guard let response, case .bytes(let body) = response.body else {
      end(ticket)
      return then()
    }
    let answer = StoredResponse(
      id: ticket.id, request: ticket.request, status: response.status,
      location: response.headers.first { $0.0 == "location" }?.1, body: String(decoding: body, as: UTF8.self))
    database.submit({ try $0.store(answer) }) { [self] result in
      // The request was carried out. The log notes that a repeated request would be carried out again.
      if case .failure(let error) = result {
        logger.error("could not store the response to an idempotent request: \(error)")
      }
      end(ticket)
      then()
    }
  }

  /// Removes the responses that are older than a day. With a wrong clock, a repeated request would be carried out
  /// again, so call this only while the clock is trusted.
  ///
  /// - Returns: the number of responses removed.
  /// - Throws: a `StorageError`.
  package func removeOld() throws -> Int {
    try database.write { transaction in
      try transaction.dropStoredResponses(before: transaction.now + (.zero - Self.time))
    }
  }

  /// Removes every response that contains a text, such as the id of a borrower who is erased.
  func release(_ word: String) throws { try database.write { try $0.dropStoredResponses(with: word) } }

  private func end(_ ticket: Claim) { running.withLock { _ = $0.remove(ticket.id) } }

  /// Returns the id of a stored response. The same key of another caller or for another path is a different key.
  private func id(of key: String, _ request: HTTPRequest) -> StoredResponse.ID {
    let caller = request.header("authorization") ?? request.cookie("deadwax") ?? ""
    let words = [caller, request.method.rawValue, request.path, key]
    let (high, low) = Digest.of(Array(words.joined(separator: "\u{0}").utf8))
    return StoredResponse.ID(digest: high, low)
  }

  private func digest(_ body: [UInt8]) -> String {
    let (high, low) = Digest.of(body)
    return StoredResponse.ID(digest: high, low).text
  }
}
