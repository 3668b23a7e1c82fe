internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Storage
internal import Wire

extension HTTPAPI {
  var copyRoutes: [Route] {
    [
      listRoute(
        "/api/v1/copies", needs: .readerOnly, from: { _ in [.copy, .release, .place, .slot, .loan, .fee] }
      ) { request, _ in
        if let text = request.query("number") {
          guard let number = Int(text), (1...999_999_999).contains(number) else {
            throw Problem(.badRequest, "'number' must be a number from 1 to 999999999.")
          }
          return .page(try catalogue.copy(number: number).map { [$0] } ?? [], next: nil) { $0.item($1) }
        }
        let release: Release.ID? = try request.id("release")
        let place: Place.ID? = try request.id("place")
        guard let release else {
          return .page(
            try catalogue.copyRows(
              in: place, cursor: request.query("cursor"), limit: try request.limit()
            ) { item in JSONWriter.bytes { $0.item(item) } })
        }
        let page = try catalogue.copies(
          of: release, in: place, cursor: request.query("cursor"), limit: try request.limit())
        return .page(page.items, next: page.next) { $0.item($1) }
      },
      route(.get, "/api/v1/copies/{id}", needs: .readerOnly) { request in
        guard let id = Copy.ID(request.parameter("id")), let item = try catalogue.copy(id) else {
          throw Problem(.notFound, "There is no copy with this id.")
        }
        return .copy(item, for: request)
      },
      staffRoute(.patch, "/api/v1/copies/{id}", needs: .staff) { request, caller in
        guard let id = Copy.ID(request.parameter("id")) else { throw StaffError.noSuchCopy }
        let version = try request.versionSeen(isNeeded: true)
        let body: CopyPatch = try request.decode()
        let patch = Copies.Patch(
          partCount: try RequestCheck.number(body.partCount, "partCount", in: 1...1000),
          partsMissing: try RequestCheck.number(body.partsMissing, "partsMissing", in: 0...1000),
          isReference: body.isReference, status: body.status)
        return .copy(try counter.copies.change(id, patch, ifVersion: version, by: caller.name), for: request)
      },
    ]
  }
}

extension HTTPResponse {
  /// Returns a copy. Its ETag includes the release's version and the loan, because the response contains both.
  fileprivate static func copy(_ item: Catalogue.Item, for request: HTTPRequest) -> HTTPResponse {
    .record(version: "\(item.copy.shownVersion).\(item.release.version)", for: request) { $0.item(item) }
  }
}
