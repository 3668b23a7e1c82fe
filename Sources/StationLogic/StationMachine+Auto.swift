internal import Deadwax
internal import Lending

extension StationMachine {
  /// Derives the action from the scan. In a session every copy is checked out. Without one a card opens a session, and
  /// a copy on loan is checked in. An available copy waits for its partner: a card checks it out, a place shelves it, a
  /// free tag may be bound to it.
  func auto(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if state.session != nil { return checkOut(state, facts, now) }
    switch facts.named {
    case .borrower(let borrower): return card(borrower, state, facts, now)
    case .copy(let copy): return auto(copy, state, facts, now)
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return auto(matches, state, facts, now)
    case .slot, .place:
      if state.stage == .idle, let decision = putAway(state, facts, now) { return decision }
      return shelve(state, facts, now)
    default: return wrongKind(state)
    }
  }

  private func auto(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if let copy = inHand(matches, state, now), copy.loan == nil { return auto(copy, state, facts, now) }
    let out = matches.copies.filter { $0.loan != nil }
    if out.isEmpty, matches.copies.isEmpty { return lookUp(state, facts, now) }
    if matches.copies.count == 1, let copy = matches.copies.first { return auto(copy, state, facts, now) }
    // A lent copy must come back, while a shelved copy need not be here. If one copy is on loan, it is that one.
    if station.returnsInAuto, !station.takesAnyCopy, out.count == 1, let copy = out.first,
      matches.copies.allSatisfy({ $0.id == copy.id || $0.status != .available })
    {
      return auto(copy, state, facts, now).among(matches.targets)
    }
    let inside = matches.copies.filter { $0.loan == nil }
    return choose(
      .chooseCopy, out.byDue() + inside.map { .copy($0.id) }, of: matches.release, state, facts, now, rule: .autoChoose
    ).among(matches.targets)
  }

  private func auto(_ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if copy.loan != nil {
      if station.returnsInAuto { return checkIn(copy, state, facts, now) }
      return lookUp(state.atRest, facts.naming(.copy(copy)), now)
    }
    // Both readers may see the same record. A second scan in the same movement repeats no prompt.
    if isSameMove(copy.id, state, now) { return checkIn(copy, state, facts, now) }
    switch state.stage {
    case .pendingSlot, .pendingPlace: return shelve(state, facts.naming(.copy(copy)), now)
    default: break
    }
    var pending = lookUp(state, facts.naming(.copy(copy)), now)
    pending.state.stage = .pendingCopy(copy.id, until: now + policy.pairTime)
    pending.state.hand = nil
    pending.rule = Rule.autoPending.rawValue
    return pending
  }

  /// Offers to bind an unbound tag or label that was scanned while a record waits. It may belong to that record, but it
  /// may also be the card of an unknown person, so the station prompts.
  func offerBinding(
    _ code: Code, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision? {
    guard state.mode == .auto, !station.isSelfService, case .pendingCopy = state.stage, let copy = facts.pendingCopy,
      let key = code.key, facts.tagging.scanned?.openJob == nil,
      facts.tagging.isNewLabel || facts.tagging.scanned?.uid != nil
    else { return nil }
    let unknown: Outcome.Code = facts.tagging.isNewLabel ? .newLabel : .unknownTag
    var outcome = Outcome(unknown, mode: state.mode, release: copy.release, copy: copy.id)
    outcome.facts.reasons = [unknown]
    outcome.facts.isQuestion = true
    let question = TagPrompt(unknown, key: key, copy: copy.id)
    return Decision(
      state.with(.question(question, until: now + policy.questionTime)), outcome, rule: .autoOfferBinding)
  }
}

extension StationFacts {
  /// Returns the facts with another record for the scan.
  func naming(_ named: Resolution) -> StationFacts {
    var facts = self
    facts.named = named
    return facts
  }
}
