internal import HTTPServer
internal import Secrets

extension HTTPRequest {
  /// Returns the number of items per page: 50 by default, at most 200.
  func limit() throws(Problem) -> Int {
    guard (query("cursor")?.unicodeScalars.count ?? 0) <= 200 else {
      throw Problem(.badRequest, "'cursor' is invalid.")
    }
    guard let text = query("limit") else { return 50 }
    guard let limit = Int(text), (1...200).contains(limit) else {
      throw Problem(.badRequest, "'limit' must be a number from 1 to 200.")
    }
    return limit
  }

  /// Returns a search text; nil if it is absent.
  ///
  /// - Throws: `badRequest` for more than 200 characters.
  func words(_ name: String) throws(Problem) -> String? {
    guard let text = query(name) else { return nil }
    guard text.unicodeScalars.count <= 200 else {
      throw Problem(.badRequest, "'\(name)' must have at most 200 characters.")
    }
    return text
  }

  /// Returns the idempotency key; nil if the request has none.
  ///
  /// - Throws: `invalid` for an invalid key.
  func idempotencyKey() throws(Problem) -> String? {
    guard let key = header("idempotency-key") else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Problem(.invalid, "'Idempotency-Key' must have 1 to 255 printable ASCII characters.")
    }
    return key
  }

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
  /// Returns a response with one JSON value.
  static func json(status: Int = 200, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    return HTTPResponse(
      status: status, headers: [("content-type", "application/json"), ("cache-control", "no-store")],
      body: .bytes(writer.bytes))
  }

  /// Returns a page of a list: `{"items": […], "next": …}`.
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
  static func versioned(for request: HTTPRequest, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    let (high, low) = Digest.of(writer.bytes)
    return record(version: String(high, radix: 36) + String(low, radix: 36), for: request) { $0 = writer }
  }
}

extension HTTPResponse {
  /// Returns a record with a strong ETag that begins with the version of its row, for `If-Match`, and continues with a
  /// digest of the content; 304 if the client has that version.
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
