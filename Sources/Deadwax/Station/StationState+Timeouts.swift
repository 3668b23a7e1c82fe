extension StationState {
  /// The next time at which a part of the state ends by itself; nil if nothing has a time limit.
  package var deadline: Timestamp? {
    [stage.deadline, session?.until, goesBackAt, staff?.until, hand?.until, batch?.until].compactMap(\.self).min()
  }

  /// The time at which the station reverts to its home mode: not before everything in the current mode has ended.
  private var goesBackAt: Timestamp? {
    guard let revertsAt else { return nil }
    return [revertsAt, session?.until, stage.deadline, batch?.until].compactMap(\.self).max()
  }

  /// True if nothing is open: no session, no pair, no prompt.
  package var isResting: Bool { session == nil && stage == .idle }

  /// Returns the state at a later time: everything past its deadline has ended, and nothing else has changed. Nothing
  /// of a session remains after its end. One call or several intermediate calls give the same result.
  ///
  /// Screens must show this state, too. Otherwise a screen would show a mode that the next scan does not use.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - home: the station's home mode from its `StationPolicy`, to which it reverts.
  /// - Returns: the state that the next event finds.
  package func expired(at now: Timestamp, home: Mode = .lookup) -> StationState {
    guard let deadline, now >= deadline else { return self }
    var state = self
    let isOver = { (until: Timestamp?) in until.map { now >= $0 } ?? false }
    if isOver(session?.until) { state.endSession() }
    if isOver(state.stage.deadline) { state.endStage() }
    if isOver(staff?.until) { state.staff = nil }
    if isOver(state.hand?.until) { state.hand = nil }
    if isOver(state.batch?.until) { state.batch = nil }
    if isOver(state.goesBackAt) {
      state = StationState(mode: home, staff: state.staff, fault: fault)
    }
    return state
  }

  /// Ends the session, and with it every prompt, choice and copy in hand that belongs to it.
  package mutating func endSession() {
    session = nil
    stage = .idle
    hand = nil
    batch = nil
  }

  /// Ends the topmost interaction. If it is a card that waited for its PIN, this also clears the copy in hand.
  package mutating func endStage() {
    if case .pin = stage { hand = nil }
    stage = .idle
  }
}
