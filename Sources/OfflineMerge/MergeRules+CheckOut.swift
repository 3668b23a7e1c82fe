internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension MergeRules {
  /// Rules on a copy that a borrower took along.
  func checkOut() throws -> MergeDecision {
    let holder = try holder()
    let thing = try thing { try possible($0, for: holder) }
    guard let holder else {
      let code: Outcome.Code = act.card == nil ? .cardNeeded : .unknownCard
      switch thing {
      case .copy(let copy, _): return .staff(code, [code], outcome(code, of: copy))
      case .none(let other, _, _, let effects): return .staff(code, [code, other], outcome(code), effects)
      }
    }
    var decision: MergeDecision
    switch thing {
    case .copy(let copy, let among):
      decision = try lend(copy, to: holder)
      decision.candidates = among
    case .none(let code, let release, let choices, let effects):
      decision = .staff(code, [code], outcome(code), effects)
      decision.outcome.release = release
      decision.candidates = choices
    }
    decision.borrower = holder.id
    return decision
  }

  /// Returns the copies of a barcode that the borrower can have taken at that time. Of several, those without a loan
  /// now are preferred: the others were lent at another station since.
  private func possible(_ copies: [Copy], for holder: Borrower?) throws -> [Copy] {
    let possible = try BarcodeCopies.toCheckOut(
      copies, by: holder?.id, isOut: { try records.wasOut($0.id, at: at) },
      readyFor: { try records.readyHold(of: $0.id)?.borrower })
    let stillHere = possible.filter { $0.loan == nil }
    return possible.count == 1 || stillHere.isEmpty ? possible : stillHere
  }

  private func lend(_ copy: Copy, to borrower: Borrower) throws -> MergeDecision {
    let (loans, then) = try loans(of: copy)
    let open = loans.first(where: \.isOpen)
    if then?.borrower == borrower.id || open?.borrower == borrower.id {
      var decision = MergeDecision.applied(outcome(.alreadyYours, of: copy)).though([.alreadyYours])
      decision.outcome.dueAt = open?.dueAt
      return decision
    }
    guard !loans.contains(where: { $0.openedAt > at || ($0.returnedAt ?? at) > at }) else {
      return .staff(.changedLater, [open == nil ? .returned : .onLoanElsewhere], outcome(.changedLater, of: copy))
    }
    // The borrower who had it at that time must have returned it, or it could not have been taken.
    var facts = try records.facts(of: copy, library)
    facts.copy.loan = then
    let plan = CheckoutPlan(facts, to: borrower, asking, wasReported: false, dueAt: nil, rules: rules)
    let found = plan.assessment
    var outcome = outcome(plan.code, of: copy)
    outcome.dueAt = plan.dueAt
    outcome.facts.notes = found.warnings
    outcome.facts.parts = plan.parts
    var effects = plan.effects.map { Effect.lending($0) }
    if !found.isClear {
      effects.append(.override(by: nil, reasons: found.reasons, reason: "done while the hub was offline"))
    }
    return MergeDecision.applied(outcome, effects).though(found.reasons)
  }
}
