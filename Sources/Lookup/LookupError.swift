package import HTTPClient

/// The reason a catalogue gave no usable answer. It contains no token and no query.
package enum LookupError: Error, Hashable, Sendable {
  /// No token is configured.
  case missingToken
  /// The catalogue refuses the token.
  case invalidToken
  /// The catalogue was not reached, or stopped responding.
  case connectionFailed(HTTPClientError)
  /// The catalogue was reached, and its response is not usable.
  case invalidResponse(InvalidResponse)
  /// There is no such record, or it was deleted.
  case notFound
  /// There were too many requests. The value is the delay that the catalogue requests, if it does.
  case rateLimited(retryAfter: Duration?)
  /// The program is stopping.
  case cancelled

  package enum InvalidResponse: Hashable, Sendable {
    /// The status is 200, and the body is empty, not JSON, or not a record.
    case unreadable
    /// The catalogue is temporarily unavailable, with this status.
    case unavailable(status: Int)
    /// The response is an HTML page: the catalogue's gateway takes this program for a robot.
    case blocked
    /// The catalogue will never answer this request; the status.
    case refused(status: Int)
  }
}

extension LookupError: CustomStringConvertible {
  /// The description for Discogs, a sentence without a full stop.
  package var description: String { description(of: "Discogs") }

  /// Returns the description, a sentence without a full stop.
  ///
  /// - Parameter source: the name of the catalogue.
  /// - Returns: the description.
  func description(of source: String) -> String {
    switch self {
    case .missingToken: "there is no \(source) token"
    case .invalidToken: "\(source) refuses the token"
    case .connectionFailed(let error): "\(source) cannot be reached: \(error)"
    case .invalidResponse(.unreadable): "\(source) sent a response that cannot be parsed"
    case .invalidResponse(.unavailable(let status)): "\(source) is unavailable (status \(status))"
    case .invalidResponse(.blocked): "\(source) temporarily blocks this machine"
    case .invalidResponse(.refused(let status)): "\(source) refuses the request (status \(status))"
    case .notFound: "\(source) has no such release"
    case .rateLimited(let wait): "too many requests" + (wait.map { "; wait \($0.components.seconds) s" } ?? "")
    case .cancelled: "the look-up was cancelled"
    }
  }
}
