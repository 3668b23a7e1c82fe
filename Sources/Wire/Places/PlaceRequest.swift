package import Deadwax

/// A place to make.
package struct PlaceRequest: Codable, Sendable {
  /// The name, unique among the places in the same place.
  package var name: String
  package var kind: Place.Kind
  /// The place that contains it.
  package var parent: Place.ID?
  /// The number of slots, which are numbered from 1. If omitted, the settings `places.tracking` and `places.capacity` have it.
  package var slots: Int?

  package init(name: String, kind: Place.Kind, parent: Place.ID?, slots: Int?) {
    self.name = name
    self.kind = kind
    self.parent = parent
    self.slots = slots
  }
}
