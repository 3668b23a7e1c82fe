package import Deadwax

/// Everything that stands against a loan, a renewal or a return, found at once: never only the first of it.
package struct Assessment: Hashable, Sendable {
  /// What cannot be overcome here. Staff may override those of `overridable`.
  package var blockers: [Outcome.Code]
  /// What is done after a yes.
  package var confirms: [Outcome.Code]
  /// What is done anyway, and has to be known.
  package var warnings: [Outcome.Code]
  /// Of the rows that it rests on, as `copy:ID@7`: a confirmation given for others is stale.
  package var versions: [String]

  package init(
    blockers: [Outcome.Code] = [], confirms: [Outcome.Code] = [], warnings: [Outcome.Code] = [], versions: [String] = []
  ) {
    self.blockers = blockers
    self.confirms = confirms
    self.warnings = warnings
    self.versions = versions
  }

  /// Whether nothing has to be asked: it is done with the scan.
  package var isClear: Bool { blockers.isEmpty && confirms.isEmpty }

  /// The reasons that somebody is asked about or refused for, the weightiest first.
  package var reasons: [Outcome.Code] { blockers + confirms }
}
