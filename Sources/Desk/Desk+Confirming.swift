internal import Deadwax
internal import Lending

/// A yes to what was asked, and who gave it.
struct Consent {
  let asked: Confirming
  let isStaff: Bool
  /// The member of staff, where a card told who.
  let by: Borrower.ID?
  /// Why it is done all the same; nil where nobody wrote anything.
  let reason: String?
  /// Whether the card itself was the yes.
  var isByCard = false
  /// What was said of the parts; nil for: they are all there.
  var parts: Parts?

  enum Parts {
    case some(Int)
    /// Not all of them, and nobody said how many.
    case notAll
  }

  /// What is kept as the reason: at a desk, where nobody writes, it is how the yes was said.
  var keptReason: String {
    if let reason, !reason.isEmpty { return reason }
    return isByCard ? Effect.yesByCard : Effect.yesAfterCard
  }
}

extension Desk {
  /// Answers what is open: yes goes on, no leaves everything as it is.
  func answer(
    _ yes: Bool, reason: String?, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    switch state.stage {
    case .question(let question, _): return answer(yes, to: question, state, world, now)
    case .confirming(let asked, _):
      let isStaff = state.staff != nil || !(reason ?? "").isEmpty
      var consent = Consent(asked: asked, isStaff: isStaff, by: state.staff?.borrower, reason: reason)
      if !yes {
        // A no to the parts alone is an answer: they are not all there.
        guard asked.reasons == [.partsCheck] else { return declined(asked, state, world) }
        consent.parts = .notAll
      }
      return agreed(consent, state, world, now)
    case .staffPIN(_, _, _, let over) where !yes:
      return Decision(uncovered(over, state, now), Outcome(.declined, mode: state.mode), rule: .answerNo)
    case .choosing where !yes:
      return Decision(state.atRest, Outcome(.declined, mode: state.mode), rule: .choiceDeclined)
    default: return Decision(state, Outcome(.nothingToConfirm, mode: state.mode), rule: .answerNone)
    }
  }

  private func declined(_ asked: Confirming, _ state: StationState, _ world: World) -> Decision {
    let outcome = Outcome(
      .declined, mode: state.mode, release: world.confirmed?.release ?? asked.release, copy: asked.copy)
    return Decision(state.atRest, outcome, rule: .answerNo)
  }

  /// So many parts are back.
  func counted(
    _ number: Int, _ asked: Confirming, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    guard number >= 1, number <= world.confirmed?.loan?.parts ?? 0 else {
      return Decision(state, Outcome(.choiceInvalid, mode: state.mode, copy: asked.copy), rule: .choiceInvalid)
    }
    let consent = Consent(
      asked: asked, isStaff: state.staff != nil, by: state.staff?.borrower, reason: nil, parts: .some(number))
    return agreed(consent, state, world, now)
  }

  /// A reading while something is asked: a card of staff is a yes of staff, the same record is still asked about, and
  /// anything else drops the question.
  func whileConfirming(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision? {
    guard let asked = state.stage.confirming else { return nil }
    switch world.named {
    case .borrower(let card) where card.isStaff && (asked.needsStaff || card.id != state.session?.borrower):
      return pinBefore(card, state, world, now) ?? agreedByCard(card, to: asked, state, world, now)
    case .copy(let copy) where copy.id == asked.copy: return stillAsked(asked, state, world, now)
    case .release, .releases:
      let isSame =
        asked.copy.map { world.named.recordCopies.contains($0) }
        ?? asked.release.map { world.named.recordReleases.contains($0) } ?? false
      if isSame { return stillAsked(asked, state, world, now) }
    default: break
    }
    return act(state.atRest, world, now).noting(.declined)
  }

  /// The card of a member of staff is the yes to what is asked.
  func agreedByCard(
    _ card: Borrower, to asked: Confirming, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    let consent = Consent(asked: asked, isStaff: true, by: card.id, reason: nil, isByCard: true)
    return agreed(consent, opened(for: card, state, now), world, now)
  }

  private func stillAsked(
    _ asked: Confirming, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    let outcome = Outcome(
      .declined, mode: state.mode, release: world.confirmed?.release ?? asked.release, copy: asked.copy)
    return ask(asked, outcome, state, now, rule: .answerStillAsked)
  }

  /// Goes the same way once more, now with a yes. Where anything is different from what was asked, it is asked anew.
  private func agreed(_ consent: Consent, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    let asked = consent.asked
    let resting = state.atRest
    switch asked.act {
    case .checkout:
      if let copy = world.confirmed, let borrower = world.confirmedBorrower, borrower.id == state.session?.borrower {
        return lend(copy, to: borrower, resting, world, now, consent)
      }
    case .renew:
      if let copy = world.confirmed, let borrower = world.confirmedBorrower {
        return renew(copy, resting, world, now, by: borrower, consent)
      }
    case .giveBack:
      if let copy = world.confirmed { return giveBack(copy, resting, world, now, consent) }
    case .add:
      if let release = asked.release { return add(release, world.candidates, resting, world, now, consent) }
    }
    return Decision(resting, Outcome(.nothingToConfirm, mode: state.mode), rule: .answerGone)
  }

  // MARK: the question

  /// What follows where something stands in the way; nil where nothing does, or where just that was said yes to.
  /// What is fixed not even staff could do. The outcome is given as it would be if it were done; its code is replaced.
  func hindered(
    _ found: Confirming, isFixed: Bool = false, _ outcome: Outcome, _ consent: Consent?, _ state: StationState,
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
    guard let consent, consent.asked.isSame(as: found) else {
      return ask(found, outcome, state, now, rule: consent == nil ? .asked : .askedAnew)
    }
    if found.needsStaff, !consent.isStaff {
      let asking = ask(consent.asked, outcome, state, now, rule: .answerNeedsStaff)
      var told = outcome
      told.code = .staffNeeded
      told.facts.reasons = found.reasons
      told.facts.needsStaff = true
      return Decision(asking.state, told, rule: .answerNeedsStaff)
    }
    return nil
  }

  private func ask(
    _ asked: Confirming, _ outcome: Outcome, _ state: StationState, _ now: Timestamp, rule: Rule
  ) -> Decision {
    var question = outcome
    question.code = asked.reasons.first ?? outcome.code
    question.facts.reasons = asked.reasons
    question.facts.isQuestion = true
    question.facts.needsStaff = asked.needsStaff
    return Decision(state.with(.confirming(asked, until: now + policy.questionTime)), question, rule: rule)
  }

  /// What is kept of a yes to something that only staff could overcome.
  func override(_ consent: Consent?) -> [Effect] {
    guard let consent, consent.asked.needsStaff else { return [] }
    return [.override(by: consent.by, reasons: consent.asked.reasons, reason: consent.keptReason)]
  }
}

extension Confirming {
  /// Whether a yes to this is a yes to the other: all but the scan that asked.
  fileprivate func isSame(as other: Confirming) -> Bool {
    var same = other
    same.scan = scan
    return same == self
  }
}
