package import Deadwax

/// A check-out, fully decided: the assessment, and the effects that apply without blockers or after a yes.
package struct CheckoutPlan: Hashable, Sendable {
  package var assessment: Assessment
  /// `checked-out`, or `renew-offer` for a copy that the borrower already has.
  package var code: Outcome.Code
  package var dueAt: Timestamp
  /// The number of lent parts, if the copy has more than one.
  package var parts: Int?
  package var effects: [LendingEffect]

  /// Decides a check-out.
  ///
  /// At an unattended station, a loan of another borrower refuses; with staff present, it needs a confirmation. The
  /// same is true for a hold of another borrower (`weigh`). A copy recorded as missing or lost needs a confirmation
  /// everywhere. Only staff can lend a withdrawn copy, and it stays withdrawn.
  ///
  /// - Parameters:
  ///   - facts: the copy's facts.
  ///   - borrower: the borrower, with current counts.
  ///   - asking: the requester and the time.
  ///   - wasReported: true if the borrower's overdue loans were mentioned before, for example at the start of a session.
  ///   - dueAt: the due time that staff chose; nil for that of the rules.
  ///   - rules: the lending rules.
  package init(
    _ facts: CopyFacts, to borrower: Borrower, _ asking: RequestOrigin, wasReported: Bool, dueAt: Timestamp?,
    rules: LendingPolicy
  ) {
    let copy = facts.copy
    let claim = HoldQueue.claim(
      on: copy, of: borrower.id, among: facts.holds, ineligible: facts.ineligible, now: asking.at)
    let versions = LendingPolicy.versions(
      copy: copy, borrower: borrower, holds: claim.own + [claim.other].compactMap(\.self))
    self.dueAt = dueAt ?? rules.due(for: copy, group: borrower.group, at: asking.at)
    if let loan = copy.openLoan, loan.borrower == borrower.id {
      code = .renewOffer
      assessment = Assessment(blockers: [], confirms: [.renewOffer], warnings: [], versions: versions)
      effects = []
      return
    }
    code = .checkedOut
    var found = Assessment.Draft(isAttended: asking.channel.isAttended)
    found.blockers = rules.blockers(of: borrower, now: asking.at)
    if copy.openLoan != nil { found.confirm(.onLoanElsewhere) }
    Self.weigh(claim, in: &found)
    switch copy.status {
    case .available: break
    case .missing, .lost: found.confirms.append(.foundMissing)
    case .withdrawn: found.confirm(.withdrawn)
    }
    if copy.isReference || rules.isTooWorn(copy) { found.blockers.append(.notForLoan) }
    if copy.partsMissing >= copy.partCount { found.blockers.append(.partsMissing) }
    if copy.partCount > 1 || copy.partsMissing > 0 { found.warnings.append(.parts) }
    if !wasReported, borrower.overdueLoans > 0, !found.blockers.contains(.overdueBlock) {
      found.warnings.append(.overdueNote)
    }
    if !asking.isClockRight { found.warnings.append(.clock) }
    assessment = found.assessment(versions)
    parts = copy.partCount > 1 ? copy.partCount - copy.partsMissing : nil
    // The copy is here, so the previous borrower must have returned it.
    let returned = copy.openLoan.map {
      [LendingEffect.checkIn($0, at: asking.at, partsBack: nil, fee: rules.fee(for: $0, until: asking.at))]
    }
    effects =
      (returned ?? []) + LendingPolicy.finding(facts)
      + [.lend(copy, to: borrower.id, dueAt: self.dueAt, fulfils: claim.own.map(\.id), at: asking.at)]
      + Self.released(copy, by: claim, among: facts.holds, now: asking.at)
  }
}
