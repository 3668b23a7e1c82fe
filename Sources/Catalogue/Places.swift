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

  /// Returns a page of the slots of a place in the order of their numbers.
  ///
  /// - Parameters:
  ///   - id: the place.
  ///   - state: the state of the slots; nil for all.
  ///   - cursor: the cursor of the page; nil for the first one.
  ///   - limit: the maximum number of slots.
  /// - Returns: the page; nil if there is no place with this id.
  /// - Throws: `CatalogueError.badCursor`.
  package func slots(
    of id: Place.ID, in state: SlotOccupancy.State?, cursor: String?, limit: Int
  ) throws -> Page<SlotOccupancy>? {
    var after = 0
    if let cursor {
      guard let number = Int(cursor), number > 0 else { throw CatalogueError.badCursor }
      after = number
    }
    return try database.read { reading in
      guard try reading.place(id) != nil else { return nil }
      let all = try reading.slots(of: id).filter { state == nil || $0.state == state }
      let left = all.drop { $0.slot.number <= after }
      let page = Array(left.prefix(limit))
      return Page(
        items: page, next: left.count > limit ? page.last.map { "\($0.slot.number)" } : nil,
        total: cursor == nil ? all.count : nil)
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
