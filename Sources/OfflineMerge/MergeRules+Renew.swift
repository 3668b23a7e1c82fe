internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension MergeRules {
  /// Rules on a loan that was to be renewed. Renews it if the rules allow that; otherwise staff inform the borrower.
  func renew() throws -> MergeDecision {
    let holder = try holder()
    let thing = try thing { BarcodeCopies.toRenew($0, by: holder?.id) }
    var decision: MergeDecision
    switch thing {
    case .copy(let copy, let among):
      decision =
        try act.card != nil && holder == nil
        ? .staff(.unknownCard, [.unknownCard], outcome(.unknownCard, of: copy)) : renew(copy, by: holder)
      decision.candidates = among
    case .none(let code, let release, let choices, let effects):
      decision = .staff(code, [code], outcome(code), effects)
      decision.outcome.release = release
      decision.candidates = choices
    }
    if let holder { decision.borrower = holder.id }
    return decision
  }

  private func renew(_ copy: Copy, by holder: Borrower?) throws -> MergeDecision {
    let outcome = outcome(.renewed, of: copy)
    if let code = RenewalPlan.missingLoan(of: copy, by: nil) { return .staff(code, [code], outcome) }
    guard let loan = copy.loan,
      let borrower = try holder ?? loan.borrower.flatMap({ try records.borrower($0).map(asThen) })
    else {
      return .staff(.unknownCard, [.unknownCard], outcome)
    }
    guard loan.openedAt <= at else { return .staff(.changedLater, [.onLoanElsewhere], outcome) }
    if let renewed = loan.renewedAt, renewed > at, loan.borrower == borrower.id {
      // The loan was renewed after this time at another station, so it has more time already.
      var decision = MergeDecision.applied(outcome).though([.changedLater])
      decision.outcome.code = .changedLater
      decision.outcome.dueAt = loan.dueAt
      decision.borrower = borrower.id
      return decision
    }
    let plan = RenewalPlan(try records.facts(of: copy, library), by: borrower, asking, rules: rules)
    let found = plan.assessment
    var decision: MergeDecision
    if found.isClear {
      decision = .applied(outcome, plan.effects.map { .lending($0) })
      decision.outcome.dueAt = plan.dueAt
      decision.outcome.facts.renewals = plan.renewals
      decision.outcome.facts.renewalLimit = library.renewal.limit
      decision.outcome.facts.fee = plan.fee > 0 ? plan.fee : nil
      decision.outcome.facts.notes = found.warnings
    } else {
      decision = .staff(found.reasons.first ?? .renewLimit, found.reasons, outcome)
    }
    decision.borrower = borrower.id
    return decision
  }
}
