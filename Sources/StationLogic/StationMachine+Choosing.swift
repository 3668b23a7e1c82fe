internal import Deadwax
internal import Lending

extension StationMachine {
  /// Opens a choice between several records. A record that waits for its partner continues to wait beneath the choice.
  /// At most nine candidates are displayed; `release` is the release of all of them, if it is the same. With
  /// `needsLabel` no number selects one: only a more specific code does, such as the copy's own label.
  func choose(
    _ code: Outcome.Code, _ things: [CodeTarget], of release: Release.ID? = nil, _ state: StationState,
    _ facts: StationFacts,
    _ now: Timestamp, needsLabel: Bool = false, rule: Rule
  ) -> Decision {
    let displayed = Array(things.prefix(PendingChoice.most))
    let choosing = PendingChoice(
      code, scan: facts.scan, candidates: displayed, key: state.stage.code, beneath: state.stage.half,
      needsLabel: needsLabel)
    // The outcome is published to all clients, so the card's borrower is not part of it.
    let reported = displayed.map { $0.kind == "borrower" ? .borrower(.absent) : $0 }
    var outcome = Outcome(code, mode: state.mode, release: release, choices: needsLabel ? [] : reported)
    outcome.facts.count = things.count
    if needsLabel { outcome.facts.notes.append(.labelNeeded) }
    return Decision(
      state.with(.choosing(choosing, until: now + policy.choiceTime)), outcome, rule: rule, candidates: things)
  }

  /// Applies the numbered choice. If a prompt about parts is open, the number is that of the returned parts.
  func pick(_ number: Int, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let pending = state.stage.confirming, pending.reasons.contains(.partsCheck) {
      return counted(number, pending, state, facts, now)
    }
    guard let choosing = state.stage.choosing else {
      return Decision(state, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceNone)
    }
    if let question = choosing.source, let choice = choosing[number] {
      return answered(choice, question, state, facts, now)
    }
    if let conflict = choosing.conflict, case .act(let act)? = choosing[number] {
      return makeRoom(act, conflict, state, facts, now)
    }
    if choosing.isQuestion, case .act(let act)? = choosing[number] {
      return acted(act, choosing, state, facts, now)
    }
    switch choosing[number] {
    case nil, .answer?:
      return Decision(state, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceInvalid)
    case .act(let act)?: return decide(act, choosing, state, facts, now)
    case .thing(let target)?: return picked(target, choosing, state, facts, now)
    }
  }

  /// Carries out an action about a copy at a shelf, or about a binding.
  private func acted(
    _ act: PendingChoice.Act, _ choosing: PendingChoice, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    switch act {
    case .checkIn: checkInAtShelf(choosing, state, facts, now)
    case .putAway: putAway(choosing, state, facts, now)
    case .rebind: rebind(choosing, state, facts, now)
    case .leave:
      Decision(uncovered(state, choosing, now), Outcome(.declined, mode: state.mode), rule: .choiceDeclined)
    case .lookUp, .claim, .forget, .more, .unknown, .swap, .push:
      Decision(state, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceInvalid)
    }
  }

  private func picked(
    _ target: CodeTarget, _ choosing: PendingChoice, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var chosen = facts
    switch target {
    case .copy(let id):
      guard let copy = facts.prompted.candidates.first(where: { $0.id == id }) else { return gone(state) }
      chosen.named = .copy(copy)
    case .release(let id): chosen.named = .release(id, copies: facts.prompted.candidates.filter { $0.release == id })
    case .borrower(let id):
      guard let borrower = facts.prompted.card, borrower.id == id else { return gone(state) }
      chosen.named = .borrower(borrower)
    case .place, .slot: return gone(state)
    }
    return act(uncovered(state, choosing, now), chosen, now).among(choosing.candidates)
  }

  /// The chosen record no longer exists.
  private func gone(_ state: StationState) -> Decision {
    Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone)
  }

  /// Handles a reading while a choice is open. A more specific code selects a candidate, the same barcode opens the
  /// choice again, and any other code cancels it. Each is processed as if the choice had not been open, with the stage
  /// beneath it.
  func whileChoosing(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision? {
    guard let choosing = state.stage.choosing else { return nil }
    if choosing.code == .inboxItem {
      guard case .copy(let copy) = facts.named else { return act(state.atRest, facts, now).noting(.declined) }
      return taken(copy, for: choosing, state, now)
    }
    let decision = act(uncovered(state, choosing, now), facts, now)
    if isOne(of: choosing.candidates, facts.named) { return decision.among(choosing.candidates) }
    // An offered slot is no question that a scan declines, and the same copy repeats the question.
    let isSame = choosing.copy.map { isOne(of: [.copy($0)], facts.named) } ?? false
    return isSame || choosing.offered != nil ? decision : decision.noting(.declined)
  }

  private func isOne(of candidates: [CodeTarget], _ named: StationFacts.Resolution) -> Bool {
    let matches = named.targets + named.recordReleases.map { .release($0) } + named.recordCopies.map { .copy($0) }
    return matches.contains { candidates.contains($0) }
  }

  /// Returns the state before the choice.
  private func uncovered(_ state: StationState, _ choosing: PendingChoice, _ now: Timestamp) -> StationState {
    let until = now + policy.pairTime
    if let key = state.stage.code { return state.with(.pendingCode(key, until: until)) }
    return switch choosing.beneath {
    case .copy(let id): state.with(.pendingCopy(id, until: until))
    case .slot(let id): state.with(.pendingSlot(id, until: until))
    case .place(let id): state.with(.pendingPlace(id, until: until))
    case .release, .borrower, nil: state.atRest
    }
  }
}
