internal import Deadwax
internal import Lending

extension Desk {
  /// Brings a copy and a slot, or a place without slots, together; either may come first.
  func shelve(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    switch world.named {
    case .copy(let copy): return shelve(copy, state, world, now)
    case .release(let release, let copies):
      if copies.count == 1, let copy = copies.first { return shelve(copy, state, world, now) }
      if copies.isEmpty { return Decision(state, Outcome(.unknownCode, mode: .shelve, release: release)) }
      return Decision(
        state, Outcome(.chooseCopy, mode: .shelve, release: release, choices: copies.map { .copy($0.id) }))
    case .slot(let slot):
      if case .pendingCopy = state.stage, let copy = world.pendingCopy {
        return put(copy, slot.location, occupant: world.occupant, now)
      }
      return Decision(
        StationState(mode: .shelve, stage: .pendingSlot(slot.id, until: now + policy.pairTime)),
        Outcome(.copyNeeded, mode: .shelve, location: slot.location))
    case .place(let place):
      let location = Location(place: place.id, placeName: place.name)
      if case .pendingCopy = state.stage, let copy = world.pendingCopy {
        return put(copy, location, occupant: nil, now)
      }
      return Decision(
        StationState(mode: .shelve, stage: .pendingPlace(place.id, until: now + policy.pairTime)),
        Outcome(.copyNeeded, mode: .shelve, location: location))
    default: return Decision(state, Outcome(.wrongKind, mode: .shelve))
    }
  }

  private func shelve(_ copy: Copy, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if copy.loan != nil {
      return Decision(state, Outcome(.copyOnLoan, mode: .shelve, release: copy.release, copy: copy.id))
    }
    if case .pendingSlot = state.stage, let slot = world.pendingSlot {
      return put(copy, slot.location, occupant: world.occupant, now)
    }
    if case .pendingPlace = state.stage, let place = world.pendingPlace {
      return put(copy, Location(place: place.id, placeName: place.name), occupant: nil, now)
    }
    return Decision(
      waiting(copy, now),
      Outcome(.slotNeeded, mode: .shelve, release: copy.release, copy: copy.id, location: copy.location))
  }

  private func put(_ copy: Copy, _ location: Location, occupant: Copy.ID?, _ now: Timestamp) -> Decision {
    var outcome = Outcome(.shelved, mode: .shelve, release: copy.release, copy: copy.id, location: location)
    if copy.loan != nil {
      // Lent at another desk while it waited here.
      outcome.code = .copyOnLoan
      outcome.location = nil
      return Decision(StationState(mode: .shelve), outcome)
    }
    if copy.location == location {
      outcome.code = .alreadyThere
      return Decision(StationState(mode: .shelve), outcome)
    }
    if let occupant, occupant != copy.id {
      outcome.code = .slotOccupied
      // The record is still in the hand: it goes on waiting, for another slot.
      return Decision(waiting(copy, now), outcome)
    }
    return Decision(StationState(mode: .shelve), outcome, [.shelve(copy, location)])
  }

  private func waiting(_ copy: Copy, _ now: Timestamp) -> StationState {
    StationState(mode: .shelve, stage: .pendingCopy(copy.id, until: now + policy.pairTime))
  }
}
