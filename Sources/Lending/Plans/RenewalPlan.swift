package import Deadwax

/// A renewal, fully decided: the assessment, and the effects that apply without blockers or after an override.
package struct RenewalPlan: Hashable, Sendable {
  package var assessment: Assessment
  package var dueAt: Timestamp
  package var renewals: Int
  /// The overdue fee in minor units; 0 for none.
  package var fee: Int
  /// The effects; empty if this borrower has no loan of the copy.
  package var effects: [LendingEffect]

  /// Decides a renewal. Every blocker refuses it; a member of staff may override each with a reason, except that there
  /// must be a loan.
  ///
  /// - Parameters:
  ///   - facts: the copy's facts, with its open loan.
  ///   - borrower: the borrower who renews. A loan of another borrower gives `on-loan-elsewhere`.
  ///   - asking: the requester and the time.
  ///   - rules: the lending rules.
  package init(_ facts: CopyFacts, by borrower: Borrower, _ asking: RequestOrigin, rules: LendingPolicy) {
    let (copy, now) = (facts.copy, asking.at)
    let claim = HoldQueue.claim(on: copy, of: borrower.id, among: facts.holds, ineligible: facts.ineligible, now: now)
    let versions = LendingPolicy.versions(copy: copy, borrower: borrower, holds: [claim.other].compactMap(\.self))
    dueAt = rules.renewedDue(for: copy, group: borrower.group, at: now)
    let missing = Self.missingLoan(of: copy, by: borrower.id)
    guard let loan = copy.openLoan, missing == nil else {
      assessment = Assessment(blockers: [missing].compactMap(\.self), confirms: [], warnings: [], versions: versions)
      (renewals, fee, effects) = (copy.openLoan?.renewals ?? 0, 0, [])
      return
    }
    renewals = loan.renewals + 1
    fee = rules.fee(for: loan, until: now)
    var found = Assessment.Draft(isAttended: asking.channel.isAttended)
    if borrower.block != nil { found.blockers.append(.cardBlocked) }
    if borrower.isExpired(at: now) { found.blockers.append(.cardExpired) }
    switch rules.library.renewal.overdue {
    case .allowed: break
    case .item: if loan.isOverdue(at: now) { found.blockers.append(.overdueBlockItem) }
    case .all:
      if borrower.overdueLoans > 0 || loan.isOverdue(at: now) { found.blockers.append(.overdueBlockAll) }
    }
    if claim.other != nil { found.blockers.append(.holdWaiting) }
    if loan.renewals >= rules.library.renewal.limit { found.blockers.append(.renewLimit) }
    if rules.isTooEarly(loan, at: now) { found.blockers.append(.tooEarly) }
    if fee > 0 { found.warnings.append(.feeDue) }
    if !asking.isClockRight { found.warnings.append(.clock) }
    assessment = found.assessment(versions)
    effects = [.renew(loan, dueAt: dueAt, fee: fee, at: now)]
  }

  /// The reason that is the only one if there is no loan to renew. Nothing else decides this.
  ///
  /// - Parameters:
  ///   - copy: the copy, with its open loan.
  ///   - borrower: the borrower who renews; nil for the borrower of the loan.
  /// - Returns: `not-on-loan`, or `on-loan-elsewhere` for the loan of another borrower; nil if there is a loan to renew.
  package static func missingLoan(of copy: Copy, by borrower: Borrower.ID?) -> Outcome.Code? {
    guard let loan = copy.openLoan else { return .notOnLoan }
    return borrower == nil || loan.borrower == borrower ? nil : .onLoanElsewhere
  }
}

extension LendingPolicy {
  /// Returns true if it is still too long before its due date to renew a loan.
  func isTooEarly(_ loan: Loan, at now: Timestamp) -> Bool {
    guard let days = library.renewal.opensDaysBefore else { return false }
    return zone.day(at: now).daysSince1970 < zone.day(at: loan.dueAt).daysSince1970 - days
  }
}
