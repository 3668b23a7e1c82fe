internal import Deadwax
internal import Lending

extension Desk {
  /// Card, then copies; or one copy, then the card.
  func checkOut(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    switch world.named {
    case .borrower(let borrower): return card(borrower, state, world, now)
    case .copy(let copy): return take(copy, state, world, now)
    case .release, .releases:
      guard let meant = world.named.meant else { return wrongKind(state) }
      return checkOut(meant, state, world, now)
    default: return wrongKind(state)
    }
  }

  /// Of the copies of a barcode the one that can be meant: it is here, and it is the only one; or it was set aside for
  /// this borrower; or they are all equal and the desk may take any.
  private func checkOut(_ meant: Meant, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if meant.copies.isEmpty {
      return Decision(
        state, Outcome(.unknownCode, mode: state.mode, release: meant.release), rule: .releaseWithoutCopy)
    }
    let inside = meant.copies.filter { $0.loan == nil }
    let available = inside.filter { $0.status == .available }
    let possible = available.isEmpty ? inside : available
    let one = { (copy: Copy) in self.take(copy, state, world, now).among(meant.targets) }
    if possible.count == 1, let copy = possible.first { return one(copy) }
    if possible.isEmpty {
      // Only what is out can be meant: the borrower's own, to be renewed.
      let own = meant.copies.filter { state.session != nil && $0.loan?.borrower == state.session?.borrower }
      if own.count == 1, let copy = own.first { return one(copy) }
      if meant.copies.count == 1, let copy = meant.copies.first { return one(copy) }
      return Decision(
        state, Outcome(.onLoanElsewhere, mode: state.mode, release: meant.release), rule: .checkOutAllOut,
        candidates: meant.targets)
    }
    let setAside = possible.filter { copy in
      world.holds(on: copy).contains {
        $0.state == .ready && $0.copy == copy.id && $0.borrower == state.session?.borrower
      }
    }
    if setAside.count == 1, let copy = setAside.first { return one(copy) }
    if station.takesAnyCopy, let copy = possible.first, possible.allSatisfy({ $0.isEqual(to: copy) }) {
      return one(copy)
    }
    return choose(
      .chooseCopy, possible.map { .copy($0.id) }, of: meant.release, state, world, now, rule: .checkOutChoose
    ).among(meant.targets)
  }

  private func take(_ copy: Copy, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if let borrower = world.borrower, borrower.id == state.session?.borrower {
      return lend(copy, to: borrower, state, world, now)
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

  /// Lends a copy in the session of its borrower, if nothing stands against it or that was said yes to.
  func lend(
    _ copy: Copy, to borrower: Borrower, _ state: StationState, _ world: World, _ now: Timestamp,
    _ consent: Consent? = nil
  ) -> Decision {
    let state = state.atRest
    if let loan = copy.loan, loan.borrower == borrower.id { return lentBefore(copy, loan, borrower, state, world, now) }
    let holds = world.holds(on: copy)
    let found = rules.checkout(
      copy, to: borrower, holds: holds, isStaff: state.staff != nil, isClockRight: world.isClockRight, now: now)
    var outcome = Outcome(.checkedOut, mode: state.mode, release: copy.release, copy: copy.id)
    let question = Confirming(
      .checkout, scan: world.scan, copy: copy.id, borrower: borrower.id, reasons: found.reasons,
      needsStaff: !found.blockers.isEmpty, versions: found.versions)
    if let decision = hindered(
      question, isFixed: !found.isOverridable, outcome, consent, state, now, refused: .checkOutRefused)
    {
      return decision
    }
    var next = holding(copy.id, state, now)
    outcome.dueAt = rules.due(for: copy, group: borrower.group, at: now)
    let said = state.session?.said ?? []
    outcome.facts.notes = found.warnings.filter { !said.contains($0) } + (question.needsStaff ? [.overridden] : [])
    next.session?.said += outcome.facts.notes.filter(isAboutPerson)
    if copy.partCount > 1 { outcome.facts.parts = copy.partCount - copy.partsMissing }
    // Whoever had it has brought it back, else it would not be here.
    let returned = copy.loan.map {
      [Effect.giveBack($0, at: nil, partsBack: nil, fee: rules.fee(for: $0, returnedAt: now))]
    }
    let lent = Effect.lend(
      copy, to: borrower.id, dueAt: outcome.dueAt ?? now,
      fulfils: HoldQueue.claim(on: copy, of: borrower.id, among: holds, now: now).own?.id,
      found: copy.status != .available)
    return Decision(
      next, outcome, (returned ?? []) + [lent] + override(consent),
      rule: found.isClear ? .checkOutLent : .checkOutConfirmed)
  }

  /// The borrower's own loan: seen twice in one movement of the hand it is nothing; later it is an offer to renew.
  private func lentBefore(
    _ copy: Copy, _ loan: Loan, _ borrower: Borrower, _ state: StationState, _ world: World, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(
      .alreadyYours, mode: state.mode, release: copy.release, copy: copy.id, dueAt: loan.dueAt)
    if now < loan.openedAt + policy.againTime || isSameMove(copy.id, state, now) {
      return Decision(state, outcome, rule: .checkOutAgain)
    }
    let found = rules.renewal(
      of: copy, by: borrower, holds: world.holds(on: copy), isClockRight: world.isClockRight, now: now)
    guard found.isClear else {
      outcome.facts.reasons = found.reasons
      return Decision(state, outcome, rule: .checkOutOwnNotRenewable)
    }
    outcome.facts.renewals = loan.renewals
    outcome.facts.renewalLimit = house.renewal.limit
    let offer = Confirming(
      .renew, scan: world.scan, copy: copy.id, borrower: borrower.id, reasons: [.renewOffer], versions: found.versions)
    return hindered(offer, outcome, nil, state, now, refused: .checkOutRefused)
      ?? Decision(state, outcome, rule: .checkOutAgain)
  }
}

extension Copy {
  /// Whether a borrower could not tell one from the other: the same release, grade, place and parts.
  fileprivate func isEqual(to other: Copy) -> Bool {
    release == other.release && mediaCondition == other.mediaCondition && sleeveCondition == other.sleeveCondition
      && location?.place == other.location?.place && partsMissing == other.partsMissing && status == other.status
      && isReference == other.isReference
  }
}
