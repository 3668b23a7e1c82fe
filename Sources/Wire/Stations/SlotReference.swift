package import Deadwax

/// The slot that a screen displays as the one for the next copy.
package struct SlotReference: Codable, Sendable {
  /// The id of the slot; nil if no slot waited for a copy.
  package var slot: Slot.ID?

  package init(slot: Slot.ID? = nil) { self.slot = slot }
}
