package import Deadwax

/// The place in which a copy belongs.
package struct ShelvingRequest: Codable, Sendable {
  /// The place.
  package var place: Place.ID
  /// The number of the slot in that place; none if omitted.
  package var slot: Int?

  package init(place: Place.ID, slot: Int?) {
    self.place = place
    self.slot = slot
  }
}
