/// A numbered position in a place.
package struct Slot: Hashable, Sendable {
  package typealias ID = Identifier<Slot>

  package var id: ID
  package var place: Place.ID
  package var placeName: String
  package var number: Int
  /// True if the slot holds one copy only, such as a slot of a changer.
  package var isSingle: Bool

  package init(id: ID, place: Place.ID, placeName: String, number: Int, isSingle: Bool = true) {
    self.id = id
    self.place = place
    self.placeName = placeName
    self.number = number
    self.isSingle = isSingle
  }

  package var location: Location { Location(place: place, placeName: placeName, slot: id, slotNumber: number) }
}
