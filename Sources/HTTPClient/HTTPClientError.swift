/// Why there is no answer. Nothing secret is in it: no header, no body, no query.
package enum HTTPClientError: Error, Hashable, Sendable {
  /// The address, or a header field, cannot be sent; the sentence says what is wrong with it.
  case invalidRequest(String)
  /// Plain HTTP to another machine: it would send tokens and names in the open.
  case plainHTTP(host: String)
  /// The name of the host has no address, or no name server answered.
  case unknownHost(String)
  /// Nobody listens there.
  case refused
  /// There is no way to that machine.
  case unreachable
  case timeout(Phase)
  /// More bytes than allowed; the limit is the client's.
  case tooLarge(Part, limit: Int)
  /// No safe connection came about: a certificate that does not fit, or no TLS at the other end.
  case tls(String)
  /// The connection ended in the middle of the answer, or before its first byte.
  case cutOff
  /// What came is not HTTP.
  case malformed(String)
  /// The caller gave up.
  case cancelled
  /// Anything else that libcurl reports.
  case failed(code: Int, call: String, reason: String)

  package enum Phase: String, Sendable {
    case connecting
    case answering
    /// A stream that fell silent.
    case listening
  }

  package enum Part: String, Sendable {
    case headers
    case body
  }
}

extension HTTPClientError: CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .invalidRequest(let reason): "the request cannot be sent: \(reason)"
    case .plainHTTP(let host): "plain HTTP is allowed to this machine only, not to \(host)"
    case .unknownHost(let host): "the host \(host) was not found"
    case .refused: "the connection was refused: nobody listens there"
    case .unreachable: "there is no route to the host"
    case .timeout(.connecting): "no connection in time"
    case .timeout(.answering): "no complete answer in time"
    case .timeout(.listening): "the stream fell silent"
    case .tooLarge(let part, let limit): "the answer's \(part.rawValue) are larger than \(limit) bytes"
    case .tls(let reason): "no safe connection: \(reason)"
    case .cutOff: "the connection was cut off before the answer was complete"
    case .malformed(let reason): "the answer is not HTTP: \(reason)"
    case .cancelled: "the request was given up"
    case .failed(let code, let call, let reason): "\(call) failed with \(code): \(reason)"
    }
  }
}
