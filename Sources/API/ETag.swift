internal import HTTPServer
internal import Secrets
internal import Wire

extension HTTPRequest {
  /// Returns true if the client already has this version (`If-None-Match`).
  func has(_ entityTag: String) -> Bool {
    guard let given = header("if-none-match") else { return false }
    return given.split(separator: ",").contains { part in
      let tag = part.drop { $0 == " " }
      return tag == "*" || tag == entityTag || tag.dropFirst(2) == entityTag && tag.hasPrefix("W/")
    }
  }
}

extension HTTPResponse {
  /// Returns a record with the version of its row, which `If-Match` sends back.
  static func row(_ version: Int, _ value: some Encodable) -> HTTPResponse { row(version) { $0.value(value) } }

  /// Returns such a response with JSON that is written directly.
  static func row(_ version: Int, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    let response = json(write)
    return response.with("etag", response.entityTag(after: "\(version)."))
  }

  /// Returns the response to a GET of one resource: with a strong `ETag`, and 304 if the client has that version.
  func validated(for request: HTTPRequest) -> HTTPResponse {
    guard status == 200, case .bytes = body else { return self }
    let tag = headers.first { $0.0 == "etag" }?.1 ?? entityTag(after: "")
    if request.has(tag) { return HTTPResponse(status: 304, headers: [("etag", tag)]) }
    // A client may store the response, and asks before it uses it again.
    let others = headers.filter { $0.0 != "etag" && !($0.0 == "cache-control" && $0.1 == "no-store") }
    let control = others.contains { $0.0 == "cache-control" } ? [] : [("cache-control", "no-cache")]
    return HTTPResponse(status: 200, headers: others + [("etag", tag)] + control, body: body)
  }

  /// Returns a strong entity tag: a digest of the whole content.
  private func entityTag(after prefix: String) -> String {
    guard case .bytes(let bytes) = body else { preconditionFailure("A stream or a file has no digest.") }
    let (high, low) = Digest.of(bytes)
    return "\"\(prefix)\(String(high, radix: 36))\(String(low, radix: 36))\""
  }
}
