internal import Deadwax

/// The words by which a list of slots is limited.
enum SlotFilter: String, CaseIterable {
  case all, free, occupied, disabled

  /// The state of the slots; nil for all of them.
  var state: SlotOccupancy.State? { SlotOccupancy.State(rawValue: rawValue) }
}
