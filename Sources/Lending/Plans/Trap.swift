package import Deadwax

/// The result of trapping a copy: the hold it is ready for. This is the only place that makes this decision.
package struct Trap: Hashable, Sendable {
  /// The hold for which the copy is ready for pick-up, now or already before.
  package var hold: Hold?
  package var effects: [LendingEffect]
}

extension LendingPolicy {
  /// Traps an available copy for the first eligible hold.
  ///
  /// - Parameters:
  ///   - facts: the copy's facts after the transaction.
  ///   - skipped: borrowers for whom it is not trapped now, in addition to those who are ineligible.
  ///   - now: the time.
  /// - Returns: the hold and the effects. A copy that is ready for an ineligible borrower is released from that hold.
  package func trap(_ facts: CopyFacts, skipping skipped: Set<Borrower.ID>, now: Timestamp) -> Trap {
    let copy = facts.copy
    var effects: [LendingEffect] = []
    if let occupant = HoldQueue.occupant(of: copy, among: facts.holds) {
      guard facts.ineligible.contains(occupant.borrower) else {
        let counts = canBeLent(copy) && !HoldExpiry.isOver(occupant, at: now)
        return Trap(hold: counts ? occupant : nil, effects: [])
      }
      effects.append(Self.takenFromShelf(occupant, now: now))
    }
    guard canBeLent(copy),
      let next = HoldQueue.next(
        for: copy, among: facts.holds, skipping: facts.ineligible.union(skipped), now: now)
    else { return Trap(hold: nil, effects: effects) }
    return Trap(hold: next, effects: effects + [.trap(copy, for: next.id, until: pickUpBy(at: now))])
  }

  /// Returns the effect on the hold for which a copy is ready, when the copy is no longer available.
  ///
  /// - Parameters:
  ///   - copy: the copy, ready for a hold or not.
  ///   - holds: the holds in any order.
  ///   - stored: ids of holds that are ended another way.
  ///   - now: the time.
  /// - Returns: the effect; empty if the copy is ready for no hold.
  package static func clearing(
    _ copy: Copy, among holds: [Hold], but stored: [Hold.ID], now: Timestamp
  ) -> [LendingEffect] {
    guard let occupant = HoldQueue.occupant(of: copy, among: holds), !stored.contains(occupant.id) else { return [] }
    return [takenFromShelf(occupant, now: now)]
  }

  /// Ends an open hold. A copy that was ready for it is trapped for the next hold, or goes to its own place.
  ///
  /// - Parameters:
  ///   - hold: the hold to end.
  ///   - state: the final state.
  ///   - facts: the facts of the copy that is ready for it; nil if there is none.
  ///   - now: the time.
  /// - Returns: the hold that the copy is ready for then, and the effects.
  package func ending(_ hold: Hold, as state: Hold.State, _ facts: CopyFacts?, now: Timestamp) -> Trap {
    guard hold.state == .ready, var facts, facts.copy.openLoan == nil, facts.copy.status == .available else {
      return Trap(hold: nil, effects: [.end(hold, as: state, next: nil)])
    }
    facts.holds.removeAll { $0.id == hold.id }
    let trap = trap(facts, skipping: [], now: now)
    return Trap(hold: trap.hold, effects: [.end(hold, as: state, next: trap.hold?.id)] + trap.effects)
  }

  private static func takenFromShelf(_ hold: Hold, now: Timestamp) -> LendingEffect {
    HoldExpiry.isOver(hold, at: now) ? .end(hold, as: .expired, next: nil) : .waitAgain(hold)
  }
}
