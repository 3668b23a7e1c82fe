package import Deadwax

/// The result of undoing a change.
package enum UndoResult: Hashable, Sendable {
  /// The change was undone by this new change, with these rows.
  case undone(Change, rows: [ChangeRow])
  /// The change was not undone, and no row was changed.
  case refused(UndoRefusal)
}
