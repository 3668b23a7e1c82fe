/// A slot and its copy.
package struct SlotOccupancy: Hashable, Sendable {
  package var slot: Slot
  /// The copy that belongs there, the one with the lowest number if there are several.
  package var copy: Copy.ID?

  package init(slot: Slot, copy: Copy.ID?) {
    self.slot = slot
    self.copy = copy
  }
}
