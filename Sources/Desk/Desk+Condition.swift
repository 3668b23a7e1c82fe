internal import Deadwax
internal import Lending

extension Desk {
  /// A grade, given by its label: it goes to the record in the hand; in mode condition without one, to all that follow.
  func give(_ grade: String, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .conditionStaff)
    }
    // Once a grade was given to all that follow, the next one is for all that follow then.
    let isForAll = state.mode == .condition && state.grade != nil
    if !isForAll, state.hand != nil, let copy = world.inHand { return give(grade, to: copy, state, now) }
    guard state.mode == .condition else { return wrongKind(state) }
    var all = state
    all.grade = grade
    var outcome = Outcome(.copyNeeded, mode: state.mode)
    outcome.facts.word = grade
    return Decision(all, outcome, rule: .conditionGradeFirst)
  }

  /// Grades a copy. What has that grade already is told so.
  func give(_ grade: String, to copy: Copy, _ state: StationState, _ now: Timestamp) -> Decision {
    var outcome = Outcome(
      .conditionSet, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
    outcome.facts.word = grade
    var next = state
    // What is open stays open.
    next.hand = holding(copy.id, state, now).hand
    if copy.mediaCondition == grade {
      outcome.code = .duplicate
      return Decision(next, outcome, rule: .conditionSame)
    }
    return Decision(next, outcome, [.grade(copy, grade)], rule: .conditionSet)
  }
}
