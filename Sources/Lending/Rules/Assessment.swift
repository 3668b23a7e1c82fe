package import Deadwax

/// All reasons for or against a loan, a renewal or a return. The rules collect all of them, not only the first, each
/// once and in the order of `ReasonOrder`.
package struct Assessment: Hashable, Sendable {
  /// The blockers, which refuse the transaction. Staff may override those of `overridable`.
  package var blockers: [Outcome.Code]
  /// The confirmations, which need a yes.
  package var confirms: [Outcome.Code]
  /// The warnings: the transaction is done, and the person is informed.
  package var warnings: [Outcome.Code]
  /// The versions of the rows that the assessment depends on, as `copy:ID@7`. A confirmation given for other versions
  /// is stale.
  package var versions: [String]

  /// Creates an assessment. A code that is given more than once stays only in the strictest list.
  package init(
    blockers: [Outcome.Code], confirms: [Outcome.Code], warnings: [Outcome.Code], versions: [String]
  ) {
    self.blockers = ReasonOrder.sorted(blockers)
    self.confirms = ReasonOrder.sorted(confirms).filter { !blockers.contains($0) }
    self.warnings = ReasonOrder.sorted(warnings).filter { !blockers.contains($0) && !confirms.contains($0) }
    self.versions = versions
  }

  /// True if no confirmation is needed: the scan alone carries out the transaction.
  package var isClear: Bool { blockers.isEmpty && confirms.isEmpty }

  /// The reasons for a prompt or a refusal, the most important first.
  package var reasons: [Outcome.Code] { blockers + confirms }

  /// The blockers that a member of staff may override with a reason. Excluded are those that would make the records
  /// inconsistent, such as the renewal of a copy that is not on loan.
  package var overridable: [Outcome.Code] { blockers.filter { !Self.fixed.contains($0) } }

  /// True if staff could carry out the transaction despite the blockers. Also true without blockers.
  package var isOverridable: Bool { !blockers.contains { Self.fixed.contains($0) } }

  private static let fixed: Set<Outcome.Code> = [.notOnLoan]

  /// An assessment that is being built.
  struct Draft {
    /// True if a member of staff is available to answer.
    let isAttended: Bool
    var blockers: [Outcome.Code] = []
    var confirms: [Outcome.Code] = []
    var warnings: [Outcome.Code] = []

    init(isAttended: Bool) { self.isAttended = isAttended }

    /// Adds a code as a confirmation for staff, or as a blocker if no staff are available.
    mutating func confirm(_ code: Outcome.Code) {
      if isAttended { confirms.append(code) } else { blockers.append(code) }
    }

    func assessment(_ versions: [String]) -> Assessment {
      Assessment(blockers: blockers, confirms: confirms, warnings: warnings, versions: versions)
    }
  }
}
