package import Deadwax

/// Who waits for what, and in which order: by the time the hold was made, then by its id.
package enum HoldQueue {
  /// The hold that a returned copy serves: the first that waits for this copy or for its release, and is still wanted.
  ///
  /// None while the copy lies ready for somebody already, though it be longer than it should: that hold has to end
  /// first. And none is served by what is for use in the house only, or was taken out of the collection.
  ///
  /// - Parameters:
  ///   - copy: what came back.
  ///   - holds: in any order; those that wait for something else, or no longer, are passed over.
  ///   - skipped: borrowers who get nothing for now, as those whose cards are blocked, where the house wants that.
  ///   - now: what was wanted only until before this is passed over.
  /// - Returns: nil when nobody waits for it.
  package static func next(
    for copy: Copy, among holds: [Hold], skipping skipped: Set<Borrower.ID> = [], now: Timestamp
  ) -> Hold? {
    guard !copy.isReference, copy.status != .withdrawn, !holds.contains(where: { isReady($0, with: copy) }) else {
      return nil
    }
    return holds.filter { isWaiting($0, for: copy, now: now) && !skipped.contains($0.borrower) }.min(by: isEarlier)
  }

  /// All holds that wait for a copy or its release, the first first.
  package static func waiting(for copy: Copy, among holds: [Hold], now: Timestamp) -> [Hold] {
    holds.filter { isWaiting($0, for: copy, now: now) }.sorted(by: isEarlier)
  }

  /// The hold for which a copy lies on the pick-up shelf, until its time is over.
  package static func ready(_ copy: Copy, among holds: [Hold], now: Timestamp) -> Hold? {
    holds.filter { isReady($0, with: copy) && ($0.pickUpBy.map { now <= $0 } ?? true) }.min(by: isEarlier)
  }

  /// What the queue says when a borrower takes a copy.
  ///
  /// - Parameters:
  ///   - copy: what is taken.
  ///   - borrower: by whom.
  ///   - holds: in any order.
  ///   - now: the time.
  /// - Returns: `own`, the hold of this borrower that it fulfils, also one whose time on the shelf is over; and `other`,
  ///   the hold of somebody else who comes first.
  package static func claim(
    on copy: Copy, of borrower: Borrower.ID, among holds: [Hold], now: Timestamp
  ) -> (own: Hold?, other: Hold?) {
    guard !holds.isEmpty else { return (nil, nil) }
    let queue = waiting(for: copy, among: holds, now: now)
    let ownWaiting = queue.first { $0.borrower == borrower }
    if let own = holds.filter({ $0.borrower == borrower && isReady($0, with: copy) }).min(by: isEarlier) {
      return (own, nil)
    }
    if let ready = ready(copy, among: holds, now: now) { return (ownWaiting, ready) }
    guard let first = queue.first, first.borrower != borrower else { return (ownWaiting, nil) }
    return (ownWaiting, first)
  }

  /// The place of each hold that waits among those for the same thing, from 1.
  ///
  /// - Parameters:
  ///   - holds: in any order; those that wait no more have no place.
  ///   - now: what was wanted only until before this is passed over.
  /// - Returns: the places by the holds' ids.
  package static func positions(of holds: [Hold], now: Timestamp) -> [Hold.ID: Int] {
    var last: [Hold.Subject: Int] = [:]
    var positions: [Hold.ID: Int] = [:]
    for hold in holds.filter({ isWaiting($0, now: now) }).sorted(by: isEarlier) {
      last[hold.subject, default: 0] += 1
      positions[hold.id] = last[hold.subject]
    }
    return positions
  }

  /// Whether a hold is over by its time alone: it waited longer than it was wanted, or lay ready longer than it may.
  package static func isOver(_ hold: Hold, at now: Timestamp) -> Bool {
    switch hold.state {
    case .waiting: hold.notAfter.map { $0 < now } ?? false
    case .ready: hold.pickUpBy.map { $0 < now } ?? false
    case .fulfilled, .cancelled, .expired: false
    }
  }

  private static func isWaiting(_ hold: Hold, now: Timestamp) -> Bool {
    hold.state == .waiting && !isOver(hold, at: now)
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
