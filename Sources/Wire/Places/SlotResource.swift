package import Deadwax

/// A numbered position in a place.
package struct SlotResource: Codable, Sendable {
  package var id: Slot.ID
  package var number: Int
  package var text: String
  /// True if the slot holds one copy only.
  package var isSingle: Bool
  /// The use of the slot.
  package var state: SlotOccupancy.State
  /// The reason why nothing is shelved there; only for a disabled slot.
  package var disabledReason: String?
  /// The copy of the slot.
  package var copy: Copy.ID?

  package init(_ position: SlotOccupancy) {
    id = position.slot.id
    number = position.slot.number
    text = position.slot.location.text
    isSingle = position.slot.isSingle
    state = position.state
    disabledReason = position.slot.disabledReason
    copy = position.copy
  }
}
