/// A complete request. Its body has arrived and is within the limit of its route.
package struct HTTPRequest: Sendable {
  /// The request method. A HEAD is answered by the GET route, which sees a GET.
  package let method: Method

  /// The path between its slashes, percent-decoded; empty for `/`. No segment contains a slash, a backslash or a
  /// control character, or is `.` or `..`.
  package let pathSegments: [String]

  /// The values of the `{names}` of the route's pattern in this request.
  package let parameters: PathParameters

  /// The body; empty if there is none, and for a body with a receiver.
  package let body: [UInt8]

  /// The receiver that took the body; nil for a body in memory.
  package let receiver: (any BodyReceiver)?

  /// True if the client is on this machine and does not forward another client's request. A request with `Forwarded`,
  /// `X-Forwarded-For`, `X-Real-IP` or `Via` comes from a proxy and counts as remote.
  package let peerIsLoopback: Bool

  /// The network of the client, or of its proxy: an IPv4 address or the first 64 bits of an IPv6 address. All loopback
  /// addresses are one.
  package let peerNetwork: UInt64

  /// True if the client used TLS, here or to a trusted proxy.
  package let isEncrypted: Bool

  let fields: HeaderFields
  let queryText: QueryText

  /// The path, percent-decoded, with its leading slash.
  package var path: String { "/" + pathSegments.joined(separator: "/") }

  /// Returns the first value of a query parameter, decoded (`+` is a space); nil if it is absent.
  package func query(_ name: String) -> String? { queryText.first(name) }

  /// All query parameters in order, decoded.
  package var queryItems: [(name: String, value: String)] { queryText.all }

  /// Returns the value of the first header field with that name, without regard to case; nil if it is absent.
  package func header(_ name: String) -> String? { fields.first(name) }

  /// All header fields in order, with names in lower case.
  package var headers: [(name: String, value: String)] { fields.all }

  /// Returns the value of a cookie (RFC 6265, 4.2), not decoded; nil if it is absent.
  package func cookie(_ name: String) -> String? {
    for field in fields.all where field.name == "cookie" {
      for pair in field.value.split(separator: ";") {
        let pair = pair.drop { $0 == " " || $0 == "\t" }
        if pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" {
          return String(pair.dropFirst(name.count + 1))
        }
      }
    }
    return nil
  }

  /// Returns the value of `{name}` of the route's pattern. A name that the pattern does not have is a bug and traps.
  package func parameter(_ name: String) -> String {
    guard let value = parameters[name] else {
      preconditionFailure("The route's pattern has no {\(name)}; it has \(parameters.names).")
    }
    return value
  }

  /// A request without a connection, as tests use it.
  ///
  /// - Parameters:
  ///   - method: the request method.
  ///   - target: the path and query of a request line, such as `/scans?limit=5`; a target that cannot be parsed becomes
  ///     `/`.
  ///   - headers: the header fields.
  ///   - body: the body.
  ///   - peerIsLoopback: true if the client is on this machine.
  ///   - peerNetwork: the network of the client.
  ///   - isEncrypted: true if the client used TLS.
  ///   - parameters: the values of the names of the route's pattern.
  package init(
    method: Method, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peerIsLoopback: Bool = true, peerNetwork: UInt64 = 1, isEncrypted: Bool = false,
    parameters: PathParameters = PathParameters()
  ) {
    let parsed = try? RequestTarget(Array(target.utf8))
    var fields = HeaderFields()
    for (name, value) in headers { fields.append(name: Array(name.utf8), value: Array(value.utf8)) }
    self.init(
      method: method, pathSegments: parsed?.segments ?? [], parameters: parameters, body: body, receiver: nil,
      peerIsLoopback: peerIsLoopback, peerNetwork: peerNetwork, isEncrypted: isEncrypted, fields: fields,
      queryText: parsed?.query ?? QueryText())
  }

  init(
    method: Method, pathSegments: [String], parameters: PathParameters, body: [UInt8],
    receiver: (any BodyReceiver)?, peerIsLoopback: Bool, peerNetwork: UInt64, isEncrypted: Bool, fields: HeaderFields,
    queryText: QueryText
  ) {
    self.method = method
    self.pathSegments = pathSegments
    self.parameters = parameters
    self.body = body
    self.receiver = receiver
    self.peerIsLoopback = peerIsLoopback
    self.peerNetwork = peerNetwork
    self.isEncrypted = isEncrypted
    self.fields = fields
    self.queryText = queryText
  }
}
