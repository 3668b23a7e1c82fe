internal import Deadwax
internal import Lending

extension StationMachine {
  /// Handles a code that belongs to no record. The open stage stays open, unless a release is added. The code is stored
  /// in the inbox, except in mode look-up, which changes nothing.
  func unknown(_ code: Code, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let mode = state.mode
    if mode == .add, case .text(let text) = code, !facts.code.looksLikeCard, let address = DiscogsAddress(text),
      facts.tagging.scanned?.openJob == nil
    {
      return add(.addFromDiscogs(address), state, facts)
    }
    // A torn write of this tag is being finished, in any mode.
    if let job = facts.tagging.scanned?.openJob {
      return Decision(state, Outcome(.tagWriting, mode: mode, copy: job.copy), rule: .tagBeingWritten)
    }
    let reported: (Outcome.Code, Rule)
    switch code {
    case .text where facts.code.looksLikeCard, .gtin where facts.code.looksLikeCard,
      .wrongCheckDigit where facts.code.looksLikeCard:
      reported = (.unknownCard, .cardUnknown)
    case .gtin(let gtin) where mode == .add: return add(.addUnresolved(gtin), state, facts)
    case .tag(let uid) where uid.isRandom: reported = (.tagRandomUID, .tagRandom)
    case .own(let own) where own.kind == .command: reported = (.unknownCommand, .commandUnknown)
    case .damagedOwn: reported = (.damagedCode, .codeDamaged)
    case .wrongCheckDigit: reported = (.wrongCheckDigit, .codeWrongCheckDigit)
    case .unusable: reported = (.unusableCode, .codeUnusable)
    case .own(let own) where own.kind == .borrower: reported = (.unknownCard, .cardUnknown)
    case .own(let own) where own.kind == .place || own.kind == .slot:
      return store(code, .unknownPlace, .placeUnknown, state, facts, now)
    case .own where facts.tagging.isNewLabel:
      if let offer = offerBinding(code, state, facts, now) { return offer }
      reported = (.newLabel, .labelNew)
    case .tag:
      if let offer = offerBinding(code, state, facts, now) { return offer }
      return store(code, .unknownTag, .tagUnknown, state, facts, now)
    case .gtin, .own, .text: return store(code, .unknownCode, .codeUnknown, state, facts, now)
    }
    return Decision(state, Outcome(reported.0, mode: mode), rule: reported.1)
  }

  /// Adds a release whose facts follow later.
  private func add(_ effect: Effect, _ state: StationState, _ facts: StationFacts) -> Decision {
    let added = inBatch(
      Decision(state.atRest, Outcome(.addedUnresolved, mode: state.mode), [effect], rule: .addedUnresolved), facts)
    return state.stage.isAsking ? added.noting(.declined) : added
  }

  /// Puts the code into the inbox. A borrower's card is never put there.
  private func store(
    _ code: Code, _ outcome: Outcome.Code, _ rule: Rule, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let key = code.key else { return Decision(state, Outcome(outcome, mode: state.mode), rule: rule) }
    if state.mode == .inbox { return requestAbout(key, state, facts, now) }
    let stored = state.mode == .lookup ? [] : [Effect.storeUnknown(key, facts.code.symbology)]
    return Decision(state, Outcome(outcome, mode: state.mode), stored, rule: rule)
  }
}
