/// The place where a copy belongs, optionally with a numbered slot.
package struct Location: Hashable, Codable, Sendable {
  package var place: Place.ID
  package var placeName: String
  package var slot: Slot.ID?
  package var slotNumber: Int?

  package init(place: Place.ID, placeName: String, slot: Slot.ID? = nil, slotNumber: Int? = nil) {
    self.place = place
    self.placeName = placeName
    self.slot = slot
    self.slotNumber = slotNumber
  }

  /// The text that people read: "Shelf 1, slot 3".
  package var text: String { slotNumber.map { "\(placeName), slot \($0)" } ?? placeName }
}
