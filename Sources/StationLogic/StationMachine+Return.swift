internal import Deadwax
internal import Lending

extension StationMachine {
  /// Checks in copies of any borrower, one after another. A scanned place becomes the place of the last one.
  func checkIn(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .copy(let copy): return checkIn(copy, state, facts, now)
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return checkIn(matches, state, facts, now)
    case .slot, .place: return putAway(state, facts, now) ?? wrongKind(state)
    default: return wrongKind(state)
    }
  }

  /// Selects the copy of a barcode that is on loan. If the station lends any of several equal copies, only the label
  /// identifies the returned one.
  private func checkIn(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if let copy = inHand(matches, state, now), copy.loan == nil {
      return checkIn(copy, state, facts, now).among(matches.targets)
    }
    let (own, others) = BarcodeCopies.toCheckIn(
      matches.copies, by: state.session?.borrower, isOut: { $0.loan != nil })
    let out = own + others
    let isClear = out.count == 1 && (matches.copies.count == 1 || !station.takesAnyCopy)
    if isClear, let copy = out.first { return checkIn(copy, state, facts, now).among(matches.targets) }
    if out.isEmpty {
      if matches.copies.count == 1, let copy = matches.copies.first {
        return checkIn(copy, state, facts, now).among(matches.targets)
      }
      var outcome = Outcome(.notOnLoan, mode: state.mode, release: matches.release)
      if matches.copies.contains(where: { state.batch?.copies.contains($0.id) ?? false }) { outcome.code = .duplicate }
      return Decision(state.atRest, outcome, rule: .returnNoneOut, candidates: matches.targets)
    }
    return choose(
      .chooseCopy, own.byDue() + others.byDue(), of: matches.release, state, facts, now,
      needsLabel: station.takesAnyCopy && matches.copies.count > 1, rule: .returnChoose
    ).among(matches.targets)
  }

  /// Checks in one copy, if nothing prevents it or a yes was given.
  func checkIn(
    _ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp, _ consent: Consent? = nil
  ) -> Decision {
    let state = state.atRest
    let plan = plan(for: copy, partsBack: nil, state, facts, now)
    let found = plan.assessment
    var outcome = Outcome(
      .returned, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
    let isAgain = state.batch?.copies.contains(copy.id) ?? false
    if copy.loan == nil, isAgain || isSameMove(copy.id, state, now) {
      outcome.code = .duplicate
      outcome.facts.count = state.batch?.count
      return Decision(state, outcome, rule: .returnAgain)
    }
    outcome.facts.parts = plan.facts.parts
    let question = PendingConfirmation(
      .checkIn, scan: facts.scan, copy: copy.id, reasons: found.reasons, needsStaff: !found.blockers.isEmpty,
      versions: found.versions)
    if let decision = hindered(
      question, isFixed: !found.isOverridable, outcome, consent, state, now, refused: .returnRefused)
    {
      return found.blockers.contains(.partsCheck) && !isAttended(state) ? decision.handedToStaff : decision
    }
    guard let loan = copy.loan, let said = consent?.parts else {
      return taken(copy, plan, outcome, state, facts, now, consent)
    }
    // Without a count, at least one part is missing.
    var back = loan.parts - 1
    if case .some(let count) = said { back = count }
    let counted = self.plan(for: copy, partsBack: back, state, facts, now)
    if case .notAll = said { return taken(copy, counted, outcome, state, facts, now, consent, isCounted: false) }
    return taken(copy, counted, outcome, state, facts, now, consent)
  }

  private func plan(
    for copy: Copy, partsBack: Int?, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> CheckinPlan {
    CheckinPlan(
      facts.facts(of: copy), CheckinPlan.Report(returnedAt: state.batch?.dropDate, partsBack: partsBack),
      prompting(state, facts, now), rules: rules)
  }

  /// Applies the plan: the loan ends, stays open for missing parts, or did not exist.
  private func taken(
    _ copy: Copy, _ plan: CheckinPlan, _ outcome: Outcome, _ state: StationState, _ facts: StationFacts,
    _ now: Timestamp,
    _ consent: Consent?, isCounted: Bool = true
  ) -> Decision {
    var outcome = outcome
    outcome.code = plan.code
    outcome.facts = plan.facts
    let effects = plan.effects.map { Effect.lending($0) }
    if plan.isKeptOpen {
      outcome.dueAt = copy.loan?.dueAt
      if !isCounted { outcome.facts.partsBack = nil }
      return Decision(state, outcome, effects, rule: .returnKeptOpen)
    }
    var notes = plan.notes
    let isOfOther = state.session != nil && copy.loan != nil && state.session?.borrower != copy.loan?.borrower
    if isOfOther, isAttended(state) {
      if plan.code == .returned { outcome.code = .returnedForOther } else { notes.append(.returnedForOther) }
    }
    if copy.loan != nil, state.batch?.dropDate != nil { notes.append(.dropDate) }
    if consent?.pending.needsStaff ?? false { notes.append(.overridden) }
    outcome.facts.notes = notes
    // The copy goes to the pick-up shelf, not to its own place.
    if plan.hold != nil { outcome.location = facts.lending.pickUpShelf }
    var next = counting(copy.id, state, now)
    if copy.loan == nil {
      // A copy that was not on loan is not counted as a return, but a second scan of it still is a duplicate.
      next.batch?.count = state.batch?.count ?? 0
    } else {
      outcome.facts.count = next.batch?.count
    }
    let rule: Rule =
      copy.loan != nil
      ? (consent == nil ? .returned : .returnConfirmed) : plan.code == .inHouse ? .returnInHouse : .returnNotOut
    let decision = Decision(next, outcome, effects + override(consent), rule: rule)
    return plan.hold == nil ? offeringSlot(for: copy, decision, facts, now) : decision
  }

  /// Returns the state with the copy added to the batch and in hand. A batch remembers the newest 200.
  private func counting(_ copy: Copy.ID, _ state: StationState, _ now: Timestamp) -> StationState {
    var next = withLastHandled(copy, state, now)
    var batch = state.batch ?? StationState.Batch(until: now)
    batch.count += 1
    batch.copies = batch.copies.filter { $0 != copy }.suffix(199) + [copy]
    batch.until = now + policy.batchTime
    next.batch = batch
    return next
  }
}

extension Decision {
  /// The refusal with `staff-needed` as its first reason.
  fileprivate var handedToStaff: Decision {
    var decision = self
    decision.outcome?.code = .staffNeeded
    decision.outcome?.facts.reasons.insert(.staffNeeded, at: 0)
    return decision
  }
}
