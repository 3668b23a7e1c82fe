internal import Deadwax
internal import Lending

extension StationMachine {
  /// Brings a copy and a tag together, in either order, and writes the copy's code to the tag.
  func write(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let tag = facts.tagging.scanned, tag.uid != nil { return laid(tag, state, facts, now) }
    return held(state, facts, now) { copy in
      guard case .pendingCode = state.stage, let tag = facts.tagging.waiting else { return nil }
      return write(copy, to: tag, confirmed: [], state, facts, now)
    }
  }

  /// Brings a copy and a tag or a new label together, in either order. Nothing is written.
  func bind(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let code = facts.tagging.scanned { return scannedCode(code, state, facts, now) }
    if let target = facts.named.bindable { return bind(target, state, facts, now) }
    return held(state, facts, now) { copy in
      guard case .pendingCode = state.stage, let code = facts.tagging.waiting else { return nil }
      return bind(copy, to: code, confirmed: [], state, facts, now)
    }
  }

  /// Continues after a prompt about a tag, or changes nothing.
  func answer(
    _ yes: Bool, to question: TagPrompt, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let copy = facts.pendingCopy, let code = facts.tagging.waiting else {
      return Decision(state.atRest, Outcome(.declined, mode: state.mode), rule: .answerGone)
    }
    guard yes else {
      return Decision(
        inHand(copy, state, facts, now),
        Outcome(.declined, mode: state.mode, release: copy.release, copy: copy.id), rule: .answerNo)
    }
    let confirmed = question.confirmed + [question.code]
    return state.mode == .write
      ? write(copy, to: code, confirmed: confirmed, state, facts, now)
      : bind(copy, to: code, confirmed: confirmed, state, facts, now)
  }

  // MARK: - Scanned item

  private func laid(_ tag: BindingCandidate, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision
  {
    if let copy = waitingCopy(state, facts) { return write(copy, to: tag, confirmed: [], state, facts, now) }
    if let job = tag.openJob {
      return Decision(state, Outcome(.tagWriting, mode: .write, copy: job.copy), rule: .tagBeingWritten)
    }
    let isRandom = tag.uid?.isRandom ?? true
    let suspect: [Outcome.Code] = tag.tag?.isSuspect ?? false ? [.tagSuspect] : []
    if let refusal = ((isRandom ? [.tagRandomUID] : []) + TagGuard.ofMemory(tag) + suspect).first {
      return Decision(state, Outcome(refusal, mode: .write), rule: .tagRefused)
    }
    return Decision(
      state.with(.pendingCode(tag.key, until: now + policy.pairTime)),
      Outcome(.copyNeeded, mode: .write), rule: .tagFirst)
  }

  private func scannedCode(_ code: BindingCandidate, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if let uid = code.uid, uid.isRandom {
      return Decision(state, Outcome(.tagRandomUID, mode: .bind), rule: .tagRandom)
    }
    switch state.stage {
    case .pendingCopy, .question:
      if let copy = facts.pendingCopy { return bind(copy, to: code, confirmed: [], state, facts, now) }
    case .pendingSlot(let slot, _): return bind(code, to: .slot(slot), from: nil, state, facts, now)
    case .pendingPlace(let place, _): return bind(code, to: .place(place), from: nil, state, facts, now)
    default: break
    }
    if let job = code.openJob {
      return Decision(state, Outcome(.tagWriting, mode: .bind, copy: job.copy), rule: .tagBeingWritten)
    }
    return Decision(
      state.with(.pendingCode(code.key, until: now + policy.pairTime)),
      Outcome(.copyNeeded, mode: .bind), rule: .tagFirst)
  }

  /// Handles a scanned record: it is paired with the waiting tag, or waits for one.
  private func held(
    _ state: StationState, _ facts: StationFacts, _ now: Timestamp, _ meet: (Copy) -> Decision?
  ) -> Decision {
    let mode = state.mode
    let copy: Copy
    var matches: [CodeTarget] = []
    switch facts.named {
    case .copy(let named): copy = named
    case .release, .releases:
      let copies = facts.named.matches?.copies ?? []
      matches = copies.map { .copy($0.id) }
      let release = facts.named.matches?.release
      if copies.isEmpty {
        return Decision(state, Outcome(.unknownCode, mode: mode, release: release), rule: .releaseWithoutCopy)
      }
      guard copies.count == 1, let only = copies.first else {
        return choose(.chooseCopy, matches, of: release, state, facts, now, rule: .tagChoose)
      }
      copy = only
    default: return wrongKind(state)
    }
    let decision =
      meet(copy)
      ?? Decision(
        state.with(.pendingCopy(copy.id, until: now + policy.pairTime)),
        Outcome(.tagNeeded, mode: mode, release: copy.release, copy: copy.id, location: copy.location),
        rule: .tagCopyFirst)
    return decision.among(matches)
  }

  /// The waiting record, or the next one in the queue.
  private func waitingCopy(_ state: StationState, _ facts: StationFacts) -> Copy? {
    switch state.stage {
    case .pendingCopy, .question: facts.pendingCopy
    default: facts.tagging.queueNext
    }
  }

  // MARK: - Pair

  private func write(
    _ copy: Copy, to tag: BindingCandidate, confirmed: [Outcome.Code], _ state: StationState, _ facts: StationFacts,
    _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.tagWriting, mode: .write, release: copy.release, copy: copy.id)
    if let job = tag.openJob, job.action == .write, job.copy == copy.id {
      return Decision(state.atRest, outcome, rule: .tagBeingWritten)
    }
    let found = TagGuard.writing(copy, tag, others: facts.tagging.tags[copy.id] ?? [], present: facts.tagging.present)
    if let decision = hindered(copy, tag.key, found, confirmed, state, facts, now) { return decision }
    outcome.location = copy.location
    return Decision(state.atRest, outcome, [.writeTag(copy, tag, confirmed: confirmed)], rule: .tagWritten)
  }

  private func bind(
    _ copy: Copy, to code: BindingCandidate, confirmed: [Outcome.Code], _ state: StationState, _ facts: StationFacts,
    _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.bound, mode: state.mode, release: copy.release, copy: copy.id)
    if code.bound == .copy(copy.id) {
      outcome.code = .alreadyBound
      return Decision(state.atRest, outcome, rule: .tagBoundAlready)
    }
    let found = TagGuard.binding(copy, code, others: facts.tagging.tags[copy.id] ?? [], present: facts.tagging.present)
    if let decision = hindered(copy, code.key, found, confirmed, state, facts, now) { return decision }
    outcome.location = copy.location
    return Decision(state.atRest, outcome, [.bind(copy, code)], rule: .tagBound)
  }

  /// Returns the decision if there are reasons against the action; nil if none is left.
  private func hindered(
    _ copy: Copy, _ key: Code.Key, _ found: TagGuard, _ confirmed: [Outcome.Code], _ state: StationState,
    _ facts: StationFacts, _ now: Timestamp
  ) -> Decision? {
    var outcome = Outcome(.declined, mode: state.mode, release: copy.release, copy: copy.id)
    outcome.facts.reasons = found.refusals
    if let refusal = found.refusals.first {
      outcome.code = refusal
      return Decision(inHand(copy, state, facts, now), outcome, rule: .tagRefused)
    }
    guard let question = found.questions.first(where: { !confirmed.contains($0) }) else { return nil }
    if question == .tagBound, !policy.movesTags {
      outcome.code = .boundElsewhere
      return Decision(inHand(copy, state, facts, now), outcome, rule: .tagStays)
    }
    outcome.code = question
    let pending = TagPrompt(question, key: key, copy: copy.id, confirmed: confirmed)
    return Decision(
      state.with(.question(pending, until: now + policy.questionTime)), outcome, rule: .tagPrompted)
  }

  /// Returns the state in which the record waits for another tag; a record of the queue waits without a stage.
  private func inHand(_ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> StationState {
    guard state.mode != .write || facts.tagging.queueNext?.id != copy.id else { return state.atRest }
    return state.with(.pendingCopy(copy.id, until: now + policy.pairTime))
  }
}
