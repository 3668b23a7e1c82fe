package import HTTPServer

/// An error response of the API: `application/problem+json` (RFC 9457), with a stable code.
package struct Problem: Error, Sendable {
  package var code: Code
  package var detail: String
  package var reasons: [Reason]
  package var headers: [(String, String)]
  /// Notes in addition to the reasons.
  package var notes: [Reason] = []
  /// The token that confirms exactly these reasons.
  package var token: String?
  /// True if staff may override all of the reasons.
  package var isOverridable: Bool?
  /// The number of parts that were checked out, if they must be counted.
  package var parts: Int?
  /// The current state of the station, as JSON.
  package var station: String?
  /// The current version of the record.
  package var version: String?

  package init(_ code: Code, _ detail: String, reasons: [Reason] = [], headers: [(String, String)] = []) {
    self.code = code
    self.detail = detail
    self.reasons = reasons
    self.headers = headers
  }

  /// A reason of the problem. A problem reports all reasons at once.
  package struct Reason: Sendable {
    package var code: String
    package var detail: String

    package init(_ code: String, _ detail: String) {
      self.code = code
      self.detail = detail
    }
  }

  package var response: HTTPResponse {
    let body = JSONWriter.object { json in
      json.member("type", "urn:deadwax:problem:\(code.rawValue)")
      json.member("title", code.title)
      json.member("status", code.status)
      json.member("detail", detail)
      json.member("code", code.rawValue)
      json.key("reasons")
      json.array(reasons) { $0.reason($1) }
      if !notes.isEmpty {
        json.key("notes")
        json.array(notes) { $0.reason($1) }
      }
      json.member("token", token)
      json.member("overridable", isOverridable)
      json.member("parts", parts)
      json.member("version", version)
      if let station {
        json.key("station")
        json.raw(station)
      }
      json.member("retryable", code.isRetryable)
    }
    var headers = [("content-type", "application/problem+json"), ("cache-control", "no-store")] + self.headers
    if code == .notReady { headers.append(("retry-after", "2")) }
    if code == .unauthorized { headers.append(("www-authenticate", "Bearer")) }
    return HTTPResponse(status: code.status, headers: headers, body: .bytes(body))
  }
}

extension JSONWriter {
  mutating func reason(_ reason: Problem.Reason) {
    object { json in
      json.member("code", reason.code)
      json.member("detail", reason.detail)
    }
  }
}
