package import HTTPServer

/// An error as clients get it: `application/problem+json` (RFC 9457), with a code that never changes.
package struct Problem: Error, Sendable {
  package var code: Code
  package var detail: String
  package var reasons: [Reason]
  package var headers: [(String, String)]

  package init(_ code: Code, _ detail: String, reasons: [Reason] = [], headers: [(String, String)] = []) {
    self.code = code
    self.detail = detail
    self.reasons = reasons
    self.headers = headers
  }

  /// One of all the reasons at once.
  package struct Reason: Sendable {
    package var code: String
    package var detail: String

    package init(_ code: String, _ detail: String) {
      self.code = code
      self.detail = detail
    }
  }

  package enum Code: String, CaseIterable, Sendable {
    case badRequest = "bad-request"
    case unauthorized
    case forbidden
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case conflict
    case tooLarge = "too-large"
    case unsupportedMediaType = "unsupported-media-type"
    case wrongHost = "wrong-host"
    case invalid
    case idReused = "id-reused"
    case inFlight = "in-flight"
    // Tags.
    case noTag = "no-tag"
    case twoTags = "two-tags"
    case notBound = "not-bound"
    case tagBound = "tag-bound"
    case copyHasTag = "copy-has-tag"
    case tagForeignContent = "tag-foreign-content"
    case tagSuspect = "tag-suspect"
    case tagBusy = "tag-busy"
    case tagType = "tag-type"
    case tagLocked = "tag-locked"
    case tagPassword = "tag-password"
    case tagTooSmall = "tag-too-small"
    case tagContentMismatch = "tag-content-mismatch"
    case boundElsewhere = "bound-elsewhere"
    case queueEmpty = "queue-empty"
    case tagRandomUID = "tag-random-uid"
    // Labels.
    case labelTooSmall = "label-too-small"
    case labelUnreadable = "label-unreadable"
    case noLabels = "no-labels"
    case labelJobUnfinished = "label-job-unfinished"
    case noPrinter = "no-printer"
    case `internal`
    case notReady = "not-ready"

    package var status: Int {
      switch self {
      case .badRequest: 400
      case .unauthorized: 401
      case .forbidden: 403
      case .notFound: 404
      case .methodNotAllowed: 405
      case .conflict, .inFlight, .noTag, .twoTags, .notBound, .tagBound, .copyHasTag, .tagForeignContent, .tagSuspect,
        .tagBusy, .tagType, .tagLocked, .tagPassword, .tagTooSmall, .tagContentMismatch, .boundElsewhere, .queueEmpty,
        .labelJobUnfinished, .noPrinter:
        409
      case .tooLarge: 413
      case .unsupportedMediaType: 415
      case .wrongHost: 421
      case .invalid, .idReused, .tagRandomUID, .labelTooSmall, .noLabels: 422
      case .internal, .labelUnreadable: 500
      case .notReady: 503
      }
    }

    package var title: String {
      switch self {
      case .badRequest: "The request cannot be understood"
      case .unauthorized: "A valid token is needed"
      case .forbidden: "This is not allowed"
      case .notFound: "There is no such thing here"
      case .methodNotAllowed: "This cannot be done here"
      case .conflict: "It does not fit the present state"
      case .tooLarge: "The body is too large"
      case .unsupportedMediaType: "This kind of body is not taken"
      case .wrongHost: "This host is not served here"
      case .invalid: "The request is not valid"
      case .idReused: "The id was used for something else"
      case .inFlight: "It is being done at this moment"
      case .noTag: "No tag lies there"
      case .twoTags: "Several tags lie there"
      case .notBound: "The tag names nothing"
      case .tagBound: "The tag names something else"
      case .copyHasTag: "The copy has a tag already"
      case .tagForeignContent: "The tag holds what is not ours"
      case .tagSuspect: "The tag failed again and again"
      case .tagBusy: "Something else is being done to the tag"
      case .tagType: "This type of tag cannot be written"
      case .tagLocked: "The tag is locked for good"
      case .tagPassword: "The tag asks for a password"
      case .tagTooSmall: "The tag is too small"
      case .tagContentMismatch: "The tag's number and its writing disagree"
      case .boundElsewhere: "The tag is not to be taken from what it names"
      case .queueEmpty: "Nothing is to be queued"
      case .tagRandomUID: "The tag has no lasting number"
      case .labelTooSmall: "The label is too small for the code"
      case .labelUnreadable: "A label could not be read"
      case .noLabels: "There is nothing to print"
      case .labelJobUnfinished: "The labels are not ready"
      case .noPrinter: "There is no printer"
      case .internal: "Something went wrong inside"
      case .notReady: "Not ready"
      }
    }

    /// Whether the same request may do later what it could not do now.
    package var isRetryable: Bool { [.notReady, .internal, .inFlight].contains(self) }
  }

  package var response: HTTPResponse {
    let body = JSONWriter.object { json in
      json.member("type", "urn:deadwax:problem:\(code.rawValue)")
      json.member("title", code.title)
      json.member("status", code.status)
      json.member("detail", detail)
      json.member("code", code.rawValue)
      json.key("reasons")
      json.array(reasons) { json, reason in
        json.object { json in
          json.member("code", reason.code)
          json.member("detail", reason.detail)
        }
      }
      json.member("retryable", code.isRetryable)
    }
    var headers = [("content-type", "application/problem+json"), ("cache-control", "no-store")] + self.headers
    if code == .notReady { headers.append(("retry-after", "2")) }
    if code == .unauthorized { headers.append(("www-authenticate", "Bearer")) }
    return HTTPResponse(status: code.status, headers: headers, body: .bytes(body))
  }
}
