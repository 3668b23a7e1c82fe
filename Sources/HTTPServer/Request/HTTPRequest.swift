/// A request that has arrived whole: its body is complete and within the limit of its route.
package struct HTTPRequest: Sendable {
  /// What was asked. A HEAD is answered by the GET route, which sees a GET.
  package let method: Method

  /// The path between its slashes, percent-decoded; empty for `/`. No segment holds a slash, a backslash, a control
  /// character, or is `.` or `..`.
  package let pathSegments: [String]

  /// What the `{names}` of the route's pattern stand for in this request.
  package let parameters: PathParameters

  /// The body, empty where there is none.
  package let body: [UInt8]

  /// The other side is on this machine, and does not say that it passes on what somebody else asks: a request with
  /// `Forwarded`, `X-Forwarded-For`, `X-Real-IP` or `Via` comes from wherever the proxy has it from.
  package let peerIsLoopback: Bool

  let fields: HeaderFields
  let queryText: QueryText

  /// The path, percent-decoded, with its leading slash.
  package var path: String { "/" + pathSegments.joined(separator: "/") }

  /// The first value of a query parameter, decoded (`+` is a space); nil where it is absent.
  package func query(_ name: String) -> String? { queryText.first(name) }

  /// All query parameters in their order, decoded.
  package var queryItems: [(name: String, value: String)] { queryText.all }

  /// The value of the first header field of that name, whatever its case; nil where it is absent.
  package func header(_ name: String) -> String? { fields.first(name) }

  /// All header fields in their order, names in lower case.
  package var headers: [(name: String, value: String)] { fields.all }

  /// The value of a cookie (RFC 6265, 4.2), without decoding; nil where it is absent.
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

  /// What `{name}` of the route's pattern stands for. A name that the pattern does not have is a bug, and traps.
  package func parameter(_ name: String) -> String {
    guard let value = parameters[name] else {
      preconditionFailure("The route's pattern has no {\(name)}; it has \(parameters.names).")
    }
    return value
  }

  /// A request made by hand.
  ///
  /// - Parameters:
  ///   - method: what is asked.
  ///   - target: path and query as they stand in a request line, as `/scans?limit=5`; what cannot be parsed is `/`.
  ///   - headers: the header fields.
  ///   - body: the body.
  ///   - peerIsLoopback: whether the other side is on this machine.
  ///   - parameters: what the names of the route's pattern stand for.
  package init(
    method: Method, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peerIsLoopback: Bool = true, parameters: PathParameters = PathParameters()
  ) {
    let parsed = try? RequestTarget(Array(target.utf8))
    var fields = HeaderFields()
    for (name, value) in headers { fields.append(name: Array(name.utf8), value: Array(value.utf8)) }
    self.init(
      method: method, pathSegments: parsed?.segments ?? [], parameters: parameters, body: body,
      peerIsLoopback: peerIsLoopback, fields: fields, queryText: parsed?.query ?? QueryText())
  }

  init(
    method: Method, pathSegments: [String], parameters: PathParameters, body: [UInt8], peerIsLoopback: Bool,
    fields: HeaderFields, queryText: QueryText
  ) {
    self.method = method
    self.pathSegments = pathSegments
    self.parameters = parameters
    self.body = body
    self.peerIsLoopback = peerIsLoopback
    self.fields = fields
    self.queryText = queryText
  }
}
