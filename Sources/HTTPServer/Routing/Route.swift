/// One thing that can be asked of the server.
package struct Route: Sendable {
  /// What answers a request; see `init`.
  package typealias Answer = @Sendable (HTTPRequest, Reply) -> Void

  package let method: Method

  /// As `/api/v1/scans/{id}`: a segment is a word or a name in braces.
  package let pattern: String

  /// The most bytes that a body may have.
  package let bodyLimit: Int
  package let handler: Answer

  /// - Parameters:
  ///   - method: what is asked; a GET route answers HEAD too.
  ///   - pattern: the path, whose segments may be names in braces.
  ///   - bodyLimit: the most bytes that a body may have; more is 413.
  ///   - handler: called on a thread of the server, which it must not block; it answers through the reply.
  package init(_ method: Method, _ pattern: String, bodyLimit: Int = 65_536, handler: @escaping Answer) {
    self.method = method
    self.pattern = pattern
    self.bodyLimit = bodyLimit
    self.handler = handler
  }
}
