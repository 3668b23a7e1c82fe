/// The reason why a request has no response. It contains no secrets: no header, body or query.
package enum HTTPClientError: Error, Hashable, Sendable {
  /// The URL or a header field cannot be sent. The sentence describes the fault.
  case invalidRequest(String)
  /// A plain HTTP request to another machine. It would send tokens and names unencrypted.
  case plainHTTP(host: String)
  /// The host name has no address, or no name server responded.
  case unknownHost(String)
  /// No program listens on that port.
  case refused
  /// There is no route to that machine.
  case unreachable
  case timeout(Phase)
  /// The response has more bytes than allowed. The limit is the client's.
  case tooLarge(Part, limit: Int)
  /// No secure connection was established: the certificate does not match, or the server does not use TLS.
  case tls(String)
  /// The connection ended before or within the response.
  case cutOff
  /// The received bytes are not HTTP.
  case malformed(String)
  /// The caller cancelled the request.
  case cancelled
  /// Any other error that libcurl reports.
  case failed(code: Int, call: String, reason: String)

  package enum Phase: String, Sendable {
    case connecting
    case answering
    /// The client waits for the next bytes of a stream.
    case listening
  }

  package enum Part: String, Sendable {
    case headers
    case body
  }
}

extension HTTPClientError: CustomStringConvertible {
  /// The error as one sentence without a full stop.
  package var description: String {
    switch self {
    case .invalidRequest(let reason): "the request cannot be sent: \(reason)"
    case .plainHTTP(let host): "plain HTTP is allowed to this machine only, not to \(host)"
    case .unknownHost(let host): "the host \(host) was not found"
    case .refused: "the connection was refused: no program listens there"
    case .unreachable: "there is no route to the host"
    case .timeout(.connecting): "no connection in time"
    case .timeout(.answering): "no complete response in time"
    case .timeout(.listening): "the stream sent no data in time"
    case .tooLarge(let part, let limit): "the response's \(part.rawValue) are larger than \(limit) bytes"
    case .tls(let reason): "no secure connection: \(reason)"
    case .cutOff: "the connection was closed before the response was complete"
    case .malformed(let reason): "the response is not HTTP: \(reason)"
    case .cancelled: "the request was cancelled"
    case .failed(let code, let call, let reason): "\(call) failed with \(code): \(reason)"
    }
  }
}
