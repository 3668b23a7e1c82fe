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
