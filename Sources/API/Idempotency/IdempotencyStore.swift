internal import Deadwax
internal import HTTPServer
internal import Log
package import RequestRecords
internal import Secrets
internal import Threads
internal import Wire

/// The store of responses to requests with an `Idempotency-Key`, and of the requests in progress. A response is valid for
/// at least a day, until `removeOld` removes it. `IdempotencyDecision` decides which request gets it.
package final class IdempotencyStore: Sendable {
  private let responses: ResponseStore
  /// The requests in progress.
  private let running = Locked<Set<StoredResponse.ID>>([])
  /// The key of digests of secrets. It is in memory only, so that no copy of the database helps to guess one.
  private let secretKey = SignedText.newKey()

  /// The minimum time that a response is stored.
  private static let time = Duration.seconds(24 * 3600)

  package init(responses: ResponseStore) { self.responses = responses }

  /// Decides by the stored response of a request, and begins the request if it is to be carried out.
  ///
  /// - Parameters:
  ///   - request: the request as received.
  ///   - isSecret: true if the body has a secret. Its digest has a key that ends with this start of the hub.
  /// - Returns: the decision of `IdempotencyDecision`; nil if the request has no key.
  /// - Throws: `invalid` for an invalid key, or the refusals of `IdempotencyDecision`.
  func begin(_ request: HTTPRequest, isSecret: Bool) throws -> IdempotencyDecision? {
    guard let key = try IdempotencyKey(of: request) else { return nil }
    let mark = isSecret ? "\(digest([], key: secretKey)) " : ""
    // A body in a file has a digest already.
    let bytes = (request.receiver as? any DigestedBody).map { Array($0.digest.utf8) } ?? request.body
    // A query of the address is a part of what is asked for. A request without one has the digest that earlier versions stored.
    let query = request.queryItems.flatMap { Array("\($0.name)=\($0.value)\u{0}".utf8) }
    let body = digest(query + bytes, key: isSecret ? secretKey : Digest.ownKey)
    let ticket = IdempotencyDecision.Claim(id: key.responseID(for: request), request: mark + body, mark: mark)
    let isRunning = !running.withLock { $0.insert(ticket.id).inserted }
    var isFirst = false
    defer { if !isRunning, !isFirst { end(ticket) } }
    let decision = try IdempotencyDecision(ticket, isRunning: isRunning) {
      try responses.response(ticket.id)
    }
    if case .firstUse = decision { isFirst = true }
    return decision
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
    _ response: HTTPResponse?, of ticket: IdempotencyDecision.Claim, _ logger: Logger,
    then: @escaping @Sendable () -> Void
  ) {
    guard let response, case .bytes(let body) = response.body else {
      end(ticket)
      return then()
    }
    let answer = StoredResponse(
      id: ticket.id, request: ticket.request, status: response.status,
      location: response.headers.first { $0.0 == "location" }?.1, body: String(decoding: body, as: UTF8.self))
    responses.store(answer) { [self] result in
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
    try responses.removeOld(after: Self.time)
  }

  /// Removes every response that contains a text, such as the id of a borrower who is erased.
  func release(_ word: String) throws { try responses.remove(with: word) }

  private func end(_ ticket: IdempotencyDecision.Claim) { running.withLock { _ = $0.remove(ticket.id) } }

  private func digest(_ body: [UInt8], key: [UInt8]) -> String {
    let (high, low) = Digest.of(body, key: key)
    return StoredResponse.ID(digest: high, low).text
  }
}
