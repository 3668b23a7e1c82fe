package import Deadwax

/// The reason a change cannot be undone.
package enum UndoRefusal: Hashable, Sendable {
  case noSuchChange
  /// It is being written or taken back in parts.
  case underWay
  /// It took back a change that was not complete: its undo would make a part of that change.
  case tookBack
  case alreadyUndone(by: Change.ID)
  /// A row that it touched has changed since.
  case changedSince(LaterChange)
  /// A place would get a name that this other place has now, in the same place.
  case nameTaken(by: Place.ID)
  /// Personal data in its rows was erased or anonymised.
  case forgotten
  /// Its rows were not recorded: it was made before changes recorded their rows.
  case notKept
}
