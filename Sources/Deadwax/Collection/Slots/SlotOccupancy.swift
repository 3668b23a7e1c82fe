/// A slot and its copy.
package struct SlotOccupancy: Hashable, Sendable {
  package var slot: Slot
  /// The copy that belongs there, the one with the lowest number if there are several.
  package var copy: Copy.ID?

  /// The use of a slot.
  package enum State: String, CaseIterable, Codable, Sendable {
    /// It takes a copy.
    case free
    /// It holds the one copy for which it has room.
    case occupied
    /// Nothing is shelved there, whether or not a copy is in it.
    case disabled
  }

  package var state: State { slot.isDisabled ? .disabled : slot.isSingle && copy != nil ? .occupied : .free }

  /// True if a copy can be shelved there: the slot is not disabled, and holds no other copy that fills it.
  package func takes(_ coming: Copy.ID?) -> Bool { state == .free || (state == .occupied && copy == coming) }

  package init(slot: Slot, copy: Copy.ID?) {
    self.slot = slot
    self.copy = copy
  }
}
