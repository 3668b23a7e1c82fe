internal import Catalogue
internal import Deadwax
internal import HTTPServer

extension Surface {
  var copyRoutes: [Route] {
    [
      route(.get, "/api/v1/copies", needs: .readerOnly) { request in
        if let text = request.query("number") {
          guard let number = Int(text), (1...999_999_999).contains(number) else {
            throw Problem(.badRequest, "'number' must be a number from 1 to 999999999.")
          }
          return .page(try catalogue.copy(number: number).map { [$0] } ?? [], next: nil) { $0.item($1) }
        }
        let page = try catalogue.copies(
          of: try request.id("release"), in: try request.id("place"), cursor: request.query("cursor"),
          limit: try request.limit())
        return .page(page.items, next: page.next) { $0.item($1) }
      },
      route(.get, "/api/v1/copies/{id}", needs: .readerOnly) { request in
        guard let id = Copy.ID(request.parameter("id")), let item = try catalogue.copy(id) else {
          throw Problem(.notFound, "There is no copy with this id.")
        }
        // The release is shown with it.
        return .record(version: "\(item.copy.shownVersion).\(item.release.version)", for: request) { $0.item(item) }
      },
    ]
  }
}
