internal import Deadwax
internal import Lending

extension StationMachine {
  /// Asks whether a copy on loan that was scanned at a shelf is to be checked in there, if the station may check in.
  func offerCheckIn(_ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    var outcome = Outcome(.copyOnLoan, mode: state.mode, release: copy.release, copy: copy.id)
    guard station.allows(.return) else { return Decision(state, outcome, rule: .shelveIsOut) }
    outcome.facts.isQuestion = true
    var choosing = PendingChoice(
      .copyOnLoan, scan: facts.scan, candidates: [], acts: [.checkIn, .leave],
      beneath: state.stage.half.flatMap { $0.isPlaceOrSlot ? $0 : nil })
    choosing.copy = copy.id
    return Decision(state.with(.choosing(choosing, until: now + policy.choiceTime)), outcome, rule: .shelveOnLoan)
  }

  /// Checks in a copy on loan after a person has chosen that. The answer may be that the rules ask something first.
  func checkInAtShelf(
    _ choosing: PendingChoice, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let copy = facts.prompted.copy, copy.id == choosing.copy else {
      return Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone)
    }
    return checkInAtShelf(copy, into: choosing.beneath, state.atRest, facts, now, nil)
  }

  /// Checks in a copy by the rules of every return. Then it goes into the slot or the place that was scanned before it,
  /// or waits for one. A copy that a hold traps goes to the pick-up shelf.
  func checkInAtShelf(
    _ copy: Copy, into target: CodeTarget?, _ state: StationState, _ facts: StationFacts, _ now: Timestamp,
    _ consent: Consent?
  ) -> Decision {
    let location = facts.location(of: target)
    guard copy.loan != nil else {
      // It was returned elsewhere meanwhile.
      if let location { return put(copy, location, state.with(stage(over: target, now)), facts, now) }
      return Decision(
        waiting(copy, state, now),
        Outcome(.slotNeeded, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location),
        rule: .shelveCopyFirst)
    }
    var decision = checkIn(copy, state, facts, now, consent)
    // A batch of returns is a matter of the mode Return.
    decision.state.batch = state.batch
    decision.outcome?.facts.count = nil
    if case .confirming(var pending, let until) = decision.state.stage {
      pending.beneath = target
      decision.state.stage = .confirming(pending, until: until)
      return decision
    }
    let isReturned = [Rule.returned, .returnConfirmed].map(\.rawValue).contains(decision.rule)
    let isTrapped = decision.effects.contains { $0.trapped != nil }
    guard isReturned, !isTrapped else {
      decision.state.stage = stage(over: target, now)
      return decision
    }
    var returned = copy
    returned.loan = nil
    decision.rule = Rule.shelveReturned.rawValue
    guard let location else {
      decision.state = waiting(returned, decision.state, now)
      return decision
    }
    return put(returned, at: location, after: decision, stage(over: target, now), facts, now)
  }

  /// Puts a copy that was just checked in into its place. Both are one change.
  private func put(
    _ copy: Copy, at location: Location, after returned: Decision, _ stage: StationState.Stage, _ facts: StationFacts,
    _ now: Timestamp
  ) -> Decision {
    let placed = put(copy, location, returned.state.with(stage), facts, now)
    var decision = placed
    decision.effects = returned.effects + placed.effects
    decision.rule = returned.rule
    guard var outcome = returned.outcome, let code = placed.outcome?.code, [.shelved, .alreadyThere].contains(code)
    else {
      // The copy is checked in, and its place needs an answer or another scan.
      return decision.noting(.returned)
    }
    outcome.location = location
    outcome.facts.notes += [code] + (placed.outcome?.facts.notes ?? [])
    outcome.facts.from = placed.outcome?.facts.from
    outcome.facts.nextSlot = placed.outcome?.facts.nextSlot
    outcome.facts.skippedSlots = placed.outcome?.facts.skippedSlots
    decision.outcome = outcome
    return decision
  }

  /// Returns the stage in which a slot or a place waits for a copy.
  private func stage(over target: CodeTarget?, _ now: Timestamp) -> StationState.Stage {
    let until = now + policy.pairTime
    return switch target {
    case .slot(let id): .pendingSlot(id, until: until)
    case .place(let id): .pendingPlace(id, until: until)
    case .copy, .release, .borrower, nil: .idle
    }
  }

  /// Returns the decision of a return with the offer of the free slot that is nearest to the copy's own, disabled one.
  func offeringSlot(for copy: Copy, _ decision: Decision, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    guard let slot = facts.shelving.nearest[copy.id] else { return decision }
    var choosing = PendingChoice(.slotDisabled, scan: facts.scan, candidates: [], acts: [.putAway, .leave])
    (choosing.copy, choosing.offered) = (copy.id, slot.id)
    var offering = decision.noting(.slotDisabled)
    offering.state.stage = .choosing(choosing, until: now + policy.choiceTime)
    return offering
  }

  /// Puts a returned copy into the offered slot, after a person has chosen that.
  func putAway(_ choosing: PendingChoice, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    guard let copy = facts.prompted.copy, copy.id == choosing.copy, let slot = facts.shelving.slot,
      slot.id == choosing.offered
    else { return Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone) }
    return put(copy, slot.location, state.atRest, facts, now)
  }
}

extension StationFacts {
  /// The location of the slot or the place in the stage; nil if it was removed, or for no target.
  fileprivate func location(of target: CodeTarget?) -> Location? {
    switch target {
    case .slot(let id): shelving.slot.flatMap { $0.id == id ? $0.location : nil }
    case .place(let id): shelving.place.flatMap { $0.id == id ? $0.location : nil }
    case .copy, .release, .borrower, nil: nil
    }
  }
}
