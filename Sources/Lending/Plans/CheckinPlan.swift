package import Deadwax

/// A check-in, fully decided: the assessment, the outcome, and the destination of the copy.
package struct CheckinPlan: Hashable, Sendable {
  package var assessment: Assessment
  /// `returned`, `returned-overdue`, `parts-missing`; `not-on-loan` or `in-house` for a copy that was not on loan.
  package var code: Outcome.Code
  package var notes: [Outcome.Code]
  /// `parts`, `partsBack`, `overdueDays` and `fee`, where they apply.
  package var facts: Outcome.Facts
  /// The hold for which the copy is now trapped: it goes to the pick-up shelf. Nil if it goes to its own place.
  package var hold: Hold?
  package var effects: [LendingEffect]
  /// True if the loan stays open because parts are missing.
  package var isKeptOpen: Bool

  /// The caller's information about a check-in: its time and the number of parts.
  package struct Report: Hashable, Sendable {
    /// The time of the return; nil for now. Clamped to the time from the start of the loan to now.
    package var returnedAt: Timestamp?
    /// The number of parts that came back; nil if they were not counted, which means all.
    package var partsBack: Int?

    package init(returnedAt: Timestamp?, partsBack: Int?) {
      self.returnedAt = returnedAt
      self.partsBack = partsBack
    }
  }

  /// Decides a check-in. These reasons can require a confirmation:
  ///
  /// * `parts-check`: more than one part was lent, and the number of returned parts is unknown. Staff are prompted; an
  ///   unattended station refuses, because no one there can count them.
  /// * `withdrawn`: the copy has been withdrawn. If the library's setting blocks this, borrowers cannot return it by
  ///   themselves, and staff are prompted.
  ///
  /// - Parameters:
  ///   - facts: the copy's facts, with its open loan.
  ///   - reported: the time of the return, and the number of parts.
  ///   - asking: the requester; its time is the present, even for the door `offline`.
  ///   - rules: the lending rules.
  package init(_ facts: CopyFacts, _ reported: Report, _ asking: RequestOrigin, rules: LendingPolicy) {
    let copy = facts.copy
    let loan = copy.openLoan
    let at = rules.returnTime(of: loan, reported.returnedAt, now: asking.at)
    let back = loan.map { reported.partsBack ?? $0.parts } ?? 0
    let missing = max(0, (loan?.parts ?? 0) - back)
    let fee = loan.map { rules.fee(for: $0, until: at) } ?? 0
    let isLate = loan?.isOverdue(at: at) ?? false
    var after = facts
    after.copy.partsMissing = min(copy.partCount, copy.partsMissing + missing)
    let trap = rules.trap(after, skipping: Set([loan?.borrower].compactMap(\.self)), now: asking.at)
    var found = Assessment.Draft(isAttended: asking.channel.isAttended)
    switch copy.status {
    case .available: break
    case .missing, .lost: found.warnings.append(.foundMissing)
    case .withdrawn:
      if rules.library.returns.blocksWithdrawn { found.confirm(.withdrawn) } else { found.warnings.append(.withdrawn) }
    }
    if let loan {
      if reported.partsBack == nil, loan.parts > 1, rules.library.returns.asksParts { found.confirm(.partsCheck) }
      if missing > 0 { found.warnings.append(.partsMissing) }
      if isLate { found.warnings.append(.returnedOverdue) }
      if fee > 0 { found.warnings.append(.feeDue) }
    } else {
      found.warnings.append(.notOnLoan)
      if rules.library.returns.countsInHouse, copy.status != .withdrawn { found.warnings.append(.inHouse) }
    }
    if trap.hold != nil { found.warnings.append(.holdWaiting) }
    if !asking.isClockRight { found.warnings.append(.clock) }
    assessment = found.assessment(
      LendingPolicy.versions(copy: copy, borrower: nil, holds: [trap.hold].compactMap(\.self)))
    isKeptOpen = missing > 0 && rules.library.returns.keepsOpenWithoutParts
    let isUsed = found.warnings.contains(.inHouse)
    code =
      loan == nil
      ? (isUsed ? .inHouse : .notOnLoan) : missing > 0 ? .partsMissing : isLate ? .returnedOverdue : .returned
    self.facts = Outcome.Facts()
    if let loan, loan.parts > 1 { self.facts.parts = loan.parts }
    if missing > 0 { self.facts.partsBack = back }
    if isKeptOpen, let loan {
      (notes, hold) = ([], nil)
      effects = loan.partsBack == back ? [] : [.notePartsBack(loan, back)]
      return
    }
    if let loan, isLate { self.facts.overdueDays = rules.overdueDays(loan, at: at) }
    if fee > 0 { self.facts.fee = fee }
    let (own, warnings) = (code, assessment.warnings)
    notes = warnings.filter { $0 != own && $0 != .notOnLoan }
    hold = trap.hold
    let ended = loan.map {
      [LendingEffect.checkIn($0, at: at, partsBack: missing > 0 ? back : nil, fee: fee)]
    }
    effects = (ended ?? (isUsed ? [.countInHouse(copy)] : [])) + LendingPolicy.finding(facts) + trap.effects
  }
}

extension LendingPolicy {
  /// Clamps the reported time of a check-in to the time from the start of the loan to now; nil means now.
  func returnTime(of loan: Loan?, _ reported: Timestamp?, now: Timestamp) -> Timestamp {
    let time = min(reported ?? now, now)
    return loan.map { max($0.openedAt, time) } ?? time
  }
}
