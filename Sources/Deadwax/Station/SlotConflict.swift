/// A copy in hand whose slot holds another copy, as the station asked about it.
package struct SlotConflict: Hashable, Codable, Sendable {
  package var copy: Copy.ID
  package var slot: Slot.ID
  /// The copy that belongs in the slot.
  package var occupant: Copy.ID
  /// True if the slot was scanned first, so that the next copy goes into the slot after it.
  package var isSequence: Bool

  package init(copy: Copy.ID, slot: Slot.ID, occupant: Copy.ID, isSequence: Bool) {
    self.copy = copy
    self.slot = slot
    self.occupant = occupant
    self.isSequence = isSequence
  }
}
