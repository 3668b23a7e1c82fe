package import HTTPClient

/// Why a catalogue could not be asked, or what it said instead of an answer. No token and no query is in it.
package enum LookupError: Error, Hashable, Sendable {
  /// Nobody has given a token.
  case missingToken
  /// The catalogue refuses the token.
  case invalidToken
  /// The catalogue was not reached, or fell silent.
  case connectionFailed(HTTPClientError)
  /// It was reached, but what it said is no answer.
  case invalidResponse(InvalidResponse)
  /// There is no such record, or it was deleted.
  case notFound
  /// Too many requests; how long it asks to be left alone, if it says so.
  case rateLimited(retryAfter: Duration?)
  /// The program is ending.
  case cancelled

  package enum InvalidResponse: Hashable, Sendable {
    /// Status 200 with a body that is empty, not JSON, or no record.
    case unreadable
    /// The catalogue is out of order for now, with this status.
    case unavailable(status: Int)
    /// A page for people in place of an answer: the guard before the catalogue takes us for a robot.
    case blocked
    /// This request will never be answered, with this status.
    case refused(status: Int)
  }
}

extension LookupError: CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .missingToken: "there is no Discogs token"
    case .invalidToken: "Discogs refuses the token"
    case .connectionFailed(let error): "Discogs was not reached: \(error)"
    case .invalidResponse(.unreadable): "Discogs sent an answer that cannot be read"
    case .invalidResponse(.unavailable(let status)): "Discogs is out of order (status \(status))"
    case .invalidResponse(.blocked): "Discogs' guard blocks this machine for now"
    case .invalidResponse(.refused(let status)): "Discogs refuses the question (status \(status))"
    case .notFound: "Discogs has no such record"
    case .rateLimited(let wait): "too many requests" + (wait.map { "; wait \($0.components.seconds) s" } ?? "")
    case .cancelled: "the look-up was given up"
    }
  }
}
