/// The reason why a server does not start.
package enum HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is not a numeric IPv4 or IPv6 address.
  case badAddress(String)
  /// A system call failed.
  case system(call: String, code: Int32, reason: String)
  /// Another program uses the port.
  case portTaken(address: String, port: Int)
  /// `MHD_start_daemon` returned nil. The log has its reason.
  case daemon
  /// The certificate and the key are invalid, or do not belong together.
  case identity
  /// A file of the static pages cannot be read, or is too large.
  case file(path: String, reason: String)

  package var description: String {
    switch self {
    case .badAddress(let text): "\(text) is not an IPv4 or IPv6 address."
    case .system(let call, _, let reason): "\(call): \(reason)."
    case .portTaken(let address, let port): "Port \(port) on \(address) is in use by another program."
    case .daemon: "The HTTP server could not be started."
    case .identity: "The certificate and the key for TLS are invalid, or do not belong together."
    case .file(let path, let reason): "\(path): \(reason)."
    }
  }
}
