package import Deadwax

/// A room, a shelf or a box; a node in a tree.
package struct PlaceResource: Codable, Sendable {
  package var id: Place.ID
  package var name: String
  package var kind: Place.Kind
  /// The place that contains it.
  package var parent: Place.ID?
  /// The number of its own slots.
  package var slots: Int
  /// The number of its own slots that take a copy.
  package var freeSlots: Int
  /// The number of its own slots that are disabled, occupied or not.
  package var disabledSlots: Int
  /// The number of copies that belong there or below it.
  package var copies: Int
  /// The number of those copies without a tag.
  package var untagged: Int
  /// The version of the place and its slots, which increases with every change.
  package var version: Int

  package init(_ summary: PlaceSummary) {
    id = summary.place.id
    name = summary.place.name
    kind = summary.place.kind
    parent = summary.place.parent
    slots = summary.slots
    freeSlots = summary.freeSlots
    disabledSlots = summary.disabledSlots
    copies = summary.copies
    untagged = summary.untagged
    version = summary.place.version
  }
}
