package import Deadwax

/// The later change that prevents an undo.
package struct LaterChange: Hashable, Sendable {
  /// The table of the row at which the conflict was found. `row` is its key.
  package var table: HistoryTable
  package var row: String
  /// The later change, or nil if it is not known, as for rows without a history.
  package var change: Change?

  package var kind: Change.Kind? { change?.kind }
  package var at: Timestamp? { change?.at }
}
