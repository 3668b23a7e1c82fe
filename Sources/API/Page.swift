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
    list(page.items, next: page.next, total: page.total, write).linked(to: page.next, for: request)
  }

  /// Returns a complete list of values of the wire.
  static func whole<Item: Codable & Sendable>(_ items: [Item]) -> HTTPResponse {
    json(ListPage(items: items, next: nil))
  }

  /// Returns a complete list that is written directly.
  static func whole<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) -> HTTPResponse {
    list(items, next: nil, total: nil, write)
  }

  private static func list<Item>(
    _ items: [Item], next: String?, total: Int?, _ write: (inout JSONWriter, Item) -> Void
  ) -> HTTPResponse {
    json { json in
      json.object { json in
        json.key("items")
        json.array(items, write)
        json.member("next", next)
        json.member("total", total)
      }
    }
  }

  /// Returns the response with the address of the next page in its header, with the relation `next` (RFC 8288).
  private func linked(to next: String?, for request: HTTPRequest) -> HTTPResponse {
    guard let next else { return self }
    let query = request.queryItems.filter { $0.name != "cursor" } + [(name: "cursor", value: next)]
    let text = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return with("link", "<\(request.path)?\(text)>; rel=\"next\"")
  }

  /// Returns a text for a query: all bytes but the unreserved ones are percent-encoded (RFC 3986, 2.3).
  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.unicodeScalars.append(.init(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
