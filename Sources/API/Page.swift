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

  /// Returns a page of a list of values of the wire, made from the items of a page.
  static func page<Element: Sendable, Item: Codable & Sendable>(
    _ page: Catalogue.Page<Element>, for request: HTTPRequest, _ item: (Element) throws -> Item
  ) rethrows -> HTTPResponse {
    json(ListPage(items: try page.items.map(item), next: page.next, total: page.total))
      .linked(to: page.next, for: request)
  }

  /// Returns a page of a list from the JSON of its items.
  static func page(_ page: Catalogue.Page<[UInt8]>, for request: HTTPRequest) -> HTTPResponse {
    .page(page, for: request, writing: { $0.raw($1) })
  }

  /// Returns a page of a list that is written directly: `{"items": […], "next": …, "total": …}`.
  static func page<Item>(
    _ page: Catalogue.Page<Item>, for request: HTTPRequest, writing write: (inout JSONWriter, Item) -> Void
  ) -> HTTPResponse {
    list(
      page.items, next: page.next, total: page.total, isPartial: page.isPartial, isCutShort: page.isCutShort,
      corrected: page.corrected, write
    )
    .linked(to: page.next, for: request)
  }

  /// Returns a complete list of values of the wire.
  static func whole<Item: Codable & Sendable>(_ items: [Item]) -> HTTPResponse {
    json(ListPage(items: items, next: nil))
  }

  /// Returns a complete list that is written directly.
  static func whole<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) -> HTTPResponse {
    list(items, next: nil, total: nil, isPartial: false, isCutShort: false, corrected: nil, write)
  }

  private static func list<Item>(
    _ items: [Item], next: String?, total: Int?, isPartial: Bool, isCutShort: Bool, corrected: String?,
    _ write: (inout JSONWriter, Item) -> Void
  ) -> HTTPResponse {
    json { json in
      json.object { json in
        json.key("items")
        json.array(items, write)
        json.member("next", next)
        json.member("total", total)
        // Only a search can be partial, after an update, or cut short, or corrected.
        if isPartial { json.member("isPartial", true) }
        if isCutShort { json.member("isCutShort", true) }
        json.member("corrected", corrected)
      }
    }
  }

  /// Returns the response with the address of the next page in its header, with the relation `next` (RFC 8288).
  private func linked(to next: String?, for request: HTTPRequest) -> HTTPResponse {
    guard let next else { return self }
    let query = request.queryItems.filter { $0.name != "cursor" } + [(name: "cursor", value: next)]
    let pairs = query.map { (name, value) in "\(PercentEncoding.encoded(name))=\(PercentEncoding.encoded(value))" }
    let text = pairs.joined(separator: "&")
    return with("link", "<\(request.path)?\(text)>; rel=\"next\"")
  }
}
