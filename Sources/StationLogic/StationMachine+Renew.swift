internal import Deadwax
internal import Lending

extension StationMachine {
  /// Renews loans: in a session the borrower's own; without one any scanned copy on loan, if staff are present.
  func renew(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    switch facts.named {
    case .borrower(let borrower): return card(borrower, state, facts, now)
    case .copy(let copy): return renew(copy, state, facts, now)
    case .release, .releases:
      guard let matches = facts.named.matches else { return wrongKind(state) }
      return renew(matches, state, facts, now)
    default: return wrongKind(state)
    }
  }

  private func renew(_ matches: BarcodeMatches, _ state: StationState, _ facts: StationFacts, _ now: Timestamp)
    -> Decision
  {
    if let copy = inHand(matches, state, now), copy.loan != nil {
      return renew(copy, state, facts, now).among(matches.targets)
    }
    let borrower = state.session?.borrower
    let own = BarcodeCopies.toRenew(matches.copies, by: borrower)
    if own.count == 1, let copy = own.first { return renew(copy, state, facts, now).among(matches.targets) }
    if own.isEmpty {
      let only = matches.copies.count == 1 ? matches.copies.first : nil
      let missing = matches.copies.map { RenewalPlan.missingLoan(of: $0, by: borrower) }
      let code = missing.contains(.onLoanElsewhere) ? .onLoanElsewhere : Outcome.Code.notOnLoan
      return withoutLoan(code, only, of: matches.release, state).among(matches.targets)
    }
    return choose(.chooseCopy, own.byDue(), of: matches.release, state, facts, now, rule: .renewChoose)
      .among(matches.targets)
  }

  private func renew(_ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let code = RenewalPlan.missingLoan(of: copy, by: state.session?.borrower) {
      return withoutLoan(code, copy, of: copy.release, state)
    }
    let holder = copy.loan?.borrower.flatMap { facts.lending.borrowers[$0] }
    let borrower = state.session != nil ? facts.borrower : isAttended(state) ? holder : nil
    if let borrower { return renew(copy, state, facts, now, by: borrower) }
    return Decision(
      state.with(.pendingCopy(copy.id, until: now + policy.pairTime)),
      Outcome(.cardNeeded, mode: state.mode, release: copy.release, copy: copy.id), rule: .renewCopyFirst)
  }

  /// Refuses a renewal, because there is no loan of the borrower.
  private func withoutLoan(
    _ code: Outcome.Code, _ copy: Copy?, of release: Release.ID?, _ state: StationState
  ) -> Decision {
    let isInside = code == .notOnLoan
    let outcome = Outcome(
      code, mode: state.mode, release: release, copy: copy?.id, location: isInside ? copy?.location : nil)
    return Decision(state.atRest, outcome, rule: isInside ? .renewNotOut : .renewOfOther)
  }

  /// Renews one loan, if nothing prevents it or a yes was given. The yes may also be to a renewal offer.
  func renew(
    _ copy: Copy, _ state: StationState, _ facts: StationFacts, _ now: Timestamp, by borrower: Borrower,
    _ consent: Consent? = nil
  ) -> Decision {
    let state = state.atRest
    if let code = RenewalPlan.missingLoan(of: copy, by: borrower.id) {
      return withoutLoan(code, copy, of: copy.release, state)
    }
    var outcome = Outcome(.renewed, mode: state.mode, release: copy.release, copy: copy.id, dueAt: copy.loan?.dueAt)
    outcome.facts.renewals = copy.loan?.renewals
    outcome.facts.renewalLimit = library.renewal.limit
    if consent == nil, state.mode == .renew, isSameMove(copy.id, state, now) {
      outcome.code = .duplicate
      return Decision(state, outcome, rule: .renewAgain)
    }
    let plan = RenewalPlan(facts.facts(of: copy), by: borrower, prompting(state, facts, now), rules: rules)
    let found = plan.assessment
    let isOffer = found.isClear && consent?.pending.reasons == [.renewOffer]
    let question = PendingConfirmation(
      .renew, scan: facts.scan, copy: copy.id, borrower: borrower.id, reasons: isOffer ? [.renewOffer] : found.reasons,
      needsStaff: !found.blockers.isEmpty, versions: found.versions)
    if let decision = hindered(
      question, isFixed: !found.isOverridable, outcome, consent, state, now, refused: .renewRefused)
    {
      return decision
    }
    outcome.dueAt = plan.dueAt
    outcome.facts.renewals = plan.renewals
    outcome.facts.fee = plan.fee > 0 ? plan.fee : nil
    let said = state.session?.said ?? []
    outcome.facts.notes = found.warnings.filter { !said.contains($0) } + (question.needsStaff ? [.overridden] : [])
    var next = withLastHandled(copy.id, state, now)
    next.session?.said += outcome.facts.notes.filter(isAboutPerson)
    return Decision(
      next, outcome, plan.effects.map { .lending($0) } + override(consent),
      rule: question.reasons.isEmpty ? .renewed : .renewConfirmed)
  }

  /// Renews all of the borrower's loans that can be renewed. For each loan the outcome lists the current due time, or
  /// the reasons for which it was left unchanged.
  func renewAll(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    let state = state.atRest
    guard let session = state.session, let borrower = facts.borrower, borrower.id == session.borrower else {
      return Decision(state, Outcome(.cardNeeded, mode: state.mode), rule: .renewAllWithoutSession)
    }
    var effects: [Effect] = []
    var reasons: [Outcome.Code] = []
    var lines: [Outcome.Line] = []
    for copy in facts.lending.loans {
      guard let loan = copy.loan else { continue }
      let plan = RenewalPlan(facts.facts(of: copy), by: borrower, prompting(state, facts, now), rules: rules)
      let found = plan.assessment
      guard found.isClear else {
        reasons += found.reasons
        lines.append(Outcome.Line(copy: copy.id, dueAt: loan.dueAt, reasons: found.reasons))
        continue
      }
      effects += plan.effects.map { .lending($0) }
      lines.append(Outcome.Line(copy: copy.id, dueAt: plan.dueAt))
    }
    var outcome = Outcome(.renewedAll, mode: state.mode)
    outcome.facts.reasons = ReasonOrder.sorted(reasons)
    outcome.facts.count = effects.count
    outcome.facts.left = lines.count - effects.count
    outcome.facts.lines = lines.isEmpty ? nil : lines
    if effects.isEmpty {
      outcome.code = outcome.facts.reasons.first ?? .notOnLoan
      return Decision(state, outcome, rule: .renewAllNone)
    }
    return Decision(state, outcome, effects, rule: .renewedAll)
  }
}

extension [Copy] {
  /// Returns the copies as choices, sorted by due time; copies that are not on loan come last.
  func byDue() -> [CodeTarget] {
    sorted { left, right in
      let never = Int64.max
      let (first, second) = (left.loan?.dueAt.milliseconds ?? never, right.loan?.dueAt.milliseconds ?? never)
      return (first, left.number) < (second, right.number)
    }.map { .copy($0.id) }
  }
}
