internal import Deadwax
internal import Lending

extension StationMachine {
  /// Moves a place with everything in it into another place that was scanned after it.
  func move(
    _ place: Place, into target: Place, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.cartridgeMoved, mode: state.mode, location: target.location)
    outcome.facts.word = place.name
    // The wrong place may have been scanned by mistake, so the first one waits for another.
    let waiting = state.with(.pendingPlace(place.id, until: now + policy.pairTime))
    guard isAttended(state) else {
      outcome.code = .staffNeeded
      return Decision(waiting, outcome, rule: .placeStaff)
    }
    if target.id == place.id || facts.shelving.above.contains(place.id) {
      outcome.code = .placeCycle
      return Decision(waiting, outcome, rule: .placeCycle)
    }
    if place.parent == target.id {
      outcome.code = .alreadyThere
      return Decision(state.atRest, outcome, rule: .placeAlreadyThere)
    }
    if facts.shelving.hasNamesake {
      outcome.code = .placeNameTaken
      return Decision(waiting, outcome, rule: .placeNameTaken)
    }
    if let parent = facts.shelving.parent {
      outcome.facts.from = parent.location
      outcome.facts.notes.append(.movedFrom)
    }
    return Decision(state.atRest, outcome, [.movePlace(place, into: target.id)], rule: .placeMoved)
  }
}

extension Place {
  /// The place itself, without a slot.
  var location: Location { Location(place: id, placeName: name) }
}
