package import Deadwax

/// A map of a place: the place itself and the places in it, each with what stands there.
package struct PlaceMapResource: Codable, Sendable {
  /// A copy where it belongs.
  package struct Item: Codable, Sendable {
    package var copy: Copy.ID
    /// The accession number.
    package var number: Int
    package var title: String
    package var artist: String
    package var medium: Medium
    package var status: CopyStatus
    /// True if the search finds the copy; omitted otherwise.
    package var isFound: Bool?
    /// The version of the copy, which a move needs.
    package var version: Int

    init(_ item: PlaceMap.Item) {
      copy = item.copy.id
      number = item.copy.number
      title = item.title
      artist = item.artist
      medium = item.copy.medium
      status = CopyStatus(item.copy)
      isFound = item.isFound ? true : nil
      version = item.copy.version
    }
  }

  /// A slot with its copies.
  package struct Position: Codable, Sendable {
    package var number: Int
    /// True if the slot holds one copy only.
    package var isSingle: Bool
    package var state: SlotOccupancy.State
    /// The reason why nothing is shelved there; only for a disabled slot.
    package var disabledReason: String?
    package var items: [Item]

    init(_ spot: PlaceMap.Spot) {
      number = spot.slot.number
      isSingle = spot.slot.isSingle
      state = spot.occupancy.state
      disabledReason = spot.slot.disabledReason
      items = spot.items.map { Item($0) }
    }
  }

  /// One place of the map.
  package struct Part: Codable, Sendable {
    package var id: Place.ID
    package var name: String
    package var kind: Place.Kind
    /// The place that contains it.
    package var parent: Place.ID?
    /// Its slots, in the order of their numbers.
    package var positions: [Position]
    /// The copies that belong there outside of slots, in the order of the shelf.
    package var items: [Item]

    init(_ part: PlaceMap.Part) {
      id = part.place.id
      name = part.place.name
      kind = part.place.kind
      parent = part.place.parent
      positions = part.spots.map { Position($0) }
      items = part.items.map { Item($0) }
    }
  }

  /// A place around the place of the map.
  package struct Outer: Codable, Sendable {
    package var id: Place.ID
    package var name: String
  }

  /// The places around the place of the map, the outermost first.
  package var path: [Outer]
  /// The places: the place of the map, then those in it.
  package var parts: [Part]
  /// False if there are more places, slots or copies than a map shows.
  package var isWhole: Bool
  /// True if the copies that the search finds are marked. False without a search, or if it took too long.
  package var isSearched: Bool

  package init(_ map: PlaceMap) {
    path = map.path.map { Outer(id: $0.id, name: $0.name) }
    parts = map.parts.map { Part($0) }
    (isWhole, isSearched) = (map.isWhole, map.isSearched)
  }
}
