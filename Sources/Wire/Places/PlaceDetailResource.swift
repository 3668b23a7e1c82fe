package import Deadwax

/// A place with its slots: the members of the place, and further ones.
package struct PlaceDetailResource: Codable, Sendable {
  package var place: PlaceResource
  private var further: Further

  private struct Further: Codable {
    var positions: [Position]
  }

  package struct Position: Codable, Sendable {
    package var id: Slot.ID
    package var number: Int
    package var text: String
    /// True if the slot holds one copy only.
    package var isSingle: Bool
    /// The copy of the slot.
    package var copy: Copy.ID?
  }

  package init(_ summary: PlaceSummary, slots: [SlotOccupancy]) {
    place = PlaceResource(summary)
    further = Further(
      positions: slots.map {
        Position(
          id: $0.slot.id, number: $0.slot.number, text: $0.slot.location.text, isSingle: $0.slot.isSingle, copy: $0.copy
        )
      })
  }

  package init(from decoder: any Decoder) throws {
    place = try PlaceResource(from: decoder)
    further = try Further(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    try further.encode(to: encoder)
  }

  /// Its slots, in order.
  package var positions: [Position] { further.positions }
}
