internal import Deadwax
internal import Lending

extension StationMachine {
  /// Brings a copy and a slot, or a place without slots, together; either may come first. After a slot that came first,
  /// the next copy goes into the slot after it.
  func shelve(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .copy(let copy): return shelve(copy, state, facts, now)
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return shelve(matches, state, facts, now)
    case .slot(let slot):
      if case .pendingCopy = state.stage, let copy = facts.pendingCopy {
        return put(copy, slot.location, state, facts, now)
      }
      if state.mode == .move, case .pendingPlace = state.stage {
        return Decision(state, Outcome(.wrongKind, mode: state.mode), rule: .movePlaceOnPlace)
      }
      guard !facts.shelving.disabled.contains(slot.id) else {
        return Decision(
          state, Outcome(.slotDisabled, mode: state.mode, location: slot.location), rule: .shelveDisabled)
      }
      return Decision(
        state.with(.pendingSlot(slot.id, until: now + policy.pairTime)),
        Outcome(.copyNeeded, mode: state.mode, location: slot.location), rule: .shelveSlotFirst)
    case .place(let place):
      if case .pendingCopy = state.stage, let copy = facts.pendingCopy {
        return put(copy, place.location, state, facts, now)
      }
      if state.mode == .move, case .pendingPlace = state.stage, let moved = facts.shelving.place {
        return move(moved, into: place, state, facts, now)
      }
      return Decision(
        state.with(.pendingPlace(place.id, until: now + policy.pairTime)),
        Outcome(.copyNeeded, mode: state.mode, location: place.location), rule: .shelvePlaceFirst)
    default: return wrongKind(state)
    }
  }

  /// Selects the copy of a barcode that is not at that place yet.
  private func shelve(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if matches.copies.isEmpty {
      return Decision(
        state, Outcome(.unknownCode, mode: state.mode, release: matches.release), rule: .releaseWithoutCopy)
    }
    let target = facts.shelving.slot?.location ?? facts.shelving.place?.location
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
    if copy.loan != nil { return offerCheckIn(copy, state, facts, now) }
    if case .pendingSlot = state.stage, let slot = facts.shelving.slot {
      return put(copy, slot.location, state, facts, now)
    }
    if case .pendingPlace = state.stage, let place = facts.shelving.place {
      return put(copy, place.location, state, facts, now)
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
    case .slot(let slot): return put(copy, slot.location, state, facts, now)
    case .place(let place): return put(copy, place.location, state, facts, now)
    default: return nil
    }
  }

  /// Puts a copy into a slot or a place, unless something is in the way.
  func put(
    _ copy: Copy, _ location: Location, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    if let refusal = refusal(copy, location, state, facts, now) { return refusal }
    if let slot = location.slot, let occupant = facts.shelving.occupant, occupant != copy.id {
      return occupied(by: occupant, slot, copy, location, state, facts, now)
    }
    var done = state.atRest
    done.hand = nil
    let decision = Decision(done, shelved(copy, location, state), [.shelve(copy, location)], rule: .shelved)
    return continued(decision, copy, state.stage, facts, now)
  }

  /// Returns the decision if the copy cannot go to a place, or is there.
  private func refusal(
    _ copy: Copy, _ location: Location, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision? {
    var outcome = Outcome(.alreadyThere, mode: state.mode, release: copy.release, copy: copy.id, location: location)
    var done = state.atRest
    done.hand = nil
    if copy.loan != nil {
      // Checked out at another station while it waited here.
      outcome.code = .copyOnLoan
      outcome.location = nil
      return Decision(done, outcome, rule: .shelveIsOut)
    }
    if copy.location == location {
      return continued(Decision(done, outcome, rule: .shelveAlreadyThere), copy, state.stage, facts, now)
    }
    if let slot = location.slot, facts.shelving.disabled.contains(slot) {
      outcome.code = .slotDisabled
      return Decision(waiting(copy, state, now), outcome, rule: .shelveDisabled)
    }
    if let place = facts.shelving.target, place.id == location.place, let medium = facts.shelving.media[copy.id],
      !place.kind.holds(medium)
    {
      outcome.code = .formatMismatch
      return Decision(waiting(copy, state, now), outcome, rule: .shelveFormat)
    }
    return nil
  }

  /// Returns the outcome of a copy that is put into a place.
  private func shelved(_ copy: Copy, _ location: Location, _ state: StationState) -> Outcome {
    var outcome = Outcome(.shelved, mode: state.mode, release: copy.release, copy: copy.id, location: location)
    guard let old = copy.location else { return outcome }
    outcome.facts.from = old
    // Within a place the number of the new slot says enough, unless a slot has become free.
    if old.slot != nil || old.place != location.place { outcome.facts.notes.append(.movedFrom) }
    return outcome
  }

  // MARK: - Occupied slots

  /// Asks what becomes of the copy in the slot. The copy in hand may go into another slot instead.
  private func occupied(
    by occupant: Copy.ID, _ slot: Slot.ID, _ copy: Copy, _ location: Location, _ state: StationState,
    _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.slotOccupied, mode: state.mode, release: copy.release, copy: copy.id, location: location)
    // Beside a return or an addition nothing is asked: the record is still in hand and waits for another slot.
    guard [.shelve, .move].contains(state.mode) else {
      return Decision(waiting(copy, state, now), outcome, rule: .shelveOccupied)
    }
    outcome.facts.isQuestion = true
    var isSequence = false
    if case .pendingSlot = state.stage { isSequence = true }
    var choosing = PendingChoice(
      .slotOccupied, scan: facts.scan, candidates: [], acts: canSwap(copy, facts) ? [.swap, .push] : [.push],
      beneath: .copy(copy.id))
    choosing.conflict = SlotConflict(copy: copy.id, slot: slot, occupant: occupant, isSequence: isSequence)
    return Decision(
      state.with(.choosing(choosing, until: now + policy.choiceTime)), outcome, rule: .shelveOccupied,
      candidates: [.copy(occupant)])
  }

  /// True if the copy has a place to give for the slot: not without a place of its own, nor in a disabled slot.
  private func canSwap(_ copy: Copy, _ facts: StationFacts) -> Bool {
    copy.location.map { $0.slot.map { !facts.shelving.disabled.contains($0) } ?? true } ?? false
  }

  /// Puts the copy into the slot after a person has chosen what becomes of the other one.
  func makeRoom(
    _ act: PendingChoice.Act, _ conflict: SlotConflict, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard let copy = facts.pendingCopy, copy.id == conflict.copy, let slot = facts.shelving.slot else {
      return Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone)
    }
    let before = state.with(
      conflict.isSequence
        ? .pendingSlot(slot.id, until: now + policy.pairTime) : .pendingCopy(copy.id, until: now + policy.pairTime))
    if let refusal = refusal(copy, slot.location, before, facts, now) { return refusal }
    // Something has changed since: the copy goes in, or the station asks again.
    guard let other = facts.shelving.displaced, other.id == conflict.occupant, other.id != copy.id,
      act != .swap || canSwap(copy, facts)
    else {
      return put(copy, slot.location, before, facts, now)
    }
    var outcome = shelved(copy, slot.location, state)
    var effects: [Effect] = [.unshelve(other), .shelve(copy, slot.location)]
    if act == .swap, let old = copy.location {
      effects.append(.shelve(other, old))
      outcome.facts.notes = [.swapped]
    } else {
      outcome.facts.notes.append(.pushedOut)
    }
    var done = state.atRest
    done.hand = nil
    return continued(
      Decision(done, outcome, effects, rule: .shelveMadeRoom, candidates: [.copy(other.id)]), copy, before.stage, facts,
      now)
  }

  /// Returns the state in which the copy waits for its place: as half of a pair, or as the copy in hand.
  func waiting(_ copy: Copy, _ state: StationState, _ now: Timestamp) -> StationState {
    if state.hand?.copy == copy.id, ![.shelve, .move].contains(state.mode) {
      var waiting = state.atRest
      waiting.hand?.until = now + policy.putAwayTime
      return waiting
    }
    return state.with(.pendingCopy(copy.id, until: now + policy.pairTime))
  }
}

extension Place.Kind {
  /// True if a record of this medium fits into a place of this kind. Changers and cartridges hold discs of 12 cm.
  func holds(_ medium: Medium) -> Bool { ![.changer, .cartridge].contains(self) || medium != .vinyl }
}
