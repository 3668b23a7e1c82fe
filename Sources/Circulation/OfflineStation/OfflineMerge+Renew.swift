internal import Deadwax
internal import Lending
internal import StationLogic
internal import Storage

extension OfflineMerge {
  /// Rules on a loan that was to be renewed. Renews it if the rules allow that; otherwise staff inform the borrower.
  func renew() throws -> MergeDecision {
    let holder = try holder()
    let thing = try thing { copies in
      let out = copies.filter { $0.loan != nil }
      return holder == nil ? out : out.filter { $0.loan?.borrower == holder?.id }
    }
    var ruling: MergeDecision
    switch thing {
    case .copy(let copy, let among):
      ruling =
        try act.card != nil && holder == nil
        ? .staff(.unknownCard, [.unknownCard], outcome(.unknownCard, of: copy)) : renew(copy, by: holder)
      ruling.candidates = among
    case .none(let code, let release, let choices, let effects):
      ruling = .staff(code, [code], outcome(code), effects)
      ruling.outcome.release = release
      ruling.candidates = choices
    }
    if let holder { ruling.borrower = holder.id }
    return ruling
  }

  private func renew(_ copy: Copy, by holder: Borrower?) throws -> MergeDecision {
    let outcome = outcome(.renewed, of: copy)
    guard let loan = copy.loan else { return .staff(.notOnLoan, [.notOnLoan], outcome) }
    guard let borrower = try holder ?? loan.borrower.flatMap({ try records.borrower($0).map(asThen) }) else {
      return .staff(.unknownCard, [.unknownCard], outcome)
    }
    guard loan.openedAt <= at else { return .staff(.changedLater, [.onLoanElsewhere], outcome) }
    if let renewed = loan.renewedAt, renewed > at, loan.borrower == borrower.id {
      // The loan was renewed after this time at another station, so it has more time already.
      var ruling = MergeDecision.applied(outcome).though([.changedLater])
      ruling.outcome.code = .changedLater
      ruling.outcome.dueAt = loan.dueAt
      ruling.borrower = borrower.id
      return ruling
    }
    let plan = RenewalPlan(try records.facts(of: copy, library), by: borrower, asking, rules: rules)
    let found = plan.assessment
    var ruling: MergeDecision
    if found.isClear {
      ruling = .applied(outcome, plan.effects.map { .lending($0) })
      ruling.outcome.dueAt = plan.dueAt
      ruling.outcome.facts.renewals = plan.renewals
      ruling.outcome.facts.renewalLimit = library.renewal.limit
      ruling.outcome.facts.fee = plan.fee > 0 ? plan.fee : nil
      ruling.outcome.facts.notes = found.warnings
    } else {
      ruling = .staff(found.reasons.first ?? .renewLimit, found.reasons, outcome)
    }
    ruling.borrower = borrower.id
    return ruling
  }
}
