package import Deadwax

extension LendingPolicy {
  /// One copy of the pull list, with the hold that its check-in traps it for.
  package struct PullLine: Hashable, Sendable {
    package var copy: Copy
    package var hold: Hold

    package init(copy: Copy, hold: Hold) {
      self.copy = copy
      self.hold = hold
    }
  }

  /// Chooses the copies on the shelf that are to be fetched for waiting holds: those that a check-in would trap. If the
  /// copies are checked in, in this order, each is trapped for the hold of its line, and no other copy is trapped.
  ///
  /// - Parameters:
  ///   - copies: the copies in the order in which a person fetches them.
  ///   - holds: all open holds that these copies can fulfil, in any order.
  ///   - ineligible: the borrowers whose holds are skipped for now.
  ///   - now: the time.
  /// - Returns: the lines in the order of the copies; each copy and each hold at most once.
  package func pullList(
    _ copies: [Copy], holds: [Hold], ineligible: Set<Borrower.ID>, now: Timestamp
  ) -> [PullLine] {
    let bySubject = Dictionary(grouping: holds, by: \.subject)
    var served: Set<Hold.ID> = []
    return copies.compactMap { copy in
      let open = (bySubject[.copy(copy.id)] ?? []) + (bySubject[.release(copy.release)] ?? [])
      guard HoldQueue.isAtHand(copy, among: open) else { return nil }
      let facts = CopyFacts(
        copy: copy, holds: open.filter { !served.contains($0.id) }, ineligible: ineligible, lostFees: [])
      guard let hold = trap(facts, skipping: [], now: now).hold else { return nil }
      served.insert(hold.id)
      return PullLine(copy: copy, hold: hold)
    }
  }
}
