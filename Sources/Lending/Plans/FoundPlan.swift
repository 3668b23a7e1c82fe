package import Deadwax

extension LendingPolicy {
  /// Returns the effects when a missing or lost copy is found. The copy becomes available, an unpaid fee for its loss
  /// is cancelled, and a paid one is refunded. Empty for a copy that was neither missing nor lost.
  package static func finding(_ facts: CopyFacts) -> [LendingEffect] {
    guard [.missing, .lost].contains(facts.copy.status) else { return [] }
    return [.find(facts.copy)] + facts.lostFees.map { $0.settledAt == nil ? .cancel($0) : .refund($0) }
  }

  /// Returns the effects when staff find a copy without checking it in: those of `finding`, and the copy is trapped for
  /// the first waiting hold.
  package func found(_ facts: CopyFacts, now: Timestamp) -> Trap {
    let trap = trap(facts, skipping: [], now: now)
    return Trap(hold: trap.hold, effects: Self.finding(facts) + trap.effects)
  }
}
