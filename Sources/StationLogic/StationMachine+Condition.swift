internal import Deadwax
internal import Lending

extension StationMachine {
  /// Applies a grade from a grade label. It goes to the record in hand; in mode condition without one, to all following
  /// records.
  func give(_ grade: String, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .conditionStaff)
    }
    // After a grade for all following records, the next grade label replaces it for the records that follow.
    let isForAll = state.mode == .condition && state.grade != nil
    if !isForAll, state.hand != nil, let copy = facts.inHand { return give(grade, to: copy, state, now) }
    guard state.mode == .condition else { return wrongKind(state) }
    var all = state
    all.grade = grade
    var outcome = Outcome(.copyNeeded, mode: state.mode)
    outcome.facts.word = grade
    return Decision(all, outcome, rule: .conditionGradeFirst)
  }

  /// Handles a copy in mode condition: it gets the grade for all following records, or else waits for its grade.
  func inspect(_ copy: Copy, _ state: StationState, _ now: Timestamp) -> Decision {
    if let grade = state.grade { return give(grade, to: copy, state, now) }
    var outcome = handled(copy, .found, state)
    outcome.facts.word = copy.mediaCondition
    return Decision(withLastHandled(copy.id, state, now), outcome, rule: .conditionCopyFirst)
  }

  /// Grades a copy. A copy that already has that grade gives `duplicate`.
  func give(_ grade: String, to copy: Copy, _ state: StationState, _ now: Timestamp) -> Decision {
    var outcome = Outcome(
      .conditionSet, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
    outcome.facts.word = grade
    var next = state
    // An open stage stays open.
    next.hand = withLastHandled(copy.id, state, now).hand
    if copy.mediaCondition == grade {
      outcome.code = .duplicate
      return Decision(next, outcome, rule: .conditionSame)
    }
    return Decision(next, outcome, [.grade(copy, grade)], rule: .conditionSet)
  }
}
