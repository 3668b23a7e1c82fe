internal import Deadwax
internal import Lending

extension StationMachine {
  /// Brings a card, a place or a slot and a free code together. A card comes after the code, because a station keeps no
  /// card in its state; the others come first or second.
  func bind(_ target: CodeTarget, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if case .pendingCode = state.stage, let code = facts.tagging.waiting {
      return bind(code, to: target, from: nil, state, facts, now)
    }
    let until = now + policy.pairTime
    let waiting: StationState.Stage
    var outcome = Outcome(.tagNeeded, mode: .bind)
    switch (target, facts.named) {
    case (.slot(let id), .slot(let slot)): (waiting, outcome.location) = (.pendingSlot(id, until: until), slot.location)
    case (.place(let id), .place(let place)):
      (waiting, outcome.location) = (.pendingPlace(id, until: until), place.location)
    default: return wrongKind(state)
    }
    return Decision(state.with(waiting), outcome, rule: .bindCodeFirst)
  }

  /// Binds a code to a card, a place or a slot. A code of another place or slot moves after a person has agreed; a code
  /// of any other record stays where it is.
  /// `agreed` is the place or the slot from which a person lets the code move, or nil.
  func bind(
    _ code: BindingCandidate, to target: CodeTarget, from agreed: CodeTarget?, _ state: StationState,
    _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.bound, mode: .bind)
    outcome.facts.word = target.kind
    outcome.location = facts.location(of: target)
    guard isAttended(state) else {
      outcome.code = .staffNeeded
      return Decision(state.atRest, outcome, rule: .bindStaff)
    }
    if code.bound == target {
      outcome.code = .alreadyBound
      return Decision(state.atRest, outcome, rule: .tagBoundAlready)
    }
    let refusals = TagGuard.binding(code, to: target, present: facts.tagging.present)
    if let refusal = refusals.first {
      outcome.code = refusal
      outcome.facts.reasons = refusals
      return Decision(state.atRest, outcome, rule: .tagRefused)
    }
    if let bound = code.bound, bound != agreed {
      return offerMove(of: code, from: bound, to: target, state, facts, now)
    }
    return Decision(state.atRest, outcome, [.bindFree(target, code)], rule: .tagBound)
  }

  /// Asks whether a code of one place or slot is to belong to another record.
  private func offerMove(
    of code: BindingCandidate, from bound: CodeTarget, to target: CodeTarget, _ state: StationState,
    _ facts: StationFacts, _ now: Timestamp
  ) -> Decision {
    var outcome = Outcome(.boundElsewhere, mode: .bind)
    outcome.facts.isQuestion = true
    outcome.location = facts.location(of: target)
    var choosing = PendingChoice(
      .boundElsewhere, scan: facts.scan, candidates: [], key: code.key, acts: [.rebind, .leave], beneath: target)
    choosing.bound = bound
    return Decision(state.with(.choosing(choosing, until: now + policy.choiceTime)), outcome, rule: .bindMove)
  }

  /// Moves the binding of a code after a person has chosen that. If the code belongs to another record by now, the
  /// station decides again.
  func rebind(_ choosing: PendingChoice, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    guard let code = facts.tagging.waiting, let target = choosing.beneath else {
      return Decision(state.atRest, Outcome(.choiceInvalid, mode: state.mode), rule: .choiceGone)
    }
    return bind(code, to: target, from: choosing.bound, state.atRest, facts, now)
  }
}

extension StationFacts {
  /// The location of a slot or a place that was scanned or waits; nil for any other record.
  fileprivate func location(of target: CodeTarget) -> Location? {
    var known = [shelving.slot?.location, shelving.place?.location].compactMap(\.self)
    if case .slot(let slot) = named { known.append(slot.location) }
    if case .place(let place) = named { known.append(place.location) }
    return known.first { location in
      switch target {
      case .slot(let id): location.slot == id
      case .place(let id): location.place == id && location.slot == nil
      case .copy, .release, .borrower: false
      }
    }
  }
}

extension StationFacts.Resolution {
  /// The card, place or slot to which a free code can be bound; nil for any other record.
  var bindable: CodeTarget? {
    switch self {
    case .borrower(let borrower): .borrower(borrower.id)
    case .place(let place): .place(place.id)
    case .slot(let slot): .slot(slot.id)
    default: nil
    }
  }
}

extension TagGuard {
  /// Collects the reasons against binding a code to a card, a place or a slot. None can be overridden. A code of another
  /// place or slot can move.
  static func binding(_ code: BindingCandidate, to target: CodeTarget, present: Int) -> [Outcome.Code] {
    var refusals: [Outcome.Code] = []
    if let uid = code.uid {
      if uid.isRandom { refusals.append(.tagRandomUID) }
      refusals += twoTags(present: present)
      if code.openJob != nil { refusals.append(.tagBusy) }
      if let written = code.written, written != target { refusals.append(.tagContentMismatch) }
    }
    if let bound = code.bound, bound != target, !bound.isPlaceOrSlot { refusals.append(.boundElsewhere) }
    return refusals
  }
}
