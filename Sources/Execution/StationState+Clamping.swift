package import Deadwax
package import Lending

extension StationState {
  /// Returns the state with every deadline clamped to the latest value that can be set now. Otherwise a session, a
  /// prompt or a pair would remain open for hours after the clock was set back.
  package func clamped(to now: Timestamp, _ policy: StationDefaults) -> StationState {
    var state = self
    let bound = { (until: inout Timestamp?, most: Duration) in until = until.map { min($0, now + most) } }
    if var session = state.session {
      session.until = min(session.until, now + policy.sessionTime)
      state.session = session
    }
    if var staff = state.staff {
      staff.until = min(staff.until, now + policy.staffTime)
      state.staff = staff
    }
    if var hand = state.hand {
      hand.until = min(hand.until, now + max(policy.putAwayTime, policy.againTime, policy.sessionTime))
      hand.at = min(hand.at, now)
      state.hand = hand
    }
    if var batch = state.batch {
      batch.until = min(batch.until, now + policy.batchTime)
      state.batch = batch
    }
    if let revert = policy.revertTime { bound(&state.revertsAt, revert) }
    let longest = max(
      policy.pairTime, policy.questionTime, policy.choiceTime, policy.writeTime, policy.pinLockTime)
    state.stage = state.stage.bounded(by: now + longest)
    return state
  }
}

extension StationState.Stage {
  fileprivate func bounded(by latest: Timestamp) -> Self {
    guard let deadline, deadline > latest else { return self }
    return switch self {
    case .idle: self
    case .pendingCopy(let copy, _): .pendingCopy(copy, until: latest)
    case .pendingSlot(let slot, _): .pendingSlot(slot, until: latest)
    case .pendingPlace(let place, _): .pendingPlace(place, until: latest)
    case .pendingCode(let key, _): .pendingCode(key, until: latest)
    case .pin(let borrower, let tries, _): .pin(borrower, tries: tries, until: latest)
    case .staffPIN(let borrower, let tries, _, let over):
      .staffPIN(borrower, tries: tries, until: latest, over: over.bounded(by: latest))
    case .question(let question, _): .question(question, until: latest)
    case .choosing(let choosing, _): .choosing(choosing, until: latest)
    case .confirming(let confirming, _): .confirming(confirming, until: latest)
    }
  }
}
