/// What is sent back.
package struct HTTPResponse: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    case stream(EventStream)
  }

  package var status: Int

  /// Header fields; `Content-Length`, `Date` and `Connection` are the server's.
  package var headers: [(String, String)]
  package var body: Body

  package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A JSON document.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: .bytes(bytes))
  }

  /// Plain text in UTF-8.
  package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: .bytes(Array(text.utf8)))
  }

  /// A status without a body.
  package static func empty(_ status: Int) -> HTTPResponse { HTTPResponse(status: status) }

  /// Bytes of some type, as a picture.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - contentType: its media type.
  ///   - entityTag: the quoted `ETag`, where there is one.
  /// - Returns: the response, 200.
  package static func file(_ bytes: [UInt8], contentType: String, entityTag: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: 200, headers: [("Content-Type", contentType)], body: .bytes(bytes))
    if let entityTag { response.headers.append(("ETag", entityTag)) }
    return response
  }

  /// Server-sent events (WHATWG HTML, 9.2); the connection stays open until the stream ends.
  package static func stream(_ stream: EventStream) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
      ],
      body: .stream(stream))
  }

  /// The same response with one more header field.
  package func with(_ name: String, _ value: String) -> HTTPResponse {
    var response = self
    response.headers.append((name, value))
    return response
  }
}
