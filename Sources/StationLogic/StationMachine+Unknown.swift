internal import Deadwax
internal import Lending

extension StationMachine {
  /// Handles a code that belongs to no record. The open stage stays open, unless a release is added. The code is stored
  /// in the inbox, except in mode look-up, which changes nothing.
  func unknown(_ code: Code, _ state: StationState, _ world: StationFacts, _ now: Timestamp) -> Decision {
    let mode = state.mode
    // A torn write of this tag is being finished, in any mode.
    if let job = world.scanned?.openJob {
      return Decision(state, Outcome(.tagWriting, mode: mode, copy: job.copy), rule: .tagBeingWritten)
    }
    let told: (Outcome.Code, Rule)
    switch code {
    case .text where world.looksLikeCard, .gtin where world.looksLikeCard, .wrongCheckDigit where world.looksLikeCard:
      told = (.unknownCard, .cardUnknown)
    case .gtin(let gtin) where mode == .add:
      let added = Decision(
        state.atRest, Outcome(.addedUnresolved, mode: mode), [.addUnresolved(gtin)], rule: .addedUnresolved)
      return state.stage.isAsking ? added.noting(.declined) : added
    case .tag(let uid) where uid.isRandom: told = (.tagRandomUID, .tagRandom)
    case .own(let own) where own.kind == .command: told = (.unknownCommand, .commandUnknown)
    case .damagedOwn: told = (.damagedCode, .codeDamaged)
    case .wrongCheckDigit: told = (.wrongCheckDigit, .codeMisread)
    case .unusable: told = (.unusableCode, .codeUnusable)
    case .own(let own) where own.kind == .borrower: told = (.unknownCard, .cardUnknown)
    case .own where world.isNewLabel:
      if let offer = offerBinding(code, state, world, now) { return offer }
      told = (.newLabel, .labelNew)
    case .tag:
      if let offer = offerBinding(code, state, world, now) { return offer }
      return keep(code, .unknownTag, .tagUnknown, state, world, now)
    case .gtin, .own, .text: return keep(code, .unknownCode, .codeUnknown, state, world, now)
    }
    return Decision(state, Outcome(told.0, mode: mode), rule: told.1)
  }

  /// Puts the code into the inbox. A borrower's card is never put there.
  private func keep(
    _ code: Code, _ outcome: Outcome.Code, _ rule: Rule, _ state: StationState, _ world: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let key = code.key else { return Decision(state, Outcome(outcome, mode: state.mode), rule: rule) }
    if state.mode == .inbox { return askAbout(key, state, world, now) }
    let kept = state.mode == .lookup ? [] : [Effect.keepUnknown(key, world.symbology)]
    return Decision(state, Outcome(outcome, mode: state.mode), kept, rule: rule)
  }
}
