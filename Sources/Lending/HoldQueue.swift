package import Deadwax

/// The queue of holds. Its order is the creation time of the hold, then its id.
package enum HoldQueue {
  /// Finds the first waiting hold for a copy or for its release that has not expired.
  ///
  /// - Parameters:
  ///   - copy: the copy that is available.
  ///   - holds: the holds in any order; those for other subjects, and those that no longer wait, are skipped.
  ///   - skipped: borrowers whose holds are skipped for now.
  ///   - now: the time; a hold whose last wanted time is earlier is skipped.
  /// - Returns: the hold; nil if none waits.
  package static func next(
    for copy: Copy, among holds: [Hold], skipping skipped: Set<Borrower.ID>, now: Timestamp
  ) -> Hold? {
    holds.filter { isWaiting($0, for: copy, now: now) && !skipped.contains($0.borrower) }.min(by: isEarlier)
  }

  /// Returns all waiting holds for a copy or its release, in queue order.
  package static func waiting(for copy: Copy, among holds: [Hold], now: Timestamp) -> [Hold] {
    holds.filter { isWaiting($0, for: copy, now: now) }.sorted(by: isEarlier)
  }

  /// Returns the hold for which a copy is on the pick-up shelf, even after its pick-up time.
  package static func occupant(of copy: Copy, among holds: [Hold]) -> Hold? {
    holds.filter { isReady($0, with: copy) }.min(by: isEarlier)
  }

  /// Returns true if a copy stands at its place and can be fetched: available, not on loan, not reference only, and
  /// not on the pick-up shelf.
  package static func isAtHand(_ copy: Copy, among holds: [Hold]) -> Bool {
    copy.openLoan == nil && copy.status == .available && !copy.isReference && occupant(of: copy, among: holds) == nil
  }

  /// The holds that matter when a borrower takes a copy.
  package struct Claim: Hashable, Sendable {
    /// The borrower's own holds that a loan of the copy fulfils, in queue order.
    package var own: [Hold]
    /// The hold of another borrower that comes first.
    package var other: Hold?

    package init(own: [Hold], other: Hold?) {
      self.own = own
      self.other = other
    }
  }

  /// Determines the holds that matter when a borrower takes a copy.
  ///
  /// - Parameters:
  ///   - copy: the copy that the borrower takes.
  ///   - borrower: the borrower.
  ///   - holds: the holds in any order.
  ///   - ineligible: borrowers whose holds are skipped for now; their holds block no one.
  ///   - now: the time.
  /// - Returns: the holds. `own` includes a ready hold of this copy even after its pick-up time.
  package static func claim(
    on copy: Copy, of borrower: Borrower.ID, among holds: [Hold], ineligible: Set<Borrower.ID>, now: Timestamp
  ) -> Claim {
    guard !holds.isEmpty else { return Claim(own: [], other: nil) }
    let mine = holds.filter { $0.borrower == borrower }
    let own = mine.filter { isReady($0, with: copy) || isWaiting($0, for: copy, now: now) }.sorted(by: isEarlier)
    if own.contains(where: { $0.state == .ready }) { return Claim(own: own, other: nil) }
    let others = holds.filter { $0.borrower != borrower && !ineligible.contains($0.borrower) }
    if let ready = occupant(of: copy, among: others), !HoldExpiry.isOver(ready, at: now) {
      return Claim(own: own, other: ready)
    }
    let first = next(for: copy, among: own + others, skipping: [], now: now)
    return Claim(own: own, other: first?.borrower == borrower ? nil : first)
  }

  /// Computes the position of each waiting hold among those for the same subject, from 1.
  ///
  /// - Parameters:
  ///   - holds: the holds in any order; those that no longer wait have no position.
  ///   - now: the time; a hold whose last wanted time is earlier is skipped.
  /// - Returns: the positions by hold id.
  package static func positions(of holds: [Hold], now: Timestamp) -> [Hold.ID: Int] {
    var last: [Hold.Subject: Int] = [:]
    var positions: [Hold.ID: Int] = [:]
    for hold in holds.filter({ isWaiting($0, now: now) }).sorted(by: isEarlier) {
      last[hold.subject, default: 0] += 1
      positions[hold.id] = last[hold.subject]
    }
    return positions
  }

  private static func isWaiting(_ hold: Hold, now: Timestamp) -> Bool {
    hold.state == .waiting && !HoldExpiry.isOver(hold, at: now)
  }

  private static func isWaiting(_ hold: Hold, for copy: Copy, now: Timestamp) -> Bool {
    guard isWaiting(hold, now: now) else { return false }
    return switch hold.subject {
    case .copy(let id): id == copy.id
    case .release(let id): id == copy.release
    }
  }

  private static func isReady(_ hold: Hold, with copy: Copy) -> Bool { hold.state == .ready && hold.copy == copy.id }

  private static func isEarlier(_ left: Hold, _ right: Hold) -> Bool {
    (left.createdAt, left.id) < (right.createdAt, right.id)
  }
}
