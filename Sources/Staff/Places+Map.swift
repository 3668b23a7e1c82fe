package import Deadwax
internal import Execution
package import Lending
internal import Queries
internal import Storage

extension Places {
  /// The time after which the search of a map ends.
  private static let patience = Duration.milliseconds(500)

  /// Returns the map of a place: what stands in it and in the places below it, at most `PlaceMap.mostPlaces` places and
  /// `PlaceMap.mostSpots` slots and copies. Copies outside of slots are ordered by shelf mark, artist and title.
  ///
  /// - Parameters:
  ///   - id: the topmost place.
  ///   - search: a query of the library, whose copies are marked; nil for none.
  ///   - zone: the time zone of the library, in which the days of the query are counted.
  /// - Returns: the map.
  /// - Throws: `StaffError.noSuchPlace`, `.indexing` or `.choosesNoCopies`, or a mistake in the query.
  package func map(of id: Place.ID, search: String?, in zone: POSIXTimeZone) throws -> PlaceMap {
    let query = try search.map { try Query($0, isTyping: true) }
    var map = try room.database.read { try Self.map(of: id, in: $0) }
    guard let query else { return map }
    guard query.condition != nil else {
      map.mark(nil)
      return map
    }
    let places = map.parts.map(\.place.id)
    let end = ContinuousClock.now + Self.patience
    do {
      let found = try room.database.read(while: { ContinuousClock.now < end }) { reading in
        guard try reading.isReleaseIndexComplete() else { throw StaffError.indexing }
        let moment = SearchMoment(now: reading.now, in: zone)
        return try reading.copies(matching: query, at: moment, in: places, limit: PlaceMap.mostSpots)
      }
      guard let found else { throw StaffError.choosesNoCopies }
      map.mark(Set(found))
    } catch let error as StorageError where error.kind == .interrupted {
      // The map is shown without marks, and says so.
      map.isSearched = false
    }
    return map
  }

  private static func map(of id: Place.ID, in reading: some Queryable) throws -> PlaceMap {
    guard let top = try reading.place(id) else { throw StaffError.noSuchPlace }
    let below = try reading.places(below: id, limit: PlaceMap.mostPlaces + 1)
    let shown = below.prefix(PlaceMap.mostPlaces)
    var map = PlaceMap(path: try reading.places(around: top), parts: [], isWhole: below.count == shown.count)
    var left = PlaceMap.mostSpots
    for place in inOrder(top, Array(shown)) {
      let slots = try reading.slots(of: place.id, limit: left + 1)
      let copies = try reading.placedCopies(directlyIn: place.id, limit: left + 1)
      map.isWhole = map.isWhole && slots.count <= left && copies.count <= left
      map.parts.append(part(place, slots.prefix(left), copies.prefix(left)))
      left = max(0, left - max(slots.count, copies.count))
    }
    return map
  }

  private static func part(
    _ place: Place, _ slots: ArraySlice<Slot>, _ copies: ArraySlice<PlacedCopy>
  ) -> PlaceMap.Part {
    var inSlots: [Slot.ID: [PlaceMap.Item]] = [:]
    var others: [(order: ShelfOrder, item: PlaceMap.Item)] = []
    for placed in copies {
      let item = PlaceMap.Item(copy: placed.copy, title: placed.title, artist: placed.artist)
      if let slot = placed.copy.location?.slot {
        inSlots[slot, default: []].append(item)
      } else {
        others.append((ShelfOrder(placed.copy, artist: placed.artist, title: placed.title, path: []), item))
      }
    }
    return PlaceMap.Part(
      place: place, spots: slots.map { PlaceMap.Spot(slot: $0, items: inSlots[$0.id] ?? []) },
      items: others.sorted { $0.order < $1.order }.map(\.item))
  }

  /// Returns places as a person walks by: a place before the places in it, and *Shelf 2* before *Shelf 10*.
  private static func inOrder(_ top: Place, _ all: [Place]) -> [Place] {
    let inside = Dictionary(grouping: all.filter { $0.id != top.id }, by: \.parent)
    var seen: Set<Place.ID> = []
    func walk(_ place: Place) -> [Place] {
      guard seen.insert(place.id).inserted else { return [] }
      let next = (inside[place.id] ?? []).map { (key: SortKey.key(of: $0.name), place: $0) }
      return [place]
        + next.sorted { ($0.key, $0.place.id.text) < ($1.key, $1.place.id.text) }.flatMap { walk($0.place) }
    }
    return walk(top)
  }
}
