/// A numbered position in a place.
package struct Slot: Hashable, Sendable {
  package typealias ID = Identifier<Slot>

  package var id: ID
  package var place: Place.ID
  package var placeName: String
  package var number: Int
  /// True if the slot holds one copy only, such as a slot of a changer.
  package var isSingle: Bool
  /// The reason why nothing is shelved there, such as *broken*; nil if the slot is in use. A copy in it may stay or leave.
  package var disabledReason: String?

  package init(
    id: ID, place: Place.ID, placeName: String, number: Int, isSingle: Bool = true, disabledReason: String? = nil
  ) {
    self.id = id
    self.place = place
    self.placeName = placeName
    self.number = number
    self.isSingle = isSingle
    self.disabledReason = disabledReason
  }

  /// The most characters of a reason.
  package static let longestReason = 80

  /// True if nothing is shelved there.
  package var isDisabled: Bool { disabledReason != nil }

  package var location: Location { Location(place: place, placeName: placeName, slot: id, slotNumber: number) }
}
