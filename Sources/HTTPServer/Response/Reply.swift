/// The reply to one request. It may be sent from any thread, immediately or later.
///
/// The connection waits for the reply without blocking a thread. A second call is ignored, and so is a call after the
/// deadline or after the client has disconnected.
package struct Reply: Sendable {
  private let send: @Sendable (HTTPResponse) -> Void

  /// - Parameter send: a function that receives the response. Tests of a handler use it to capture the response.
  package init(_ send: @escaping @Sendable (HTTPResponse) -> Void) { self.send = send }

  package func callAsFunction(_ response: HTTPResponse) { send(response) }
}
