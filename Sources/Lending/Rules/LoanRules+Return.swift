package import Deadwax

extension LoanRules {
  /// Everything that stands against a return, and all there is to say of it.
  ///
  /// * `parts-check`: more than one part went out and nobody has said how many are back. Staff is asked; a desk where
  ///   borrowers serve themselves refuses, for nobody there can count them.
  /// * `withdrawn`: the copy was taken out of the collection. By the house's rule borrowers cannot give it back by
  ///   themselves, and staff is asked.
  /// * `hold-waiting` is a note: somebody waits for it, and `HoldQueue.next` tells who; or it lies ready for somebody
  ///   already, and goes back to the pick-up shelf.
  /// * `not-on-loan` and `in-house` are notes: there is no loan to close, and it may be counted as used in the house.
  ///
  /// - Parameters:
  ///   - copy: as it is now, with its open loan.
  ///   - holds: the open holds that the copy could fulfil, in any order.
  ///   - skipped: borrowers for whom nothing is laid ready, as those whose cards are blocked, where the house wants that.
  ///   - partsBack: how many parts came back; nil when nobody has counted.
  ///   - droppedAt: when it came back, if that was earlier than now: the book drop.
  ///   - isStaff: whether a member of staff takes it, or has opened the desk with a card.
  ///   - isClockRight: whether the time of the return can be trusted.
  ///   - now: the time.
  /// - Returns: among the warnings also `found-missing`, `returned-overdue`, `fee-due`, `parts-missing`, `hold-waiting`.
  package func giveBack(
    _ copy: Copy, holds: [Hold] = [], skipping skipped: Set<Borrower.ID> = [], partsBack: Int? = nil,
    droppedAt: Timestamp? = nil, isStaff: Bool = false,
    isClockRight: Bool = true, now: Timestamp
  ) -> Assessment {
    let isAttended = isAttended(isStaff: isStaff)
    let ready = isTooWorn(copy) ? nil : HoldQueue.ready(copy, among: holds, now: now)
    let served = ready ?? served(by: copy, among: holds, skipping: skipped, now: now)
    let versions = Self.versions(copy: copy, holds: [served].compactMap(\.self))
    var blockers: [Outcome.Code] = []
    var confirms: [Outcome.Code] = []
    var warnings: [Outcome.Code] = []
    switch copy.status {
    case .available: break
    case .missing, .lost: warnings.append(.foundMissing)
    case .withdrawn:
      if house.returns.blocksWithdrawn, !isAttended {
        blockers.append(.withdrawn)
      } else if house.returns.blocksWithdrawn {
        confirms.append(.withdrawn)
      } else {
        warnings.append(.withdrawn)
      }
    }
    if let loan = copy.openLoan {
      if let partsBack {
        if partsBack < loan.parts { warnings.append(.partsMissing) }
      } else if loan.parts > 1, house.returns.asksParts {
        if isAttended { confirms.append(.partsCheck) } else { blockers.append(.partsCheck) }
      }
      let returnedAt = returnTime(of: loan, droppedAt: droppedAt, now: now)
      if loan.isOverdue(at: returnedAt) { warnings.append(.returnedOverdue) }
      if fee(for: loan, returnedAt: returnedAt) > 0 { warnings.append(.feeDue) }
    } else {
      warnings.append(.notOnLoan)
      if house.returns.countsInHouse, copy.status != .withdrawn { warnings.append(.inHouse) }
    }
    if served != nil { warnings.append(.holdWaiting) }
    if !isClockRight { warnings.append(.clock) }
    return Assessment(blockers: blockers, confirms: confirms, warnings: warnings, versions: versions)
  }

  /// The hold that a copy which is here, or was found again, is laid ready for.
  ///
  /// - Parameters:
  ///   - copy: what is here.
  ///   - holds: in any order.
  ///   - skipped: borrowers who get nothing for now.
  ///   - now: the time.
  /// - Returns: nil where nobody waits for it, where it lies ready for somebody already, and for what cannot be lent.
  package func served(
    by copy: Copy, among holds: [Hold], skipping skipped: Set<Borrower.ID> = [], now: Timestamp
  ) -> Hold? {
    isTooWorn(copy) ? nil : HoldQueue.next(for: copy, among: holds, skipping: skipped, now: now)
  }

  /// When a loan counts as returned: now, or when it was dropped, but never before it was lent and never later than
  /// now.
  package func returnTime(of loan: Loan, droppedAt: Timestamp?, now: Timestamp) -> Timestamp {
    max(loan.openedAt, min(droppedAt ?? now, now))
  }
}
