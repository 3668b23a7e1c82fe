internal import Deadwax
internal import HTTPServer
internal import Lanes
internal import Log
internal import Secrets
package import Storage

/// Sees to it that a request with an `Idempotency-Key` is carried out once, however often it is sent within a day: the
/// same key with the same body gets the first answer again.
package final class OnceKeeper: Sendable {
  private let database: Database
  /// What is being carried out now.
  private let running = Guarded<Set<KeptAnswer.ID>>([])

  /// How long an answer is kept.
  private static let time = Duration.seconds(24 * 3600)

  package init(database: Database) { self.database = database }

  /// What a key says about a request.
  enum Turn {
    /// It was answered before.
    case again(HTTPResponse)
    /// It is to be carried out, and its answer given to `finish`.
    case first(Ticket)
  }

  /// A request that is being carried out.
  struct Ticket: Sendable {
    let id: KeptAnswer.ID
    let request: String

    /// An id for what the request makes. It follows from the key, so that even a hub that died before the answer was
    /// kept does not make a second one.
    func made<Subject>() -> Identifier<Subject> {
      let (high, low) = Digest.of(Array("made \(id)".utf8))
      return Identifier(digest: high, low)
    }
  }

  /// Looks whether a request was carried out before.
  ///
  /// - Parameters:
  ///   - request: as it came.
  ///   - isSecret: whether nothing of its body may be kept, not even a digest: then another body under the same key is
  ///     the same request.
  /// - Returns: nil when it has no key.
  /// - Throws: `invalid` for a bad key, `idReused` for a key that had another body, `inFlight` for one that is being
  ///   carried out at this moment.
  func begin(_ request: HTTPRequest, isSecret: Bool = false) throws -> Turn? {
    guard let key = request.header("idempotency-key") else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Problem(.invalid, "'Idempotency-Key' must have 1 to 255 printable ASCII characters.")
    }
    let ticket = Ticket(id: id(of: key, request), request: digest(isSecret ? [] : request.body))
    guard running.withLock({ $0.insert(ticket.id).inserted }) else {
      throw Problem(.inFlight, "A request with this Idempotency-Key is being carried out at this moment.")
    }
    var isFirst = false
    defer { if !isFirst { end(ticket) } }
    let oldest = Timestamp.now() + (.zero - Self.time)
    guard let kept = try database.read({ try $0.keptAnswer(ticket.id, notBefore: oldest) }) else {
      isFirst = true
      return .first(ticket)
    }
    guard kept.request == ticket.request else {
      throw Problem(.idReused, "This Idempotency-Key was used for a request with another body.")
    }
    var headers = [("content-type", "application/json"), ("cache-control", "no-store")]
    if let location = kept.location { headers.append(("location", location)) }
    return .again(HTTPResponse(status: kept.status, headers: headers, body: .bytes(Array(kept.body.utf8))))
  }

  /// Keeps the answer of a request that was carried out; a refusal is not kept.
  ///
  /// - Parameters:
  ///   - ticket: from `begin`.
  ///   - response: what it got.
  ///   - logger: for an answer that cannot be kept.
  ///   - then: called once, when the answer is safe or could not be kept; on the writer's lane, or at once.
  func finish(_ ticket: Ticket, with response: HTTPResponse, _ logger: Logger, then: @escaping @Sendable () -> Void) {
    keep((200..<300).contains(response.status) ? response : nil, of: ticket, logger, then: then)
  }

  /// Keeps what a request with this key is told again.
  ///
  /// - Parameters:
  ///   - response: nil for nothing: then the next request is carried out.
  ///   - ticket: from `begin`.
  ///   - logger: for an answer that cannot be kept.
  ///   - then: called once, when the answer is safe or could not be kept; on the writer's lane, or at once.
  func keep(
    _ response: HTTPResponse?, of ticket: Ticket, _ logger: Logger, then: @escaping @Sendable () -> Void
  ) {
    guard let response, case .bytes(let body) = response.body else {
      end(ticket)
      return then()
    }
    let answer = KeptAnswer(
      id: ticket.id, request: ticket.request, status: response.status,
      location: response.headers.first { $0.0 == "location" }?.1, body: String(decoding: body, as: UTF8.self))
    database.submit({ transaction in
      try transaction.keep(answer, droppingBefore: transaction.now + (.zero - Self.time))
    }) { [self] result in
      // What was asked for is done; that a second request would do it again is for the log.
      if case .failure(let error) = result { logger.error("an answer was not kept: \(error)") }
      end(ticket)
      then()
    }
  }

  /// Forgets every answer in which a word stands, as the id of somebody who is to be forgotten.
  func forget(_ word: String) throws { try database.write { try $0.dropKeptAnswers(with: word) } }

  private func end(_ ticket: Ticket) { running.withLock { _ = $0.remove(ticket.id) } }

  /// The same key of another caller, or for another address, is another key.
  private func id(of key: String, _ request: HTTPRequest) -> KeptAnswer.ID {
    let caller = request.header("authorization") ?? request.cookie("deadwax") ?? ""
    let words = [caller, request.method.rawValue, request.path, key]
    let (high, low) = Digest.of(Array(words.joined(separator: "\u{0}").utf8))
    return KeptAnswer.ID(digest: high, low)
  }

  private func digest(_ body: [UInt8]) -> String {
    let (high, low) = Digest.of(body)
    return KeptAnswer.ID(digest: high, low).text
  }
}
