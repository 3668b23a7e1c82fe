internal import Deadwax
internal import Lending

extension StationMachine {
  /// Checks out: the card first and then copies, or one copy first and then the card.
  func checkOut(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .borrower(let borrower): return card(borrower, state, facts, now)
    case .copy(let copy): return take(copy, state, facts, now)
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return checkOut(matches, state, facts, now)
    default: return wrongKind(state)
    }
  }

  /// Selects the copy of a barcode that can be checked out. It is the only one present, or it is ready for this
  /// borrower, or all are equal and the station may lend any of them.
  private func checkOut(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if matches.copies.isEmpty {
      return Decision(
        state, Outcome(.unknownCode, mode: state.mode, release: matches.release), rule: .releaseWithoutCopy)
    }
    if let copy = inHand(matches, state, now), let session = state.session, copy.loan?.borrower == session.borrower {
      return take(copy, state, facts, now).among(matches.targets)
    }
    let one = { (copy: Copy) in self.take(copy, state, facts, now).among(matches.targets) }
    if matches.copies.count == 1, let copy = matches.copies.first { return one(copy) }
    let possible = BarcodeCopies.toCheckOut(
      matches.copies, by: state.session?.borrower, isOut: { $0.loan != nil },
      readyFor: { HoldQueue.occupant(of: $0, among: facts.holds(on: $0))?.borrower })
    if possible.count == 1, let copy = possible.first { return one(copy) }
    // The barcode does not distinguish several own copies, so that none of them is renewed.
    if possible.allSatisfy({ $0.loan != nil }) {
      return Decision(
        state, Outcome(.onLoanElsewhere, mode: state.mode, release: matches.release), rule: .checkOutAllOut,
        candidates: matches.targets)
    }
    if station.takesAnyCopy, let copy = possible.first, possible.allSatisfy({ $0.isEqual(to: copy) }) {
      return one(copy)
    }
    return choose(
      .chooseCopy, possible.map { .copy($0.id) }, of: matches.release, state, facts, now, rule: .checkOutChoose
    ).among(matches.targets)
  }

  private func take(_ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let borrower = facts.borrower, borrower.id == state.session?.borrower {
      return lend(copy, to: borrower, state, facts, now)
    }
    var state = state
    // The borrower was erased in the meantime.
    if state.session != nil { state.endSession() }
    if copy.loan != nil {
      let outcome = Outcome(.onLoanElsewhere, mode: state.mode, release: copy.release, copy: copy.id)
      return Decision(state.atRest, outcome, rule: .checkOutIsOut)
    }
    return Decision(
      state.with(.pendingCopy(copy.id, until: now + policy.pairTime)),
      Outcome(.cardNeeded, mode: state.mode, release: copy.release, copy: copy.id), rule: .checkOutCopyFirst)
  }

  /// Checks out a copy in its borrower's session, if nothing prevents it or a yes was given.
  func lend(
    _ copy: Copy, to borrower: Borrower, _ state: StationState, _ facts: StationFacts, _ now: Timestamp,
    _ consent: Consent? = nil
  ) -> Decision {
    let state = state.atRest
    let plan = CheckoutPlan(
      facts.facts(of: copy), to: borrower, prompting(state, facts, now), wasReported: true, dueAt: nil, rules: rules)
    if plan.code == .renewOffer, let loan = copy.loan { return lentBefore(copy, loan, borrower, state, facts, now) }
    let found = plan.assessment
    var outcome = Outcome(plan.code, mode: state.mode, release: copy.release, copy: copy.id)
    let question = PendingConfirmation(
      .checkout, scan: facts.scan, copy: copy.id, borrower: borrower.id, reasons: found.reasons,
      needsStaff: !found.blockers.isEmpty, versions: found.versions)
    var hindering = outcome
    if found.blockers.contains(.limit) { hindering.facts.count = rules.loanLimit(of: borrower) }
    if found.blockers.contains(.feesBlock) { hindering.facts.fee = borrower.feesDue[library.fees.currency] }
    if let decision = hindered(
      question, isFixed: !found.isOverridable, hindering, consent, state, now, refused: .checkOutRefused)
    {
      return decision
    }
    var next = withLastHandled(copy.id, state, now)
    outcome.dueAt = plan.dueAt
    outcome.facts.parts = plan.parts
    let said = state.session?.said ?? []
    outcome.facts.notes = found.warnings.filter { !said.contains($0) } + (question.needsStaff ? [.overridden] : [])
    next.session?.said += outcome.facts.notes.filter(isAboutPerson)
    return Decision(
      next, outcome, plan.effects.map { .lending($0) } + override(consent),
      rule: found.isClear ? .checkOutLent : .checkOutConfirmed)
  }

  /// Handles a copy that the borrower already has. A second scan in the same movement does nothing; a later one offers
  /// a renewal.
  private func lentBefore(
    _ copy: Copy, _ loan: Loan, _ borrower: Borrower, _ state: StationState, _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(
      .alreadyYours, mode: state.mode, release: copy.release, copy: copy.id, dueAt: loan.dueAt)
    if now < loan.openedAt + policy.againTime || isSameMove(copy.id, state, now) {
      return Decision(state, outcome, rule: .checkOutAgain)
    }
    let found = RenewalPlan(facts.facts(of: copy), by: borrower, prompting(state, facts, now), rules: rules).assessment
    guard found.isClear else {
      outcome.facts.reasons = found.reasons
      return Decision(state, outcome, rule: .checkOutOwnNotRenewable)
    }
    outcome.facts.renewals = loan.renewals
    outcome.facts.renewalLimit = library.renewal.limit
    let offer = PendingConfirmation(
      .renew, scan: facts.scan, copy: copy.id, borrower: borrower.id, reasons: [.renewOffer], versions: found.versions)
    return hindered(offer, outcome, nil, state, now, refused: .checkOutRefused)
      ?? Decision(state, outcome, rule: .checkOutAgain)
  }
}

extension Copy {
  /// True if a borrower could not distinguish the copies: same release, grade, place and parts.
  fileprivate func isEqual(to other: Copy) -> Bool {
    release == other.release && mediaCondition == other.mediaCondition && sleeveCondition == other.sleeveCondition
      && location?.place == other.location?.place && partsMissing == other.partsMissing && status == other.status
      && isReference == other.isReference
  }
}
