/// A place with the numbers of its slots and copies.
package struct PlaceSummary: Hashable, Sendable {
  package var place: Place
  /// The number of slots of the place itself.
  package var slots: Int
  /// The number of these slots that take a copy.
  package var freeSlots: Int
  /// The number of these slots that are disabled, occupied or not.
  package var disabledSlots: Int
  /// The number of copies that belong to the place or to a place below it.
  package var copies: Int
  /// The number of these copies that have no tag.
  package var untagged: Int

  package init(place: Place, slots: Int, freeSlots: Int, disabledSlots: Int, copies: Int, untagged: Int) {
    self.place = place
    self.slots = slots
    self.freeSlots = freeSlots
    self.disabledSlots = disabledSlots
    self.copies = copies
    self.untagged = untagged
  }
}
