package import Deadwax

extension StationFacts {
  /// The facts for the modes that shelve and move.
  package struct ShelvingFacts: Hashable, Sendable {
    /// The slot in the stage.
    package var slot: Slot?
    /// The place in the stage.
    package var place: Place?
    /// The copy in the affected slot, if that slot holds only one.
    package var occupant: Copy.ID?
    /// The disabled ones among the scanned slot, the slot in the stage and, in modes that shelve, those of the copies.
    package var disabled: Set<Slot.ID> = []
    /// The copy that belongs in the slot of an open choice about it.
    package var displaced: Copy?
    /// For each returned copy in a disabled slot, the nearest free slot; only if the station offers it.
    package var nearest: [Copy.ID: Slot] = [:]
    /// The media of the affected copies, for places that hold only some.
    package var media: [Copy.ID: Medium] = [:]
    /// The scanned place, or that of the scanned or waiting slot.
    package var target: Place?
    /// The places around the scanned place, from the inside out; only to move a place.
    package var above: [Place.ID] = []
    /// True if a place in the scanned one has the name of the place in the stage; only to move a place.
    package var hasNamesake = false
    /// The place around the place in the stage; only to move a place.
    package var parent: Place?
    /// The slots of the same place after the slot in the stage, by number.
    package var row: [SlotOccupancy] = []
    /// The slot of the copy of the last change; only for an undo.
    package var lastSlot: Slot?

    package init() {}
  }
}
