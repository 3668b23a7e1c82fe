internal import Deadwax
internal import Lending

extension StationMachine {
  /// Asks which record describes a release that was just added, now that its look-up has found several.
  ///
  /// A question that is open closes if it was decided elsewhere. The answer of the catalogue may be late, so it never takes the screen: the station asks only if nothing else is
  /// open, and the copy is still in hand. A later scan of the barcode in mode look-up asks again.
  func lookedUp(_ release: Release.ID, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let open = state.stage.choosing?.source, open.release == release {
      if facts.adding.isSourceOpen { return Decision(state, nil, rule: .timer) }
      // Someone has chosen elsewhere, or another look-up has found other records: those are asked about.
      return facts.adding.source.flatMap { prompt($0, state, facts, now) }
        ?? Decision(state.atRest, nil, rule: .sourceDecided)
    }
    guard state.mode == .add, state.stage == .idle, state.session == nil, state.fault == nil,
      let copy = facts.inHand, copy.release == release, let question = facts.adding.source
    else { return Decision(state, nil, rule: .timer) }
    return prompt(question, state, facts, now) ?? Decision(state, nil, rule: .timer)
  }

  /// Opens a question about the record of a release; nil if this station may not ask it.
  func prompt(
    _ question: SourceQuestion, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision? {
    guard isAttended(state), !question.choices.isEmpty else { return nil }
    let choosing = PendingChoice(question, scan: facts.scan)
    var outcome = Outcome(.chooseSource, mode: state.mode, release: question.release)
    outcome.facts.count = question.count
    var next = state.with(.choosing(choosing, until: now + policy.choiceTime))
    // The copy stays in hand while the person reads it.
    if let hand = next.hand { next.hand?.until = max(hand.until, now + policy.choiceTime) }
    return Decision(next, outcome, rule: .sourcePrompt)
  }

  /// Applies a number to an open question. An answer that leaves one record chooses it.
  func answered(
    _ choice: PendingChoice.Choice, _ question: SourceQuestion, _ state: StationState, _ facts: StationFacts,
    _ now: Timestamp
  ) -> Decision {
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .inboxStaff)
    }
    guard facts.adding.isSourceOpen else {
      // Without a word for the other change, the station says that one came first.
      return Decision(
        state.atRest, Outcome(.changedSince, mode: state.mode, release: question.release), rule: .sourceDecided)
    }
    if choice == .act(.more), let next = prompt(question.turned, state, facts, now) { return next }
    guard case .answer(let position) = choice, let source = question.choices[position].source else {
      return further(question, state, facts, now)
    }
    var outcome = Outcome(.sourceChosen, mode: state.mode, release: question.release)
    var next = state.atRest
    if let copy = facts.inHand, copy.release == question.release {
      // It can still get its place, its label or its tag.
      next = withLastHandled(copy.id, state, now)
      outcome.copy = copy.id
    }
    return Decision(
      next, outcome, [.chooseSource(question.release, sourceID: source)], rule: .sourceChosen)
  }

  /// Returns to the question before, so that an undo reverses the last answer; nil if none was given.
  func answeredBefore(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision? {
    guard let open = state.stage.choosing?.source, !open.answers.isEmpty else { return nil }
    return facts.adding.source.flatMap { prompt($0, state, facts, now) }
  }

  /// Goes on after an answer that leaves several records, or after "don't know".
  func further(
    _ question: SourceQuestion, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    if question.feature != nil, let next = facts.adding.source, next.release == question.release,
      let decision = prompt(next, state, facts, now)
    {
      return decision
    }
    // Nothing is left to ask: the record stays as it is, and can be chosen later.
    return Decision(
      state.atRest, Outcome(.declined, mode: state.mode, release: question.release), rule: .choiceDeclined)
  }
}
