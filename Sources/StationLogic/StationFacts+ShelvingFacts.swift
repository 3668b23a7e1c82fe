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

    package init() {}
  }
}
