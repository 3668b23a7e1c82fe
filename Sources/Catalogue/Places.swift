package import Deadwax
internal import Storage

extension Catalogue {
  /// Returns a page of places ordered by name, each with its counts.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func places(cursor: String?, limit: Int) throws -> Page<PlaceSummary> {
    var after: Place.ID?
    if let cursor {
      guard let id = Place.ID(cursor) else { throw CatalogueError.badCursor }
      after = id
    }
    return try database.read { reading in
      if let after, try reading.place(after) == nil { throw CatalogueError.badCursor }
      let places = try reading.places(after: after, limit: limit + 1)
      let page = Array(places.prefix(limit))
      return Page(
        items: page, next: places.count > limit ? page.last?.place.id.text : nil,
        total: try after == nil ? reading.placeTotal() : nil)
    }
  }

  /// A place with its slots.
  package struct OpenedPlace: Hashable, Sendable {
    package var holding: PlaceSummary
    package var slots: [SlotOccupancy]

    package init(holding: PlaceSummary, slots: [SlotOccupancy]) {
      self.holding = holding
      self.slots = slots
    }
  }

  /// Returns a place, or nil if there is none with this id.
  package func place(_ id: Place.ID) throws -> OpenedPlace? {
    try database.read { reading in
      try reading.holding(of: id).map { OpenedPlace(holding: $0, slots: try reading.slots(of: id)) }
    }
  }
}
