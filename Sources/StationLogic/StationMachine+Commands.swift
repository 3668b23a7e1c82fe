internal import Deadwax
internal import Lending

extension StationMachine {
  /// Carries out a command, given by its label or on the screen.
  func order(_ command: Command, _ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    if let mode = command.mode { return switched(state, to: mode, facts, now) }
    if let number = command.choice { return pick(number, state, facts, now) }
    if let grade = command.grade { return give(grade, state, facts, now) }
    if let language = command.language {
      var outcome = Outcome(.languageChanged, mode: state.mode)
      outcome.facts.word = language
      return Decision(state, outcome, [.setLanguage(language)], rule: .languageSet)
    }
    switch command {
    case .end: return ended(state, facts)
    case .yes, .no: return answer(command == .yes, reason: nil, state, facts, now)
    case .undo: return undo(state, facts, now)
    case .help: return Decision(state, Outcome(.helpShown, mode: state.mode), rule: .help)
    case .quiet, .loud:
      var outcome = Outcome(.soundChanged, mode: state.mode)
      outcome.facts.word = command == .quiet ? "quiet" : "loud"
      return Decision(state, outcome, [.setQuiet(command == .quiet)], rule: .soundSet)
    case .renewAll: return renewAll(state, facts, now)
    case .bookDrop: return bookDrop(state, now)
    case .next: return nextSlot(state, facts, now)
    default: return Decision(state, Outcome(.unknownCommand, mode: state.mode), rule: .commandUnknown)
    }
  }

  /// Switches the station to a mode. Open interactions end, with a note if a prompt was open. A session continues if
  /// both modes deal with borrowers. The record in hand becomes the one to shelve.
  func switched(_ state: StationState, to mode: Mode, _ facts: StationFacts?, _ now: Timestamp) -> Decision {
    guard station.allows(mode) || mode == station.home else {
      return Decision(state, Outcome(.notAllowed, mode: state.mode), rule: .modeNotAllowed)
    }
    var next = StationState(mode: mode, staff: state.staff, fault: state.fault)
    if mode != station.home { next.revertsAt = policy.revertTime.map { now + $0 } }
    if state.mode.keepsSession, mode.keepsSession { next.session = state.session }
    if mode == .add, state.mode == .add { next.additions = state.additions }
    if mode == .collect, state.mode == .collect { next.collecting = state.collecting }
    if [.shelve, .move].contains(mode), state.session == nil, let hand = state.hand {
      next.stage = .pendingCopy(hand.copy, until: now + policy.pairTime)
    }
    let turn = mode == .write ? facts?.tagging.queueNext : nil
    let outcome = Outcome(.modeChanged, mode: mode, release: turn?.release, copy: turn?.id)
    let decision = Decision(next, outcome, rule: .modeChanged)
    return state.stage.isAsking ? decision.noting(.declined) : decision
  }

  /// Ends everything that is open. The mode stays.
  func ended(_ state: StationState, _ facts: StationFacts?) -> Decision {
    // Actions on the screen do not check whether a queue exists. Ending an absent queue has no effect.
    let endsQueue = state.mode == .write && (facts?.tagging.hasQueue ?? true)
    let closed = StationState(mode: state.mode, revertsAt: state.revertsAt, fault: state.fault)
    if closed == state, !endsQueue {
      return Decision(state, Outcome(.nothingOpen, mode: state.mode), rule: .endNothing)
    }
    var outcome = Outcome(state.additions == nil ? .sessionEnded : .batchEnded, mode: state.mode)
    outcome.facts.count = state.additions == nil ? state.batch?.count : facts?.adding.inBatch
    return Decision(closed, outcome, endsQueue ? [.endQueue] : [], rule: .end)
  }

  /// Starts or stops backdating returns to the time the library was last open.
  private func bookDrop(_ state: StationState, _ now: Timestamp) -> Decision {
    // Borrowers could backdate their own returns, so this needs staff.
    guard isAttended(state) else {
      return Decision(state, Outcome(.staffNeeded, mode: state.mode), rule: .bookDropStaff)
    }
    if state.mode == .return, state.batch?.dropDate != nil {
      var ended = state.atRest
      ended.batch = nil
      return Decision(ended, Outcome(.modeChanged, mode: .return), rule: .bookDropOver)
    }
    let change = switched(state, to: .return, nil, now)
    guard change.state.mode == .return else { return change }
    let date = rules.dropDate(at: now)
    var begun = change.state
    begun.session = nil
    begun.batch = StationState.Batch(dropDate: date, until: now + policy.batchTime)
    return Decision(begun, Outcome(.dropDate, mode: .return, dueAt: date), rule: .bookDropBegan)
  }

  /// Returns true if library staff are responsible for the transaction.
  func isAttended(_ state: StationState) -> Bool { rules.isAttended(isStaff: state.staff != nil) }
}

extension StationState.Stage {
  /// True if the station waits for an answer.
  var isAsking: Bool {
    switch self {
    case .question, .choosing, .confirming, .pin, .staffPIN: true
    case .idle, .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode: false
    }
  }
}
