package import Deadwax

/// A place with its slots: the members of the place, and further ones.
package struct PlaceDetailResource: Codable, Sendable {
  package var place: PlaceResource
  private var further: Further

  private struct Further: Codable {
    var positions: [SlotResource]
  }

  package init(_ summary: PlaceSummary, slots: [SlotOccupancy]) {
    place = PlaceResource(summary)
    further = Further(positions: slots.map { SlotResource($0) })
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
  package var positions: [SlotResource] { further.positions }
}
