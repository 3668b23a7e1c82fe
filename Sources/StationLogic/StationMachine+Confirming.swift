internal import Deadwax
internal import Lending

extension StationMachine {
  /// Answers the open prompt. A yes continues; a no changes nothing.
  func answer(
    _ yes: Bool, reason: String?, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    switch state.stage {
    case .question(let question, _): return answer(yes, to: question, state, facts, now)
    case .confirming(let pending, _):
      let isStaff = state.staff != nil || !(reason ?? "").isEmpty
      var consent = Consent(pending: pending, isStaff: isStaff, by: state.staff?.borrower, reason: reason)
      if !yes {
        // A no to the parts alone is an answer: some are missing.
        guard pending.reasons == [.partsCheck] else { return declined(pending, state, facts) }
        consent.parts = .notAll
      }
      return agreed(consent, state, facts, now)
    case .staffPIN(_, _, _, let over) where !yes:
      return Decision(uncovered(over, state, now), Outcome(.declined, mode: state.mode), rule: .answerNo)
    case .choosing where !yes:
      return Decision(state.atRest, Outcome(.declined, mode: state.mode), rule: .choiceDeclined)
    default: return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .answerNone)
    }
  }

  private func declined(_ pending: PendingConfirmation, _ state: StationState, _ facts: StationFacts) -> Decision {
    let outcome = Outcome(
      .declined, mode: state.mode, release: facts.prompted.copy?.release ?? pending.release, copy: pending.copy)
    return Decision(state.atRest, outcome, rule: .answerNo)
  }

  /// Applies the number of returned parts.
  func counted(
    _ number: Int, _ pending: PendingConfirmation, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard number >= 1, number <= facts.prompted.copy?.loan?.parts ?? 0 else {
      return Decision(state, Outcome(.choiceInvalid, mode: state.mode, copy: pending.copy), rule: .choiceInvalid)
    }
    let consent = Consent(
      pending: pending, isStaff: state.staff != nil, by: state.staff?.borrower, reason: nil, parts: .some(number))
    return agreed(consent, state, facts, now)
  }

  /// Handles a reading while a confirmation is open. A staff card is a yes of staff, the same record repeats the
  /// prompt, and any other code cancels it.
  func whileConfirming(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision? {
    guard let pending = state.stage.confirming else { return nil }
    switch facts.named {
    case .borrower(let card) where card.isStaff && (pending.needsStaff || card.id != state.session?.borrower):
      return pinBefore(card, state, facts, now) ?? agreedByCard(card, to: pending, state, facts, now)
    case .copy(let copy) where copy.id == pending.copy: return stillOpen(pending, state, facts, now)
    case .release, .releases:
      let isSame =
        pending.copy.map { facts.named.recordCopies.contains($0) }
        ?? pending.release.map { facts.named.recordReleases.contains($0) } ?? false
      if isSame { return stillOpen(pending, state, facts, now) }
    default: break
    }
    return act(state.atRest, facts, now).noting(.declined)
  }

  /// Applies the staff card as the yes to the confirmation.
  func agreedByCard(
    _ card: Borrower, to pending: PendingConfirmation, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    let consent = Consent(pending: pending, isStaff: true, by: card.id, reason: nil, isByCard: true)
    return agreed(consent, opened(for: card, state, now), facts, now)
  }

  /// Decides again when the record is scanned once more, with current data.
  private func stillOpen(
    _ pending: PendingConfirmation, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    if var again = repeated(pending, nil, state.atRest, facts, now) {
      if again.state.stage.confirming.map(pending.isSame) ?? false {
        // The prompt on the screen stays the same.
        again.state = again.state.with(.confirming(pending, until: now + policy.questionTime))
        again.rule = Rule.promptStillOpen.rawValue
      }
      return again
    }
    let outcome = Outcome(
      .declined, mode: state.mode, release: facts.prompted.copy?.release ?? pending.release, copy: pending.copy)
    return request(pending, outcome, state, now, rule: .promptStillOpen)
  }

  /// Repeats the decision, now with a yes. If anything differs from the displayed confirmation, the station prompts
  /// again.
  private func agreed(_ consent: Consent, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let resting = state.atRest
    if consent.pending.act == .add, let release = consent.pending.release {
      return add(release, facts.prompted.candidates, resting, facts, now, consent)
    }
    return repeated(consent.pending, consent, resting, facts, now)
      ?? Decision(resting, Outcome(.nothingToConfirm, mode: state.mode), rule: .answerGone)
  }

  /// Repeats the decision about the copy of a confirmation. Nil if the copy or the borrower no longer exists, and for
  /// an addition.
  private func repeated(
    _ pending: PendingConfirmation, _ consent: Consent?, _ resting: StationState, _ facts: StationFacts,
    _ now: Timestamp
  ) -> Decision? {
    guard let copy = facts.prompted.copy else { return nil }
    let borrower = facts.prompted.borrower
    let isOffer = consent == nil && pending.reasons == [.renewOffer]
    switch pending.act {
    case .add: return nil
    case .checkIn where [.shelve, .move].contains(resting.mode):
      return checkInAtShelf(copy, into: pending.beneath, resting, facts, now, consent)
    case .checkIn: return checkIn(copy, resting, facts, now, consent)
    case .renew where !isOffer: return borrower.map { renew(copy, resting, facts, now, by: $0, consent) }
    case .checkout, .renew:
      guard let borrower, borrower.id == resting.session?.borrower else { return nil }
      return lend(copy, to: borrower, resting, facts, now, consent)
    }
  }

  // MARK: - Prompt

  /// Returns the decision if there are reasons against the action; nil without reasons, or if the yes covers exactly
  /// these. Fixed reasons cannot be overridden even by staff. The passed outcome is that of the completed action; its
  /// code is replaced.
  func hindered(
    _ found: PendingConfirmation, isFixed: Bool = false, _ outcome: Outcome, _ consent: Consent?, _ state: StationState,
    _ now: Timestamp, refused rule: Rule
  ) -> Decision? {
    guard let first = found.reasons.first else { return nil }
    if isFixed || (found.needsStaff && !isAttended(state)) {
      var refusal = outcome
      refusal.code = first
      refusal.facts.reasons = found.reasons
      refusal.facts.needsStaff = !isFixed
      return Decision(state, refusal, rule: rule)
    }
    guard let consent, consent.pending.isSame(as: found) else {
      return request(found, outcome, state, now, rule: consent == nil ? .prompted : .promptedAgain)
    }
    if found.needsStaff, !consent.isStaff {
      let asking = request(consent.pending, outcome, state, now, rule: .answerNeedsStaff)
      var reported = outcome
      reported.code = .staffNeeded
      reported.facts.reasons = found.reasons
      reported.facts.needsStaff = true
      return Decision(asking.state, reported, rule: .answerNeedsStaff)
    }
    return nil
  }

  private func request(
    _ pending: PendingConfirmation, _ outcome: Outcome, _ state: StationState, _ now: Timestamp, rule: Rule
  ) -> Decision {
    var question = outcome
    question.code = pending.reasons.first ?? outcome.code
    question.facts.reasons = pending.reasons
    question.facts.isQuestion = true
    question.facts.needsStaff = pending.needsStaff
    return Decision(state.with(.confirming(pending, until: now + policy.questionTime)), question, rule: rule)
  }

  /// The stored record of a yes to reasons that only staff could override.
  func override(_ consent: Consent?) -> [Effect] {
    guard let consent, consent.pending.needsStaff else { return [] }
    return [.override(by: consent.by, reasons: consent.pending.reasons, reason: consent.storedReason)]
  }
}

extension PendingConfirmation {
  /// True if a yes to this confirmation is a yes to the other: all fields but the scan and the place are equal.
  fileprivate func isSame(as other: PendingConfirmation) -> Bool {
    var same = other
    // The rules do not know where the copy goes afterwards.
    (same.scan, same.beneath) = (scan, beneath)
    return same == self
  }
}
