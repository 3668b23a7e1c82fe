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
  /// The number of copies that belong there or below it.
  package var copies: Int
  /// The number of those copies without a tag.
  package var untagged: Int

  package init(
    id: Place.ID, name: String, kind: Place.Kind, parent: Place.ID? = nil, slots: Int, copies: Int, untagged: Int
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.parent = parent
    self.slots = slots
    self.copies = copies
    self.untagged = untagged
  }
}
