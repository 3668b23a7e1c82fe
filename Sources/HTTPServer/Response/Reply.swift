/// Answers one request, from any thread, at once or later.
///
/// The connection waits meanwhile without holding a thread. A second call is ignored, and so is one that comes after
/// the deadline or after the other side has gone.
package struct Reply: Sendable {
  private let send: @Sendable (HTTPResponse) -> Void

  /// - Parameter send: takes the response; what a test of a handler catches it with.
  package init(_ send: @escaping @Sendable (HTTPResponse) -> Void) { self.send = send }

  package func callAsFunction(_ response: HTTPResponse) { send(response) }
}
