internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  var copyRoutes: [Endpoint] {
    copyRecordRoutes + [
      Endpoint(
        .get, "/api/v1/copies", needs: .readerOnly, query: ["release", "place", "number", "medium"],
        returns: .cachedList(from: { _ in .copies })
      ) { request, _ in
        let release: Release.ID? = try request.id("release")
        let place: Place.ID? = try request.id("place")
        let medium = try request.medium()
        let limit = try request.limit()
        if let text = request.query("number") {
          guard let number = Int(text), (1...999_999_999).contains(number) else {
            throw Problem(.badRequest, "'number' must be a number from 1 to 999999999.")
          }
          let found = [try catalogue.copy(number: number)].compactMap(\.self).filter { item in
            (release == nil || item.copy.release == release) && (place == nil || item.copy.location?.place == place)
              && (medium?.includes(item.release.medium) ?? true)
          }
          return .page(Catalogue.Page(items: found, next: nil, total: found.count), for: request, CopyResource.init)
        }
        guard let release else {
          return .page(
            try catalogue.copyRows(
              in: place, medium: medium, cursor: request.query("cursor"), limit: limit
            ) { JSONDocument.bytes(of: CopyResource($0)) }, for: request)
        }
        let page = try catalogue.copies(
          of: release, in: place, medium: medium, cursor: request.query("cursor"), limit: limit)
        return .page(page, for: request, CopyResource.init)
      },
      Endpoint(.get, "/api/v1/copies/{id}", needs: .readerOnly, returns: .record) { request, _ in
        guard let id = Copy.ID(request.parameter("id")), let item = try catalogue.copy(id) else {
          throw Problem(.notFound, "There is no copy with this id.")
        }
        return .row(item.copy.version, CopyResource(item))
      },
      Endpoint(.patch, "/api/v1/copies/{id}", needs: .staff, ifMatch: .required) { request, call in
        guard let id = Copy.ID(request.parameter("id")) else { throw StaffError.noSuchCopy }
        let item = try counter.copies.change(
          id, try request.decode(), ifVersion: call.version, by: call.caller.name)
        return .row(item.copy.version, CopyResource(item))
      },
      Endpoint(.put, "/api/v1/copies/{id}/place", needs: .staff, ifMatch: .required) { request, call in
        guard let id = Copy.ID(request.parameter("id")) else { throw StaffError.noSuchCopy }
        let body: ShelvingRequest = try request.decode()
        let slot = try RequestCheck.number(body.slot, "slot", in: Places.slotNumbers)
        let item = try counter.copies.shelve(
          id, in: body.place, slot: slot, ifVersion: call.version, by: call.caller.name)
        return .row(item.copy.version, CopyResource(item))
      },
    ]
  }
}

extension CopyResource {
  fileprivate init(_ item: Catalogue.Item) { self.init(item.copy, release: item.release) }
}
