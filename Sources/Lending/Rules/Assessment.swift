package import Deadwax

/// Everything that stands against a loan, a renewal or a return, found at once: never only the first of it, never the
/// same twice, and always in the order of `ReasonOrder`.
package struct Assessment: Hashable, Sendable {
  /// What cannot be overcome here. Staff may override those of `overridable`.
  package var blockers: [Outcome.Code]
  /// What is done after a yes.
  package var confirms: [Outcome.Code]
  /// What is done anyway, and has to be known.
  package var warnings: [Outcome.Code]
  /// Of the rows that it rests on, as `copy:ID@7`: a confirmation given for others is stale.
  package var versions: [String]

  /// A code that is given more than once counts where it weighs most.
  package init(
    blockers: [Outcome.Code] = [], confirms: [Outcome.Code] = [], warnings: [Outcome.Code] = [], versions: [String] = []
  ) {
    self.blockers = ReasonOrder.sorted(blockers)
    self.confirms = ReasonOrder.sorted(confirms).filter { !blockers.contains($0) }
    self.warnings = ReasonOrder.sorted(warnings).filter { !blockers.contains($0) && !confirms.contains($0) }
    self.versions = versions
  }

  /// Whether nothing has to be asked: it is done with the scan.
  package var isClear: Bool { blockers.isEmpty && confirms.isEmpty }

  /// The reasons that somebody is asked about or refused for, the weightiest first.
  package var reasons: [Outcome.Code] { blockers + confirms }

  /// The blockers that a member of staff may set aside with a reason: all but those that would make no sense of the
  /// books, as the renewal of what is not on loan.
  package var overridable: [Outcome.Code] { blockers.filter { !Self.fixed.contains($0) } }

  /// Whether staff could do it all the same. Also true when nothing stands in the way.
  package var isOverridable: Bool { !blockers.contains { Self.fixed.contains($0) } }

  private static let fixed: Set<Outcome.Code> = [.notOnLoan]
}
