internal import Deadwax
internal import Lending

extension StationMachine {
  /// Asks which record describes a release that was just added, now that its look-up has found several.
  ///
  /// The answer of the catalogue may be late, so it never takes the screen: the station asks only if nothing else is
  /// open, and the copy is still in hand. A later scan of the barcode in mode look-up asks again.
  func lookedUp(_ release: Release.ID, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
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

  /// Applies an answer. One that leaves one record chooses it.
  func answered(
    _ position: Int, _ question: SourceQuestion, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let source = question.choices[position].source else { return further(question, state, facts, now) }
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .inboxStaff)
    }
    guard facts.adding.isSourceListed else {
      return Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone)
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
