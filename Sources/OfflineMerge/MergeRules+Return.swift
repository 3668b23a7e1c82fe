internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension MergeRules {
  /// Rules on a copy that was returned.
  func checkIn() throws -> MergeDecision {
    let holder = try holder()
    var noBorrower = false
    let thing = try thing { copies in
      noBorrower = copies.allSatisfy { $0.loan == nil }
      let (own, others) = BarcodeCopies.toCheckIn(
        copies, by: holder?.id, isOut: { $0.loan.map { $0.openedAt <= at } ?? false })
      return own.count == 1 ? own : own + others
    }
    switch thing {
    case .copy(let copy, let among):
      var decision = try recordReturn(copy)
      decision.candidates = among
      return decision
    case .none(let code, let release, let choices, let effects):
      // No copy with this barcode is on loan. Whichever copy it was, it is in the library now.
      let isBack = noBorrower && (code == .chooseCopy || code == .chooseRelease)
      var decision: MergeDecision =
        isBack ? .applied(outcome(.notOnLoan)) : .staff(code, [code], outcome(code), effects)
      decision.outcome.release = release
      decision.candidates = choices
      return decision
    }
  }

  private func recordReturn(_ copy: Copy) throws -> MergeDecision {
    var outcome = outcome(.returned, of: copy)
    if let loan = copy.loan, loan.openedAt > at {
      outcome.code = .changedLater
      return MergeDecision.applied(outcome).though([.onLoanElsewhere])
    }
    let present = RequestOrigin(channel: .offline, isClockRight: asking.isClockRight, at: records.now)
    let plan = CheckinPlan(
      try records.facts(of: copy, library), CheckinPlan.Report(returnedAt: at, partsBack: nil), present, rules: rules)
    outcome.code = plan.code
    outcome.facts = plan.facts
    outcome.facts.notes = plan.notes.filter { $0 != .holdWaiting }
    // A copy with a hold goes to the pick-up shelf instead of its own place.
    outcome.location = plan.hold == nil ? copy.location : try records.pickUpShelf(library)
    var effects = plan.effects
    if plan.code == .inHouse, try cameBackBefore(copy) {
      outcome.code = .notOnLoan
      effects.removeAll { $0 == .countInHouse(copy) }
    }
    // Staff still have to count the parts, or carry the copy to the pick-up shelf.
    let left = plan.assessment.reasons + (plan.hold == nil ? [] : [.holdWaiting])
    var decision = MergeDecision.applied(outcome, effects.map { .lending($0) }).though(left)
    decision.borrower = copy.loan?.borrower
    return decision
  }

  /// Returns true if the copy was returned within the batch time before this: then it is the same movement and no
  /// in-house use.
  private func cameBackBefore(_ copy: Copy) throws -> Bool {
    let newest = try loans(of: copy).all.compactMap(\.returnedAt).max()
    return newest.map { at - $0 <= library.stations.batchTime } ?? false
  }
}
