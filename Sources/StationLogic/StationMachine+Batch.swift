internal import Deadwax
internal import Lending

extension StationMachine {
  /// Sets the settings of the open batch of additions, or begins one and changes to mode add. A self-service station
  /// needs staff.
  func setBatch(
    _ settings: AdditionBatch.Settings, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .batchStaff)
    }
    let entered = state.mode == .add ? Decision(state.atRest, nil, rule: .timer) : switched(state, to: .add, facts, now)
    guard entered.state.mode == .add else { return entered }
    var next = entered.state
    let isNew = next.additions == nil
    next.additions = StationState.Additions(
      id: state.additions?.id ?? facts.newBatch, settings: settings, version: (state.additions?.version ?? 0) + 1)
    var outcome = Outcome(.batchSet, mode: .add, location: location(of: settings, facts))
    outcome.facts.inBatch = isNew ? 0 : facts.adding.inBatch
    return Decision(next, outcome, rule: isNew ? .batchBegan : .batchChanged)
  }

  /// Sets the place of the copies that follow. The other settings of the batch stay.
  func setPlace(_ place: Place, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    var settings = state.additions?.settings ?? AdditionBatch.Settings { _ in }
    settings.place = place.id
    var facts = facts
    facts.adding.place = place
    return setBatch(settings, state, facts, now)
  }

  /// Ends the batch of additions. The mode stays.
  func endBatch(_ state: StationState, _ facts: StationFacts) -> Decision {
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .batchStaff)
    }
    guard state.additions != nil else {
      return Decision(state, Outcome(.nothingOpen, mode: state.mode), rule: .endNothing)
    }
    var next = state.atRest
    next.additions = nil
    var outcome = Outcome(.batchEnded, mode: state.mode)
    outcome.facts.count = facts.adding.inBatch
    return Decision(next, outcome, rule: .batchEnded)
  }

  /// Returns an addition with the settings of the open batch; unchanged if none is open.
  func inBatch(_ decision: Decision, _ facts: StationFacts) -> Decision {
    guard let additions = decision.state.additions else { return decision }
    var decision = decision
    let location = location(of: additions.settings, facts)
    decision.effects.append(.addToBatch(additions, location))
    decision.outcome?.location = location
    decision.outcome?.facts.inBatch = facts.adding.inBatch + 1
    return decision
  }

  /// Returns what is worth knowing about a release of which a copy arrives.
  ///
  /// - Parameters:
  ///   - isOnWishlist: true if the release is on the wish list.
  ///   - hasOtherRelease: true if the library owns another release with the same title and artist.
  /// - Returns: the notes, the most important first.
  static func notesOnAddition(isOnWishlist: Bool, hasOtherRelease: Bool) -> [Outcome.Code] {
    (isOnWishlist ? [.wishArrived] : []) + (hasOtherRelease ? [.otherRelease] : [])
  }

  private func location(of settings: AdditionBatch.Settings, _ facts: StationFacts) -> Location? {
    guard let place = facts.adding.place, place.id == settings.place else { return nil }
    return Location(place: place.id, placeName: place.name)
  }
}

extension StationFacts {
  /// The id for a batch of additions, in case one begins. No event begins a session and a batch, so the id for a
  /// session serves for both.
  var newBatch: AdditionBatch.ID { AdditionBatch.ID(newSession) }
}
