/// What is asked of a server.
package struct HTTPClientRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
  }

  package var method: Method
  /// Absolute, `https` or `http`, percent-encoded. Nothing secret belongs here: addresses end up in logs.
  package var url: String
  package var headers: HTTPClientHeaders
  /// Nil sends no body at all; an empty one is sent with `Content-Length: 0`.
  package var body: [UInt8]?

  package init(_ method: Method = .get, _ url: String, headers: HTTPClientHeaders = [:], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What the server answered. A status of 404 or 500 is an answer, not an error.
package struct HTTPClientResponse: Sendable {
  /// 200 to 999; informational answers are skipped.
  package let status: Int
  package let headers: HTTPClientHeaders
  /// Uncompressed. Empty after a stream, whose bytes went to its receiver.
  package let body: [UInt8]

  package init(status: Int, headers: HTTPClientHeaders, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the server did what was asked.
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as UTF-8; what is not UTF-8 is replaced.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Header fields in the order they were given; names are compared without regard to case (RFC 9110, 5.1).
package struct HTTPClientHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [(name: String, value: String)]

  package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0, value: $1) }
  }

  /// The first value of that name. Setting replaces every field of that name; nil takes them away.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameField(as: name) }?.value }
    set {
      fields.removeAll { $0.name.isSameField(as: name) }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  /// Every value of that name, in order.
  package func all(_ name: String) -> [String] {
    fields.filter { $0.name.isSameField(as: name) }.map(\.value)
  }

  package mutating func add(_ name: String, _ value: String) { fields.append((name: name, value: value)) }
}

extension String {
  fileprivate func isSameField(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.lowerCased == $1.lowerCased }
  }
}

extension UInt8 {
  /// An ASCII upper-case letter folded to lower case; any other byte as it is.
  fileprivate var lowerCased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
