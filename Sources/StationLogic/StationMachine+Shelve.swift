internal import Deadwax
internal import Lending

extension StationMachine {
  /// Brings a copy and a slot, or a place without slots, together; either may come first.
  func shelve(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .copy(let copy): return shelve(copy, state, facts, now)
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return shelve(matches, state, facts, now)
    case .slot(let slot):
      if case .pendingCopy = state.stage, let copy = facts.pendingCopy {
        return put(copy, slot.location, occupant: facts.shelving.occupant, state, now)
      }
      if let refusal = placeOnPlace(state) { return refusal }
      return Decision(
        state.with(.pendingSlot(slot.id, until: now + policy.pairTime)),
        Outcome(.copyNeeded, mode: state.mode, location: slot.location), rule: .shelveSlotFirst)
    case .place(let place):
      let location = Location(place: place.id, placeName: place.name)
      if case .pendingCopy = state.stage, let copy = facts.pendingCopy {
        return put(copy, location, occupant: nil, state, now)
      }
      if let refusal = placeOnPlace(state) { return refusal }
      return Decision(
        state.with(.pendingPlace(place.id, until: now + policy.pairTime)),
        Outcome(.copyNeeded, mode: state.mode, location: location), rule: .shelvePlaceFirst)
    default: return wrongKind(state)
    }
  }

  /// Refuses a second place in mode move: places cannot be moved yet, and it could be mistaken for that.
  private func placeOnPlace(_ state: StationState) -> Decision? {
    guard state.mode == .move, state.stage.half != nil else { return nil }
    return Decision(state, Outcome(.wrongKind, mode: state.mode), rule: .movePlaceOnPlace)
  }

  /// Selects the copy of a barcode that is not at that place yet.
  private func shelve(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if matches.copies.isEmpty {
      return Decision(
        state, Outcome(.unknownCode, mode: state.mode, release: matches.release), rule: .releaseWithoutCopy)
    }
    let target =
      facts.shelving.slot?.location ?? facts.shelving.place.map { Location(place: $0.id, placeName: $0.name) }
    let elsewhere = matches.copies.filter { state.stage.half == nil || $0.location != target }
    if elsewhere.count == 1 || matches.copies.count == 1, let copy = elsewhere.first ?? matches.copies.first {
      return shelve(copy, state, facts, now).among(matches.targets)
    }
    let possible = elsewhere.isEmpty ? matches.copies : elsewhere
    return choose(
      .chooseCopy, possible.map { .copy($0.id) }, of: matches.release, state, facts, now, rule: .shelveChoose
    ).among(matches.targets)
  }

  private func shelve(_ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if copy.loan != nil {
      return Decision(
        state, Outcome(.copyOnLoan, mode: state.mode, release: copy.release, copy: copy.id), rule: .shelveIsOut)
    }
    if case .pendingSlot = state.stage, let slot = facts.shelving.slot {
      return put(copy, slot.location, occupant: facts.shelving.occupant, state, now)
    }
    if case .pendingPlace = state.stage, let place = facts.shelving.place {
      return put(copy, Location(place: place.id, placeName: place.name), occupant: nil, state, now)
    }
    return Decision(
      waiting(copy, state, now),
      Outcome(.slotNeeded, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location),
      rule: .shelveCopyFirst)
  }

  /// Shelves the record in hand after a return or an addition; nil if there is none.
  func putAway(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision? {
    guard state.hand != nil, let copy = facts.inHand else { return nil }
    switch facts.named {
    case .slot(let slot): return put(copy, slot.location, occupant: facts.shelving.occupant, state, now)
    case .place(let place):
      return put(copy, Location(place: place.id, placeName: place.name), occupant: nil, state, now)
    default: return nil
    }
  }

  private func put(
    _ copy: Copy, _ location: Location, occupant: Copy.ID?, _ state: StationState, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.shelved, mode: state.mode, release: copy.release, copy: copy.id, location: location)
    var done = state.atRest
    done.hand = nil
    if copy.loan != nil {
      // Checked out at another station while it waited here.
      outcome.code = .copyOnLoan
      outcome.location = nil
      return Decision(done, outcome, rule: .shelveIsOut)
    }
    if copy.location == location {
      outcome.code = .alreadyThere
      return Decision(done, outcome, rule: .shelveAlreadyThere)
    }
    if let occupant, occupant != copy.id {
      outcome.code = .slotOccupied
      // The record is still in hand and waits for another slot.
      return Decision(waiting(copy, state, now), outcome, rule: .shelveOccupied)
    }
    return Decision(done, outcome, [.shelve(copy, location)], rule: .shelved)
  }

  /// Returns the state in which the copy waits for its place: as half of a pair, or as the copy in hand.
  private func waiting(_ copy: Copy, _ state: StationState, _ now: Timestamp) -> StationState {
    if state.hand?.copy == copy.id, ![.shelve, .move].contains(state.mode) {
      var waiting = state.atRest
      waiting.hand?.until = now + policy.putAwayTime
      return waiting
    }
    return state.with(.pendingCopy(copy.id, until: now + policy.pairTime))
  }
}
