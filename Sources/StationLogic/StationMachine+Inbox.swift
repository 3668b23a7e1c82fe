internal import Deadwax
internal import Lending

extension StationMachine {
  /// Takes the scanned record in hand, so that an unknown code can be bound to it. (`unknown` prompts for the unknown
  /// code itself.)
  func sort(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .copy(let copy):
      let outcome = Outcome(
        .found, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
      return Decision(withLastHandled(copy.id, state, now), outcome, rule: .inboxHand)
    case .release, .releases: return lookUp(state.atRest, facts, now)
    default: return wrongKind(state)
    }
  }

  /// Opens the choice of actions for an unknown code.
  func requestAbout(_ key: Code.Key, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let choosing = PendingChoice(
      .inboxItem, scan: facts.scan, candidates: [], key: key, acts: [.lookUp, .claim, .forget])
    let outcome = Outcome(.inboxItem, mode: state.mode, copy: state.hand?.copy)
    // A code that was first scanned in this mode is in the inbox from now on.
    let stored = facts.code.inbox == nil ? [Effect.storeUnknown(key, facts.code.symbology)] : []
    return Decision(
      state.with(.choosing(choosing, until: now + policy.choiceTime)), outcome, stored, rule: .inboxPrompted)
  }

  /// Takes a record in hand while a code waits for an action: that record may claim it. The choice stays open.
  func taken(_ copy: Copy, for choosing: PendingChoice, _ state: StationState, _ now: Timestamp) -> Decision {
    var holding = withLastHandled(copy.id, state, now)
    holding.stage = .choosing(choosing, until: now + policy.choiceTime)
    holding.hand?.until = now + policy.choiceTime
    return Decision(
      holding, Outcome(.inboxItem, mode: state.mode, release: copy.release, copy: copy.id), rule: .inboxHand)
  }

  /// Carries out the chosen action for the code.
  func decide(
    _ act: PendingChoice.Act, _ choosing: PendingChoice, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let key = choosing.key else {
      return Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone)
    }
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .inboxStaff)
    }
    switch act {
    case .more, .unknown, .swap, .push, .checkIn, .putAway, .rebind, .leave:
      return Decision(state, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceInvalid)
    case .lookUp:
      guard key.class == .gtin else {
        return Decision(state, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceInvalid)
      }
      return Decision(
        state.atRest, Outcome(.lookingUp, mode: state.mode), [.lookUpAgain(key)], rule: .inboxLookUp)
    case .claim:
      guard let copy = facts.inHand, state.hand?.copy == copy.id else {
        return Decision(state, Outcome(.copyNeeded, mode: state.mode), rule: .inboxCopyNeeded)
      }
      return Decision(
        state.atRest, Outcome(.claimed, mode: state.mode, release: copy.release, copy: copy.id), [.claim(key, copy)],
        rule: .inboxClaimed)
    case .forget:
      return Decision(state.atRest, Outcome(.forgotten, mode: state.mode), [.forget(key)], rule: .inboxForgotten)
    }
  }
}
