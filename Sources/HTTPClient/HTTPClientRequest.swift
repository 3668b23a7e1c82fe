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
  /// A file that is sent instead of `body`, without being read into memory whole. Nil for none.
  package var file: MappedFile?
  /// True to send the request on a new connection. libcurl then never sends it a second time.
  package var needsNewConnection = false

  package init(_ method: Method = .get, _ url: String, headers: HTTPClientHeaders = [:], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
