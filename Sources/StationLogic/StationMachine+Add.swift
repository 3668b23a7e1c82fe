internal import Deadwax
internal import Lending

extension StationMachine {
  /// Adds a copy of a known release; a second copy needs a confirmation. (`unknown` adds releases that are not known
  /// yet.)
  func add(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .release(let release, let copies): return add(release, copies, state, facts, now)
    case .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return chooseRelease(matches, state, facts, now)
    case .copy: return lookUp(state, facts, now)
    case .place(let place) where state.additions != nil || state.hand == nil:
      return setPlace(place, state, facts, now)
    case .slot, .place: return putAway(state, facts, now) ?? wrongKind(state)
    default: return wrongKind(state)
    }
  }

  /// Adds a copy of a release. A repeated scan of the same barcode is not a second copy: if there are `copies`, the
  /// addition needs a yes.
  func add(
    _ release: Release.ID, _ copies: [Copy], _ state: StationState, _ facts: StationFacts, _ now: Timestamp,
    _ consent: Consent? = nil
  ) -> Decision {
    let state = state.atRest
    var outcome = Outcome(.added, mode: state.mode, release: release)
    outcome.facts.count = copies.isEmpty ? nil : copies.count
    outcome.facts.lastPlayedAt = copies.compactMap(\.lastPlayedAt).max()
    let question = PendingConfirmation(
      .add, scan: facts.scan, release: release, reasons: copies.isEmpty ? [] : [.copyExists],
      versions: ["copies:\(release)@\(copies.count)"])
    if let decision = hindered(question, outcome, consent, state, now, refused: .prompted) { return decision }
    outcome.facts.count = copies.count + 1
    outcome.facts.notes += Self.notesOnAddition(
      isOnWishlist: facts.adding.isWished, hasOtherRelease: facts.adding.hasOtherRelease)
    return inBatch(
      Decision(state, outcome, [.addCopy(release)], rule: copies.isEmpty ? .added : .addedAnother), facts)
  }

  /// Opens the choice between the releases of one barcode.
  func chooseRelease(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    choose(
      .chooseRelease, matches.releases.map { .release($0.release) }, state, facts, now, rule: .releaseChoose)
  }
}
