package import Deadwax

/// How it ended when a change was to be taken back.
package enum UndoResult: Hashable, Sendable {
  /// It was taken back by this change, which did this to these rows.
  case undone(Change, rows: [ChangeRow])
  /// Nothing was changed.
  case refused(UndoRefusal)
}

/// Why a change cannot be taken back.
package enum UndoRefusal: Hashable, Sendable {
  case noSuchChange
  case alreadyUndone(by: Change.ID)
  /// Something that it touched is not as it left it.
  case changedSince(LaterChange)
  /// A person's data, or what of it was in its rows, was taken out for good.
  case forgotten
  /// Its rows were not kept: it was made before changes kept them.
  case notKept
}

/// What stands in the way of taking a change back.
package struct LaterChange: Hashable, Sendable {
  /// The row at which it was noticed.
  package var table: LedgerTable
  package var row: String
  /// The change that did it; nil where it is not known, as for what keeps no history.
  package var change: Change?

  package var kind: Change.Kind? { change?.kind }
  package var at: Timestamp? { change?.at }
}
