package import Deadwax

/// The result of undoing a change.
package enum UndoResult: Hashable, Sendable {
  /// The change was undone by this new change, with these rows.
  case undone(Change, rows: [ChangeRow])
  /// The change was not undone, and no row was changed.
  case refused(UndoRefusal)
}

/// The reason a change cannot be undone.
package enum UndoRefusal: Hashable, Sendable {
  case noSuchChange
  case alreadyUndone(by: Change.ID)
  /// A row that it touched has changed since.
  case changedSince(LaterChange)
  /// Personal data in its rows was erased or anonymised.
  case forgotten
  /// Its rows were not recorded: it was made before changes recorded their rows.
  case notKept
}

/// The later change that prevents an undo.
package struct LaterChange: Hashable, Sendable {
  /// The table of the row at which the conflict was found. `row` is its key.
  package var table: LedgerTable
  package var row: String
  /// The later change, or nil if it is not known, as for rows without a history.
  package var change: Change?

  package var kind: Change.Kind? { change?.kind }
  package var at: Timestamp? { change?.at }
}
