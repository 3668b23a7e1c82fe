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
  /// Returns a record with its version as a strong ETag; 304 if the client has that version.
  static func record(
    version: String, for request: HTTPRequest, _ write: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    let entityTag = "\"\(version)\""
    if request.has(entityTag) { return HTTPResponse(status: 304, headers: [("etag", entityTag)]) }
    var writer = JSONWriter()
    write(&writer)
    return HTTPResponse(
      status: 200,
      headers: [("content-type", "application/json"), ("etag", entityTag), ("cache-control", "no-cache")],
      body: .bytes(writer.bytes))
  }

  /// Returns content from several records, with a strong ETag that is a digest of the content; 304 if the client has
  /// that version.
  static func versioned(for request: HTTPRequest, _ value: some Encodable) -> HTTPResponse {
    versioned(for: request) { $0.value(value) }
  }

  /// Returns such a response with JSON that is written directly.
  static func versioned(for request: HTTPRequest, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    let (high, low) = Digest.of(writer.bytes)
    return record(version: String(high, radix: 36) + String(low, radix: 36), for: request) { $0 = writer }
  }

  /// Returns a record with a strong ETag that begins with the version of its row, for `If-Match`, and continues with a
  /// digest of the content; 304 if the client has that version.
  static func row(_ version: Int, for request: HTTPRequest, _ value: some Encodable) -> HTTPResponse {
    row(version, for: request) { $0.value(value) }
  }

  /// Returns such a response with JSON that is written directly.
  static func row(_ version: Int, for request: HTTPRequest, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    let (high, low) = Digest.of(writer.bytes)
    let tag = "\(version).\(String(high, radix: 36))\(String(low, radix: 36))"
    // The response to a change always contains the record.
    guard request.method == .get else {
      return HTTPResponse(
        status: 200,
        headers: [("content-type", "application/json"), ("etag", "\"\(tag)\""), ("cache-control", "no-store")],
        body: .bytes(writer.bytes))
    }
    return record(version: tag, for: request) { $0 = writer }
  }
}
