internal import HTTPServer

/// The end of a request that is answered later. It is called once, from any thread.
struct Completion: Sendable {
  /// A function that gets the response, and the response to store for a repeated request; nil to store none.
  private let finish: @Sendable (_ response: HTTPResponse, _ stored: HTTPResponse?) -> Void
  private let answering: @Sendable (_ result: Result<HTTPResponse, any Error>) -> HTTPResponse

  init(
    answering: @escaping @Sendable (_ result: Result<HTTPResponse, any Error>) -> HTTPResponse,
    finish: @escaping @Sendable (_ response: HTTPResponse, _ stored: HTTPResponse?) -> Void
  ) {
    self.answering = answering
    self.finish = finish
  }

  /// Ends the request with a response or an error. A repeated request gets the same response. A refusal is not stored.
  func callAsFunction(_ result: Result<HTTPResponse, any Error>) {
    let response = answering(result)
    finish(response, (200..<300).contains(response.status) ? response : nil)
  }

  /// Ends the request with the response or the error of a function.
  func callAsFunction(_ answer: () throws -> HTTPResponse) { self(Result(catching: answer)) }

  /// Ends the request with a response; a repeated request is answered from another one.
  ///
  /// - Parameters:
  ///   - response: the response to this request.
  ///   - stored: the response to store; nil to store none, so that a repeated request is carried out.
  func callAsFunction(_ response: HTTPResponse, storing stored: HTTPResponse?) { finish(response, stored) }
}
