internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  var copyRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/copies", needs: .readerOnly, query: ["release", "place", "number"],
        returns: .cachedList(from: { _ in .copies })
      ) { request, _ in
        if let text = request.query("number") {
          guard let number = Int(text), (1...999_999_999).contains(number) else {
            throw Problem(.badRequest, "'number' must be a number from 1 to 999999999.")
          }
          return .page(try catalogue.copy(number: number).map { [$0] } ?? [], next: nil, for: request) { $0.item($1) }
        }
        let release: Release.ID? = try request.id("release")
        let place: Place.ID? = try request.id("place")
        guard let release else {
          return .page(
            try catalogue.copyRows(
              in: place, cursor: request.query("cursor"), limit: try request.limit()
            ) { item in JSONWriter.bytes { $0.item(item) } }, for: request)
        }
        let page = try catalogue.copies(
          of: release, in: place, cursor: request.query("cursor"), limit: try request.limit())
        return .page(page.items, next: page.next, for: request) { $0.item($1) }
      },
      Endpoint(.get, "/api/v1/copies/{id}", needs: .readerOnly, returns: .record) { request, _ in
        guard let id = Copy.ID(request.parameter("id")), let item = try catalogue.copy(id) else {
          throw Problem(.notFound, "There is no copy with this id.")
        }
        return .row(item.copy.version) { $0.item(item) }
      },
      Endpoint(.patch, "/api/v1/copies/{id}", needs: .staff, ifMatch: .required) { request, call in
        guard let id = Copy.ID(request.parameter("id")) else { throw StaffError.noSuchCopy }
        let body: CopyPatch = try request.decode()
        let patch = Copies.Patch(
          partCount: try RequestCheck.number(body.partCount, "partCount", in: 1...1000),
          partsMissing: try RequestCheck.number(body.partsMissing, "partsMissing", in: 0...1000),
          isReference: body.isReference, status: body.status)
        let item = try counter.copies.change(id, patch, ifVersion: call.version, by: call.caller.name)
        return .row(item.copy.version) { $0.item(item) }
      },
    ]
  }
}
