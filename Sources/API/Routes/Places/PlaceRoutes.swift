internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  var placeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/places", needs: .readerOnly, returns: .cachedList(from: { _ in .all })) { request, _ in
        let page = try catalogue.places(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { PlaceResource($0) }
      },
      Endpoint(.get, "/api/v1/places/{id}", needs: .readerOnly, returns: .record) { request, _ in
        guard let opened = try catalogue.place(try request.place()) else { throw StaffError.noSuchPlace }
        return .place(opened)
      },
      Endpoint(
        .get, "/api/v1/places/{id}/slots", needs: .readerOnly, query: ["state"], returns: .list
      ) { request, _ in
        let filter = try request.state(otherwise: SlotFilter.all)
        let page = try catalogue.slots(
          of: try request.place(), in: filter.state, cursor: request.query("cursor"), limit: try request.limit())
        guard let page else { throw StaffError.noSuchPlace }
        return .page(page, for: request) { SlotResource($0) }
      },
      Endpoint(
        .get, "/api/v1/places/{id}/map", needs: .readerOnly, query: ["search"], returns: .record, on: .worker
      ) { request, _ in
        .json(
          PlaceMapResource(
            try counter.places.map(of: try request.place(), search: request.libraryQuery, in: try counter.zone())))
      },
    ] + placeChangeRoutes
  }

  /// The routes by which staff make, change and remove places and slots.
  private var placeChangeRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/places", needs: .staff, repeats: .key) { request, call in
        let body: PlaceRequest = try request.decode()
        let opened = try counter.places.add(
          name: body.name, kind: body.kind, parent: body.parent, slots: body.slots, id: call.claim?.derivedID(),
          by: call.caller.name)
        return .json(status: 201, PlaceDetailResource(opened.holding, slots: opened.slots))
          .with("location", "/api/v1/places/\(opened.holding.place.id)")
      },
      Endpoint(.patch, "/api/v1/places/{id}", needs: .staff, ifMatch: .required) { request, call in
        .place(
          try counter.places.change(
            try request.place(), try request.decode(), ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/places/{id}", needs: .staff, ifMatch: .required) { request, call in
        try counter.places.remove(try request.place(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
      Endpoint(.post, "/api/v1/places/{id}/slots", needs: .staff, repeats: .key) { request, call in
        let body: SlotsRequest = try request.decode()
        let opened = try counter.places.addSlots(
          to: try request.place(), from: body.from, count: body.count, by: call.caller.name)
        return .json(status: 201, PlaceDetailResource(opened.holding, slots: opened.slots))
      },
      Endpoint(.patch, "/api/v1/places/{id}/slots/{number}", needs: .staff, ifMatch: .required) { request, call in
        .place(
          try counter.places.changeSlot(
            try request.slotNumber(), of: try request.place(), try request.decode(), ifVersion: call.version,
            by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/places/{id}/slots/{number}", needs: .staff, ifMatch: .accepted) { request, call in
        try counter.places.removeSlot(
          try request.slotNumber(), of: try request.place(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
    ]
  }
}

extension HTTPRequest {
  fileprivate func place() throws -> Place.ID {
    guard let id = Place.ID(parameter("id")) else { throw StaffError.noSuchPlace }
    return id
  }

  fileprivate func slotNumber() throws -> Int {
    guard let number = Int(parameter("number")) else { throw StaffError.noSuchSlot }
    return number
  }
}

extension HTTPResponse {
  fileprivate static func place(_ opened: Catalogue.OpenedPlace) -> HTTPResponse {
    .row(opened.holding.place.version, PlaceDetailResource(opened.holding, slots: opened.slots))
  }
}
