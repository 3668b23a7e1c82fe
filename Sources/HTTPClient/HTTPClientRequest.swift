/// A request to a server.
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
  /// The absolute, percent-encoded URL, `https` or `http`. It must not contain secrets, because URLs end up in logs.
  package var url: String
  package var headers: HTTPClientHeaders
  /// The request body. Nil sends no body; an empty array is sent with `Content-Length: 0`.
  package var body: [UInt8]?

  package init(_ method: Method = .get, _ url: String, headers: HTTPClientHeaders = [:], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A server's response. A status of 404 or 500 is a response, not an error.
package struct HTTPClientResponse: Sendable {
  /// The status, 200 to 999. Informational responses are skipped.
  package let status: Int
  package let headers: HTTPClientHeaders
  /// The uncompressed body. Empty after a stream, whose bytes were passed to its receiver.
  package let body: [UInt8]

  package init(status: Int, headers: HTTPClientHeaders, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// True if the status is 200 to 299.
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as UTF-8. Invalid bytes are replaced.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Header fields in the order in which they were added. Names are compared without regard to case (RFC 9110, 5.1).
package struct HTTPClientHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [(name: String, value: String)]

  package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0, value: $1) }
  }

  /// The first value with that name. Setting a value replaces every field with that name; setting nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameField(as: name) }?.value }
    set {
      fields.removeAll { $0.name.isSameField(as: name) }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  /// Returns every value with that name, in order.
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
  /// The byte with an ASCII upper-case letter converted to lower case; any other byte unchanged.
  fileprivate var lowerCased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
