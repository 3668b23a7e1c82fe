package import Deadwax

/// The size of a report of plays and the facts that it lacks, known before it is sent.
package struct PlayReport: Hashable, Sendable {
  /// A fact that rows of the report lack.
  package struct Missing: Hashable, Sendable {
    package var field: PlayField
    /// The number of rows without it.
    package var rows: Int
    /// The number of these for which the form needs it, because no other fact stands for it.
    package var needed: Int
  }

  /// A recording that lacks what the form needs.
  package struct Gap: Hashable, Sendable {
    package var release: Release
    package var position: String?
    /// The facts that it lacks. Where the form takes one of several, the first one is here.
    package var fields: [PlayField]
    package var plays: Int
  }

  package var form: PlayForm
  package var since: Timestamp
  package var until: Timestamp
  /// The day until which the report is due; nil if it is not known.
  package var dueOn: CivilDate?
  package var plays: Int
  package var rows: Int
  package var missing: [Missing]
  /// The recordings that lack something, at most `Plays.mostGaps`, those with the most plays first.
  package var gaps: [Gap]
  /// The number of all such recordings.
  package var gapCount: Int
  /// The plays above the performance complement, at most `Plays.mostGaps`; empty while its setting is off.
  package var warnings: [ComplementWarning]
  package var warningCount: Int
}
