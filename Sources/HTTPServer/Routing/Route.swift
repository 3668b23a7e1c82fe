/// A route of the server: a method and a path pattern with a handler.
package struct Route: Sendable {
  /// A function that answers a request; see `init`.
  package typealias Answer = @Sendable (HTTPRequest, Reply) -> Void

  package let method: Method

  /// The path pattern, such as `/api/v1/scans/{id}`. A segment is a word or a name in braces.
  package let pattern: String

  /// The maximum size of a request body in bytes.
  package let bodyLimit: Int
  package let handler: Answer

  /// A function that sees the header of a request with a large body before the body is received. It returns the refusal;
  /// nil to receive the body. It must not block.
  package let admission: (@Sendable (HTTPRequest) -> HTTPResponse?)?

  /// A function that opens the receiver of a body. Such a body does not stay in memory, and is admitted whatever its size.
  package typealias Reception = @Sendable (_ header: HTTPRequest, _ length: Int?) -> BodyReception

  /// The opening of the receiver; nil for a body in memory.
  package let reception: Reception?

  /// The time that the handler has for its reply; nil for that of the server.
  package let patience: Duration?

  /// - Parameters:
  ///   - method: the request method; a GET route answers HEAD too.
  ///   - pattern: the path, whose segments may be names in braces.
  ///   - bodyLimit: the maximum size of a body in bytes; a larger one is refused with 413.
  ///   - admission: a function that may refuse a request with a large body before the body is received.
  ///   - reception: a function that opens the receiver of an admitted body; its length is nil if it is not announced. It
  ///     must not block. Nil for a body in memory.
  ///   - patience: the time that the handler has for its reply; nil for that of the server.
  ///   - handler: a function that is called on a thread of the server, which it must not block. It answers through the
  ///     reply.
  package init(
    _ method: Method, _ pattern: String, bodyLimit: Int = 65_536,
    admission: (@Sendable (HTTPRequest) -> HTTPResponse?)? = nil, reception: Reception? = nil,
    patience: Duration? = nil, handler: @escaping Answer
  ) {
    self.method = method
    self.pattern = pattern
    self.bodyLimit = bodyLimit
    self.admission = admission
    self.reception = reception
    self.patience = patience
    self.handler = handler
  }
}
