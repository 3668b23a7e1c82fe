internal import Deadwax
internal import Lending

extension Desk {
  /// Takes copies back, whoever had them, one after the other; the label of a place puts away what came last.
  func giveBack(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    switch world.named {
    case .copy(let copy): return giveBack(copy, state, world, now)
    case .release, .releases:
      guard let meant = world.named.meant else { return wrongKind(state) }
      return giveBack(meant, state, world, now)
    case .slot, .place: return putAway(state, world, now) ?? wrongKind(state)
    default: return wrongKind(state)
    }
  }

  /// Of the copies of a barcode the one that is out. Where any of several was lent, the label has to say which came
  /// back.
  private func giveBack(_ meant: Meant, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    let out = meant.copies.filter { $0.loan != nil }
    let isClear = out.count == 1 && (meant.copies.count == 1 || !station.takesAnyCopy)
    if isClear, let copy = out.first { return giveBack(copy, state, world, now).among(meant.targets) }
    if out.isEmpty {
      if meant.copies.count == 1, let copy = meant.copies.first {
        return giveBack(copy, state, world, now).among(meant.targets)
      }
      var outcome = Outcome(.notOnLoan, mode: state.mode, release: meant.release)
      if meant.copies.contains(where: { state.batch?.copies.contains($0.id) ?? false }) { outcome.code = .duplicate }
      return Decision(state.atRest, outcome, rule: .returnNoneOut, candidates: meant.targets)
    }
    let own = out.filter { state.session != nil && $0.loan?.borrower == state.session?.borrower }
    let others = out.filter { copy in !own.contains { $0.id == copy.id } }
    return choose(
      .chooseCopy, own.byDue() + others.byDue(), of: meant.release, state, world, now,
      needsLabel: station.takesAnyCopy && meant.copies.count > 1, rule: .returnChoose
    ).among(meant.targets)
  }

  /// Takes one copy back, if nothing stands against it or that was said yes to.
  func giveBack(
    _ copy: Copy, _ state: StationState, _ world: World, _ now: Timestamp, _ consent: Consent? = nil
  ) -> Decision {
    let state = state.atRest
    let dropped = state.batch?.dropDate
    let judge = { (parts: Int?) in
      rules.giveBack(
        copy, holds: world.holds(on: copy), skipping: world.passedOver, partsBack: parts, droppedAt: dropped,
        isStaff: state.staff != nil,
        isClockRight: world.isClockRight, now: now)
    }
    let found = judge(nil)
    var outcome = Outcome(
      .returned, mode: state.mode, release: copy.release, copy: copy.id, location: copy.location)
    let isAgain = state.batch?.copies.contains(copy.id) ?? false
    if copy.loan == nil, isAgain || isSameMove(copy.id, state, now) {
      outcome.code = .duplicate
      outcome.facts.count = state.batch?.count
      return Decision(state, outcome, rule: .returnAgain)
    }
    if let loan = copy.loan, loan.parts > 1 { outcome.facts.parts = loan.parts }
    let question = Confirming(
      .giveBack, scan: world.scan, copy: copy.id, reasons: found.reasons, needsStaff: !found.blockers.isEmpty,
      versions: found.versions)
    if let decision = hindered(
      question, isFixed: !found.isOverridable, outcome, consent, state, now, refused: .returnRefused)
    {
      return found.blockers.contains(.partsCheck) && !isAttended(state) ? decision.handedToStaff : decision
    }
    guard let loan = copy.loan else { return cameUnlent(copy, outcome, found, state, world, now, consent) }
    let (back, isMissing) = parts(of: loan, consent?.parts)
    if isMissing, house.returns.keepsOpenWithoutParts {
      outcome.code = .partsMissing
      outcome.dueAt = loan.dueAt
      if case .some(let count)? = consent?.parts { outcome.facts.partsBack = count }
      let effects = loan.partsBack == back ? [] : [Effect.notePartsBack(loan, back)]
      return Decision(state, outcome, effects, rule: .returnKeptOpen)
    }
    return takeBack(copy, loan, partsBack: isMissing ? back : nil, outcome, judge(back), state, world, now, consent)
  }

  /// How many parts came back, and whether that is fewer than went out.
  private func parts(of loan: Loan, _ said: Consent.Parts?) -> (back: Int, isMissing: Bool) {
    switch said {
    case nil: (loan.parts, false)
    case .some(let count)?: (count, count < loan.parts)
    // At least one is not there; nobody counted the rest.
    case .notAll?: (loan.parts - 1, true)
    }
  }

  private func takeBack(
    _ copy: Copy, _ loan: Loan, partsBack: Int?, _ outcome: Outcome, _ found: Assessment, _ state: StationState,
    _ world: World, _ now: Timestamp, _ consent: Consent?
  ) -> Decision {
    var outcome = outcome
    let dropped = state.batch?.dropDate
    let at = rules.returnTime(of: loan, droppedAt: dropped, now: now)
    let fee = rules.fee(for: loan, returnedAt: at)
    let isOfOther = state.session != nil && state.session?.borrower != loan.borrower && !station.isSelfService
    if partsBack != nil {
      outcome.code = .partsMissing
      outcome.facts.partsBack = partsBack
    } else if loan.isOverdue(at: at) {
      outcome.code = .returnedOverdue
    } else if isOfOther {
      outcome.code = .returnedForOther
    }
    if loan.isOverdue(at: at) { outcome.facts.overdueDays = rules.overdueDays(loan, at: at) }
    if fee > 0 { outcome.facts.fee = fee }
    let notes =
      found.warnings + (isOfOther ? [.returnedForOther] : []) + (dropped == nil ? [] : [.dropDate])
      + (consent?.asked.needsStaff ?? false ? [.overridden] : [])
    outcome.facts.notes = notes.filter { $0 != outcome.code }
    var effects = [Effect.giveBack(loan, at: dropped == nil ? nil : at, partsBack: partsBack, fee: fee)]
    effects += cameTo(copy, found, &outcome, world, now) + override(consent)
    let next = counting(copy.id, state, now)
    outcome.facts.count = next.batch?.count
    return Decision(next, outcome, effects, rule: consent == nil ? .returned : .returnConfirmed)
  }

  /// Nothing was lent, but it is here: it may be thought missing, be waited for, or have been used in the house.
  private func cameUnlent(
    _ copy: Copy, _ outcome: Outcome, _ found: Assessment, _ state: StationState, _ world: World, _ now: Timestamp,
    _ consent: Consent?
  ) -> Decision {
    var outcome = outcome
    let isUsed = found.warnings.contains(.inHouse)
    outcome.code = isUsed ? .inHouse : .notOnLoan
    outcome.facts.notes = found.warnings.filter { $0 != .inHouse && $0 != .notOnLoan }
    let effects = (isUsed ? [Effect.countInHouse(copy)] : []) + cameTo(copy, found, &outcome, world, now)
    var next = counting(copy.id, state, now)
    // What was not out is no return; and yet its second scan is one too many.
    next.batch?.count = state.batch?.count ?? 0
    return Decision(next, outcome, effects + override(consent), rule: isUsed ? .returnInHouse : .returnNotOut)
  }

  /// Where a copy goes that is here again: found, if it was missing, and to the one who waits for it.
  private func cameTo(
    _ copy: Copy, _ found: Assessment, _ outcome: inout Outcome, _ world: World, _ now: Timestamp
  ) -> [Effect] {
    var effects: [Effect] = []
    if found.warnings.contains(.foundMissing) { effects.append(.find(copy)) }
    guard found.warnings.contains(.holdWaiting) else { return effects }
    let holds = world.holds(on: copy)
    // It goes to the pick-up shelf, and not to where it belongs.
    outcome.location = world.pickUpShelf
    if HoldQueue.ready(copy, among: holds, now: now) == nil,
      let hold = rules.served(by: copy, among: holds, skipping: world.passedOver, now: now)
    {
      effects.append(.setAside(copy, for: hold.id, until: rules.pickUpBy(at: now)))
    }
    return effects
  }

  /// The batch with one more in it, which is in the hand now. The newest 200 are known again.
  private func counting(_ copy: Copy.ID, _ state: StationState, _ now: Timestamp) -> StationState {
    var next = holding(copy, state, now)
    var batch = state.batch ?? StationState.Batch(until: now)
    batch.count += 1
    batch.copies = batch.copies.filter { $0 != copy }.suffix(199) + [copy]
    batch.until = now + policy.batchTime
    next.batch = batch
    return next
  }
}

extension Decision {
  /// A refusal that says first that a person has to look at it.
  fileprivate var handedToStaff: Decision {
    var decision = self
    decision.outcome?.code = .staffNeeded
    decision.outcome?.facts.reasons.insert(.staffNeeded, at: 0)
    return decision
  }
}
