internal import Catalogue
internal import HTTPServer
internal import Wire

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

  /// Returns a response with one value of the wire.
  static func json(status: Int = 200, _ value: some Encodable) -> HTTPResponse {
    json(status: status) { $0.value(value) }
  }

  /// Returns a page of a list of values of the wire.
  static func page<Item: Codable & Sendable>(_ items: [Item], next: String? = nil) -> HTTPResponse {
    json(ListPage(items: items, next: next))
  }

  /// Returns a page of a list from the JSON of its items.
  static func page(_ page: Catalogue.Page<[UInt8]>) -> HTTPResponse {
    .page(page.items, next: page.next) { $0.raw($1) }
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
}
