/// A map of a place: the place itself and the places in it, each with what stands there.
package struct PlaceMap: Hashable, Sendable {
  /// The most places of a map.
  package static let mostPlaces = 200
  /// The most slots and copies of a map together.
  package static let mostSpots = 2000

  /// A copy where it belongs.
  package struct Item: Hashable, Sendable {
    package var copy: Copy
    package var title: String
    package var artist: String
    /// True if the search of the map finds the copy.
    package var isFound = false

    package init(copy: Copy, title: String, artist: String) {
      self.copy = copy
      self.title = title
      self.artist = artist
    }
  }

  /// A slot with the copies that belong there, in the order of their numbers.
  package struct Spot: Hashable, Sendable {
    package var slot: Slot
    package var items: [Item]

    package init(slot: Slot, items: [Item]) {
      self.slot = slot
      self.items = items
    }

    /// The slot with the first of its copies.
    package var occupancy: SlotOccupancy { SlotOccupancy(slot: slot, copy: items.first?.copy.id) }
  }

  /// One place of the map.
  package struct Part: Hashable, Sendable {
    package var place: Place
    /// Its slots, in the order of their numbers.
    package var spots: [Spot]
    /// The copies that belong there outside of slots, in the order in which they stand.
    package var items: [Item]

    package init(place: Place, spots: [Spot], items: [Item]) {
      self.place = place
      self.spots = spots
      self.items = items
    }
  }

  /// The places around the place of the map, the outermost first.
  package var path: [Place]
  /// The place of the map and those in it: a place comes before the places in it.
  package var parts: [Part]
  /// False if there are more places, slots or copies than a map shows.
  package var isWhole: Bool
  /// True if the copies that a search finds are marked; false if there was no search, or if it took too long.
  package var isSearched = false

  package init(path: [Place], parts: [Part], isWhole: Bool) {
    self.path = path
    self.parts = parts
    self.isWhole = isWhole
  }

  /// Marks the copies that a search has found.
  ///
  /// - Parameter found: the copies; nil for all, as of a query without a condition.
  package mutating func mark(_ found: Set<Copy.ID>?) {
    isSearched = true
    for part in parts.indices {
      for spot in parts[part].spots.indices {
        for item in parts[part].spots[spot].items.indices {
          parts[part].spots[spot].items[item].mark(found)
        }
      }
      for item in parts[part].items.indices { parts[part].items[item].mark(found) }
    }
  }
}

extension PlaceMap.Item {
  fileprivate mutating func mark(_ found: Set<Copy.ID>?) { isFound = found?.contains(copy.id) ?? true }
}
