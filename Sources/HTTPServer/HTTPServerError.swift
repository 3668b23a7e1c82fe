/// Why a server does not start.
package enum HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Not an IPv4 or IPv6 address in numbers.
  case badAddress(String)
  /// A C function of the system said no.
  case system(call: String, code: Int32, reason: String)
  /// The port belongs to somebody else.
  case portTaken(address: String, port: Int)
  /// `MHD_start_daemon` returned nothing; the log has its reason.
  case daemon
  /// A file of the static pages cannot be read, or is too large.
  case file(path: String, reason: String)

  package var description: String {
    switch self {
    case .badAddress(let text): "\(text) is not an IPv4 or IPv6 address."
    case .system(let call, _, let reason): "\(call): \(reason)."
    case .portTaken(let address, let port): "Port \(port) on \(address) is taken by another program."
    case .daemon: "The HTTP server could not be started."
    case .file(let path, let reason): "\(path): \(reason)."
    }
  }
}
