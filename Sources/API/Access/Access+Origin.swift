package import HTTPServer
internal import Wire

extension Access {
  /// Refuses a change that a page of another origin requests.
  ///
  /// - Throws: `forbidden`.
  package func checkOrigin(of request: HTTPRequest) throws(Problem) {
    if request.method != .get, request.method != .head, let origin = request.header("origin") {
      let host = request.header("host") ?? ""
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        throw Problem(.forbidden, "A page of another origin sent the request.")
      }
    }
  }

  /// Refuses a change by cookie that does not state that a page of the hub sent it. Browsers send `Origin` with each such
  /// request, and a header field that a page cannot set (Fetch Metadata) with each request.
  ///
  /// - Throws: `forbidden`.
  func checkPage(of request: HTTPRequest) throws(Problem) {
    guard request.method != .get, request.method != .head, request.header("origin") == nil,
      request.header("sec-fetch-site") != "same-origin"
    else { return }
    throw Problem(.forbidden, "A change by cookie needs the field 'Origin'. Programs send 'Authorization: Bearer …'.")
  }
}
