internal import Deadwax
internal import HTTPServer
internal import Secrets
internal import Wire

/// The decision on a request with an `Idempotency-Key`. A request is carried out once, even if it is repeated: the same
/// key with the same body gets the stored response. Every route that is carried out once decides here.
enum IdempotencyDecision {
  /// The request was answered before. This is the stored response.
  case replay(HTTPResponse)
  /// The request must be carried out, and its response passed to `IdempotencyStore.finish`.
  case firstUse(Claim)

  /// A request in progress.
  struct Claim: Sendable {
    let id: StoredResponse.ID
    /// The digest of the body. That of a secret body begins with a mark of this start of the hub.
    let request: String
    /// The mark; empty for a body without a secret.
    let mark: String

    /// Returns true if a stored digest is that of the same body. Digests of secrets can be compared only within one start
    /// of the hub; a secret of an earlier start counts as the same.
    func isSame(as stored: String) -> Bool { stored == request || !stored.hasPrefix(mark) }

    /// Returns the id for the record that the request creates. It is derived from the key. So even if the hub ended
    /// before the response was stored, a repeated request does not create a second record.
    func derivedID<Subject>() -> Identifier<Subject> {
      let (high, low) = Digest.of(Array("made \(id)".utf8))
      return Identifier(digest: high, low)
    }
  }

  /// - Parameters:
  ///   - claim: the request.
  ///   - isRunning: true if a request with the same key is in progress.
  ///   - stored: reads the stored response to this key; nil if there is none.
  /// - Throws: `inFlight` if the request is in progress, `idReused` for a key that was used with another body.
  init(_ claim: Claim, isRunning: Bool, stored: () throws -> StoredResponse?) throws {
    guard !isRunning else { throw Problem(.inFlight, "A request with this Idempotency-Key is in progress.") }
    guard let stored = try stored() else {
      self = .firstUse(claim)
      return
    }
    guard claim.isSame(as: stored.request) else {
      throw Problem(.idReused, "This Idempotency-Key was used for a request with another query or body.")
    }
    var headers = [("content-type", "application/json"), ("cache-control", "no-store")]
    if let location = stored.location { headers.append(("location", location)) }
    self = .replay(HTTPResponse(status: stored.status, headers: headers, body: .bytes(Array(stored.body.utf8))))
  }
}
