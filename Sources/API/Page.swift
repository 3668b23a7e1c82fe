internal import HTTPServer
internal import Secrets

extension HTTPRequest {
  /// How many items a page shall have: 50 unless asked otherwise, 200 at most.
  func limit() throws(Problem) -> Int {
    guard let text = query("limit") else { return 50 }
    guard let limit = Int(text), (1...200).contains(limit) else {
      throw Problem(.badRequest, "'limit' must be a number from 1 to 200.")
    }
    return limit
  }

  /// Whether the client has this version already.
  func has(_ entityTag: String) -> Bool {
    guard let given = header("if-none-match") else { return false }
    return given.split(separator: ",").contains { part in
      let tag = part.drop { $0 == " " }
      return tag == "*" || tag == entityTag || tag.dropFirst(2) == entityTag && tag.hasPrefix("W/")
    }
  }
}

extension HTTPResponse {
  /// One JSON value.
  static func json(status: Int = 200, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    return HTTPResponse(
      status: status, headers: [("content-type", "application/json"), ("cache-control", "no-store")],
      body: .bytes(writer.bytes))
  }

  /// A page of a list: `{"items": […], "next": …}`.
  static func page<Item>(
    _ items: [Item], next: String?, _ write: (inout JSONWriter, Item) -> Void
  ) -> HTTPResponse {
    json { json in
      json.object { json in
        json.key("items")
        json.array(items, write)
        json.member("next", next)
      }
    }
  }

  /// One record with its version as strong ETag; 304 when the client has it.
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

  /// What is made of several records, with a strong ETag that follows from what is shown; 304 when the client has it.
  static func shown(for request: HTTPRequest, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    let (high, low) = Digest.of(writer.bytes)
    return record(version: String(high, radix: 36) + String(low, radix: 36), for: request) { $0 = writer }
  }
}

extension HTTPResponse {
  /// One record, with a strong ETag that begins with the version of its row, for `If-Match`, and goes on with a digest of
  /// all that is shown; 304 when the client has it.
  static func row(_ version: Int, for request: HTTPRequest, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    let (high, low) = Digest.of(writer.bytes)
    let tag = "\(version).\(String(high, radix: 36))\(String(low, radix: 36))"
    // What was just changed is always shown.
    guard request.method == .get else {
      return HTTPResponse(
        status: 200,
        headers: [("content-type", "application/json"), ("etag", "\"\(tag)\""), ("cache-control", "no-store")],
        body: .bytes(writer.bytes))
    }
    return record(version: tag, for: request) { $0 = writer }
  }
}
