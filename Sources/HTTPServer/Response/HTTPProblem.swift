/// The reason why the server itself refuses a request, before or instead of a handler.
package struct HTTPProblem: Sendable, Equatable {
  package enum Kind: Sendable, Equatable, CaseIterable {
    case badRequest, notFound, methodNotAllowed, tooLarge, unsupportedMediaType, wrongHost, notReady, `internal`
  }

  package let kind: Kind

  /// A sentence for the client. It contains nothing of the request's content.
  package let detail: String

  package init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  package var status: Int {
    switch kind {
    case .badRequest: 400
    case .notFound: 404
    case .methodNotAllowed: 405
    case .tooLarge: 413
    case .unsupportedMediaType: 415
    case .wrongHost: 421
    case .internal: 500
    case .notReady: 503
    }
  }

  /// A code for programs, such as `method-not-allowed`.
  package var code: String {
    switch kind {
    case .badRequest: "bad-request"
    case .notFound: "not-found"
    case .methodNotAllowed: "method-not-allowed"
    case .tooLarge: "too-large"
    case .unsupportedMediaType: "unsupported-media-type"
    case .wrongHost: "wrong-host"
    case .internal: "internal"
    case .notReady: "not-ready"
    }
  }

  /// Returns the problem as one line of text. This is the default rendering.
  package static func plain(_ problem: HTTPProblem) -> HTTPResponse {
    .text("\(problem.code): \(problem.detail)\n", status: problem.status)
  }
}
