internal import Deadwax
internal import Messages
internal import Scanning
internal import Wire

extension StationResource.Session {
  /// - Parameters:
  ///   - session: the session.
  ///   - isWhole: true to include personal data.
  ///   - now: the current time.
  ///   - words: the texts, in the language of the station.
  init(_ session: StationView.OpenSession, isWhole: Bool, now: Timestamp, _ words: LanguageTexts) {
    let borrower = session.borrower
    self.init(
      borrower: isWhole ? borrower.shortName : nil,
      counts: (borrower.openLoans, borrower.overdueLoans, session.limit), block: isWhole ? borrower.block?.reason : nil,
      notes: ReasonText.list(session.notes, of: Outcome(.sessionStarted, mode: .checkout), words),
      times: (RFC3339Time(session.beganAt), RFC3339Time(session.endsAt), RFC3339Time(session.warnAt)), id: session.id)
    guard isWhole else { return }
    loans = session.loans.map { out in
      LoanResource(
        out.loan, copy: out.copy, release: out.release, borrower: nil, overdueDays: out.overdueDays, notes: nil,
        now: now)
    }
    holds = session.holds.map { HoldResource($0.hold, release: $0.release, copy: $0.copy, borrower: nil) }
    feesDue = borrower.feesDue.sorted { $0.key < $1.key }.map { MoneyAmount(amount: $0.value, currency: $0.key) }
  }
}

extension StationResource.Pending {
  /// Returns nil if the station waits for no second half of a pair.
  init?(_ view: StationView) {
    let partner: StationResource.Partner
    let until: Timestamp
    switch view.state.stage {
    case .pendingCopy(_, let end): (partner, until) = (view.state.mode.partner, end)
    case .pendingSlot(_, let end), .pendingPlace(_, let end):
      (partner, until) = (view.state.mode == .bind ? .tag : .copy, end)
    case .pendingCode(_, let end): (partner, until) = (.copy, end)
    default: return nil
    }
    var slot: Slot.ID?
    if case .pendingSlot(let id, _) = view.state.stage, partner == .copy { slot = id }
    self.init(
      title: view.pendingTitle ?? "", waitsFor: partner, endsAt: RFC3339Time(until),
      uid: view.pendingTag?.description, slot: slot)
  }
}

extension StationResource.PIN {
  /// Returns nil if the station waits for no PIN.
  init?(_ stage: StationState.Stage) {
    switch stage {
    case .pin(_, let tries, let until), .staffPIN(_, let tries, let until, _):
      self.init(tries: tries, isOfStaff: stage.isStaffPIN, endsAt: RFC3339Time(until))
    default: return nil
    }
  }
}

extension StationResource.Question {
  init(_ prompt: StationView.Prompt, id: String, _ words: LanguageTexts) {
    let question = prompt.question
    self.init(
      id: id, code: OpenWord(question.code), sentence: words.detail(of: Outcome(question.code, mode: .write)),
      uid: prompt.isCard ? nil : question.uid?.description,
      label: question.uid == nil && !prompt.isCard ? question.key.value : nil,
      copy: prompt.copy.map { CopySummary($0) }, release: prompt.release.map { ReleaseSummary($0) },
      bound: question.code == .tagBound ? prompt.boundTitle : nil, endsAt: RFC3339Time(prompt.until))
  }
}

extension StationResource.Choosing {
  init(_ choices: StationView.Choices, id: String, isWhole: Bool, _ words: LanguageTexts) {
    let needsLabel = choices.choosing.needsLabel ?? false
    self.init(
      id: id, code: OpenWord(choices.choosing.code),
      sentence: choices.choosing.source.flatMap { $0.sentence(words) }
        ?? words.detail(
          of: Outcome(
            needsLabel ? .labelNeeded : choices.choosing.code, mode: .auto,
            facts: Outcome.Facts(isQuestion: choices.choosing.isQuestion))),
      release: choices.release.map { ReleaseSummary($0) }, remaining: choices.choosing.source?.count,
      choices: choices.lines.map { line in
        ChoiceDetail(
          number: line.number, kind: ChoiceDetail.Kind(rawValue: line.choice.word) ?? .copy,
          title: line.title(words),
          text: line.text.isEmpty ? nil : line.text, copy: line.copy.map { CopySummary($0) },
          release: line.release.map { ReleaseSummary($0) }, holder: isWhole ? line.holder : nil)
      }, endsAt: RFC3339Time(choices.until), needsLabel: needsLabel ? true : nil)
  }
}

extension StationResource.Confirming {
  init(_ pending: StationView.Confirmation, id: String, _ words: LanguageTexts) {
    let confirming = pending.confirming
    let facts = Outcome.Facts(reasons: confirming.reasons, isQuestion: true, needsStaff: confirming.needsStaff)
    self.init(
      id: id, act: confirming.act,
      reasons: confirming.reasons.map { code in
        let texts = words.texts(code, of: Outcome(code, mode: .checkout, copy: confirming.copy, facts: facts))
        return ReasonText(code, title: texts.title, detail: texts.detail)
      }, needsStaff: confirming.needsStaff, copy: pending.copy.map { CopySummary($0) },
      release: pending.release.map { ReleaseSummary($0) }, endsAt: RFC3339Time(pending.until))
  }
}

extension StationResource.QueueProgress {
  init(_ queued: StationView.Queued) {
    self.init(
      total: queued.queue.total, done: queued.queue.done, skipped: queued.queue.skipped,
      isWritten: queued.queue.isWritten, next: queued.next.map { CopySummary($0) },
      release: queued.nextRelease.map { ReleaseSummary($0) })
  }
}

extension StationResource.ReadyCopy {
  init(_ ready: StationView.Ready) {
    self.init(copy: CopySummary(ready.copy), card: ready.card, until: RFC3339Time(ready.until))
  }
}

extension StationResource.LastCopy {
  init(_ hand: StationView.Held) {
    self.init(
      copy: CopySummary(hand.copy), release: hand.release.map { ReleaseSummary($0) }, endsAt: RFC3339Time(hand.until))
  }
}

extension StationView.Choices.Line {
  /// The title as the station words it: the text of an action, and of the answer that fits nothing else.
  fileprivate func title(_ words: LanguageTexts) -> String {
    if case .answer = choice, title.isEmpty { return words.text("source.none") }
    return choice.text(words) ?? title
  }
}

extension PendingChoice.Choice {
  /// The kind of the choice, such as `copy`, or `act` for an action on an inbox item.
  fileprivate var word: String {
    switch self {
    case .thing(let target): target.kind
    case .act: "act"
    case .answer: "answer"
    }
  }

  /// The text of an action; nil for a record, and for an answer that the catalogue words.
  fileprivate func text(_ words: LanguageTexts) -> String? {
    guard case .act(let act) = self else { return nil }
    return words.text("choice.\(act.rawValue)")
  }
}

extension SourceQuestion {
  /// The question alone: the number of records that are left is a property of its own.
  fileprivate func sentence(_ words: LanguageTexts) -> String? { words.text("source.ask-\(feature ?? "record")") }
}

extension Mode {
  /// The kind of code that a scanned copy waits for in this mode.
  fileprivate var partner: StationResource.Partner {
    switch self {
    case .checkout, .auto: .card
    case .write, .bind: .tag
    default: .slot
    }
  }
}
