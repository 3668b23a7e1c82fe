/// An HTTP response.
package struct HTTPResponse: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    case stream(EventStream)
    case file(FileBody)
  }

  package var status: Int

  /// The header fields. The server adds `Content-Length`, `Date` and `HTTPConnection`.
  package var headers: [(String, String)]
  package var body: Body

  package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns a response with a JSON document.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: .bytes(bytes))
  }

  /// Returns a response with plain text in UTF-8.
  package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: .bytes(Array(text.utf8)))
  }

  /// Returns a response with a status and no body.
  package static func empty(_ status: Int) -> HTTPResponse { HTTPResponse(status: status) }

  /// Returns a response with bytes of a given type, such as a picture.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - contentType: the media type.
  ///   - entityTag: the quoted `ETag`; nil for none.
  /// - Returns: the response with status 200.
  package static func file(_ bytes: [UInt8], contentType: String, entityTag: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: 200, headers: [("Content-Type", contentType)], body: .bytes(bytes))
    if let entityTag { response.headers.append(("ETag", entityTag)) }
    return response
  }

  /// Returns a response with server-sent events (WHATWG HTML, 9.2). The connection stays open until the stream ends.
  package static func stream(_ stream: EventStream) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
      ],
      body: .stream(stream))
  }

  /// Limits its cookies to encrypted connections (RFC 6265, 4.1.2.5).
  mutating func secureCookies() {
    for index in headers.indices where headers[index].0.lowercased() == "set-cookie" {
      let attributes = headers[index].1.split(separator: ";").dropFirst()
      guard !attributes.contains(where: { $0.lowercased().hasSuffix(" secure") }) else { continue }
      headers[index].1 += "; Secure"
    }
  }

  /// Returns the response with one more header field.
  package func with(_ name: String, _ value: String) -> HTTPResponse {
    var response = self
    response.headers.append((name, value))
    return response
  }
}
