/// Why the server itself refuses a request, before or instead of a handler.
package struct HTTPProblem: Sendable, Equatable {
  package enum Kind: Sendable, Equatable, CaseIterable {
    case badRequest, notFound, methodNotAllowed, tooLarge, wrongHost, notReady, `internal`
  }

  package let kind: Kind

  /// One sentence for whoever sent the request; nothing of the request's content is in it.
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
    case .wrongHost: 421
    case .internal: 500
    case .notReady: 503
    }
  }

  /// A word for programs, as `method-not-allowed`.
  package var code: String {
    switch kind {
    case .badRequest: "bad-request"
    case .notFound: "not-found"
    case .methodNotAllowed: "method-not-allowed"
    case .tooLarge: "too-large"
    case .wrongHost: "wrong-host"
    case .internal: "internal"
    case .notReady: "not-ready"
    }
  }

  /// The problem as one line of text, for a server that has nothing better.
  package static func plain(_ problem: HTTPProblem) -> HTTPResponse {
    .text("\(problem.code): \(problem.detail)\n", status: problem.status)
  }
}
