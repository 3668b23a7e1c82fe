internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var placeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/places", needs: .readerOnly, returns: .cachedList(from: { _ in .all })) { request, _ in
        let page = try catalogue.places(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page.items, next: page.next, for: request) { json, holding in
          json.object { $0.members(of: holding) }
        }
      },
      Endpoint(.get, "/api/v1/places/{id}", needs: .readerOnly, returns: .record) { request, _ in
        guard let id = Place.ID(request.parameter("id")), let opened = try catalogue.place(id) else {
          throw Problem(.notFound, "There is no place with this id.")
        }
        return .json { json in
          json.object { json in
            json.members(of: opened.holding)
            json.key("positions")
            json.array(opened.slots) { $0.position($1) }
          }
        }
      },
    ]
  }
}

extension JSONWriter {
  fileprivate mutating func members(of holding: PlaceSummary) {
    member("id", holding.place.id.text)
    member("name", holding.place.name)
    member("kind", holding.place.kind.rawValue)
    member("parent", holding.place.parent?.text)
    member("slots", holding.slots)
    member("copies", holding.copies)
    member("untagged", holding.untagged)
  }

  fileprivate mutating func position(_ holding: SlotOccupancy) {
    object { json in
      json.member("id", holding.slot.id.text)
      json.member("number", holding.slot.number)
      json.member("text", holding.slot.location.text)
      json.member("isSingle", holding.slot.isSingle)
      json.member("copy", holding.copy?.text)
    }
  }
}
