internal import Circulation
internal import Deadwax
internal import Lending
internal import Messages
internal import Storage

extension JSONWriter {
  /// - Parameters:
  ///   - view: the station.
  ///   - isWhole: true to include personal data of the session; only in the resource of this station itself.
  ///   - outcome: the outcome of an action of its screen, as JSON.
  ///   - words: the texts, from which those in the language of the station are used.
  mutating func station(
    _ view: StationView, isWhole: Bool, outcome: String? = nil, _ words: Messages
  ) {
    let texts = words.words(in: view.policy.language)
    object { json in
      json.member("name", view.name.text)
      json.member("mode", view.state.mode.rawValue)
      json.member("home", view.policy.home.rawValue)
      json.member("state", view.state.stageName)
      json.member("revertsAt", view.state.revertsAt?.description)
      if let session = view.session {
        json.key("session")
        json.session(session, isWhole: isWhole, texts)
      }
      json.stage(view, isWhole: isWhole, texts)
      json.ends("staff", view.state.staff?.until)
      if let hand = view.hand {
        json.key("hand")
        json.object { json in
          json.about(copy: hand.copy, release: hand.release)
          json.member("endsAt", hand.until.description)
        }
      }
      if let batch = view.state.batch {
        json.key("batch")
        json.object { json in
          json.member("count", batch.count)
          json.member("dropDate", batch.dropDate?.description)
        }
      }
      json.fault(view.state.fault)
      json.queue(view.tagQueue)
      json.key("policy")
      json.policy(view.policy)
      if isWhole, let ready = view.ready {
        json.key("ready")
        json.object { json in
          json.key("copy")
          json.brief(ready.copy)
          json.member("card", ready.card)
          json.member("until", ready.until?.description)
        }
      }
      if let undo = view.undo {
        json.key("undo")
        json.recent(undo)
      }
      json.key("recent")
      json.array(view.recent) { $0.recent($1) }
      if let outcome {
        json.key("outcome")
        json.raw(outcome)
      }
      json.member("version", view.version)
    }
  }

  /// Writes the fault that stops the station, if there is one.
  mutating func fault(_ fault: StationState.Fault?) {
    guard let fault else { return }
    key("fault")
    object { json in
      json.member("kind", fault.kind)
      json.member("since", fault.since.description)
      json.member("reason", fault.reason)
      json.member("scans", fault.scans)
    }
  }

  private mutating func session(_ session: StationView.OpenSession, isWhole: Bool, _ words: LanguageTexts) {
    let borrower = session.borrower
    object { json in
      if isWhole { json.member("borrower", borrower.shortName) }
      json.member("open", borrower.openLoans)
      json.member("limit", session.limit)
      json.member("overdue", borrower.overdueLoans)
      if isWhole { json.member("block", borrower.block?.reason) }
      json.reasons("notes", session.notes, of: Outcome(.sessionStarted, mode: .checkout), words)
      json.member("endsAt", session.endsAt.description)
      json.member("warnAt", session.warnAt.description)
      json.member("id", session.id.text)
    }
  }

  /// Writes the current stage, such as an open prompt.
  private mutating func stage(_ view: StationView, isWhole: Bool, _ words: LanguageTexts) {
    switch view.state.stage {
    case .idle: break
    case .pendingCopy(_, let until): pending(view, waitsFor: view.state.mode.partner, until)
    case .pendingSlot(_, let until), .pendingPlace(_, let until), .pendingCode(_, let until):
      pending(view, waitsFor: "copy", until)
    case .pin(_, let tries, let until), .staffPIN(_, let tries, let until, _):
      key("pin")
      object { json in
        json.member("tries", tries)
        json.member("isOfStaff", view.state.stage.isStaffPIN)
        json.member("endsAt", until.description)
      }
    case .question: question(view.question, view.prompt, words)
    case .choosing: choosing(view.choosing, view.prompt, isWhole: isWhole, words)
    case .confirming: confirming(view.confirming, view.prompt, words)
    }
  }

  private mutating func choosing(
    _ choices: StationView.Choices?, _ id: String?, isWhole: Bool, _ words: LanguageTexts
  ) {
    guard let choices else { return }
    key("choosing")
    object { json in
      json.member("id", id)
      json.member("code", choices.choosing.code.rawValue)
      let needsLabel = choices.choosing.needsLabel ?? false
      json.member(
        "sentence", words.detail(of: Outcome(needsLabel ? .labelNeeded : choices.choosing.code, mode: .auto)))
      if needsLabel { json.member("needsLabel", true) }
      json.key("choices")
      json.array(choices.lines) { json, line in
        json.object { json in
          json.member("number", line.number)
          json.member("kind", line.choice.word)
          json.member("title", line.choice.act.map { words.text("choice.\($0.rawValue)") } ?? line.title)
          if !line.text.isEmpty { json.member("text", line.text) }
          json.about(copy: line.copy, release: line.release)
          if isWhole { json.member("holder", line.holder) }
        }
      }
      json.member("endsAt", choices.until.description)
    }
  }

  private mutating func confirming(_ pending: StationView.Confirmation?, _ id: String?, _ words: LanguageTexts) {
    guard let pending else { return }
    key("confirming")
    object { json in
      let confirming = pending.confirming
      json.member("id", id)
      json.member("act", confirming.act.rawValue)
      json.key("reasons")
      json.array(confirming.reasons) { json, code in
        let facts = Outcome.Facts(reasons: confirming.reasons, isQuestion: true, needsStaff: confirming.needsStaff)
        let texts = words.texts(code, of: Outcome(code, mode: .checkout, copy: confirming.copy, facts: facts))
        json.object { json in
          json.member("code", code.rawValue)
          json.member("title", texts.title)
          json.member("detail", texts.detail)
        }
      }
      json.member("needsStaff", confirming.needsStaff)
      json.about(copy: pending.copy, release: pending.release)
      json.member("endsAt", pending.until.description)
    }
  }

  private mutating func question(_ pending: StationView.Prompt?, _ id: String?, _ words: LanguageTexts) {
    guard let pending else { return }
    key("question")
    object { json in
      json.member("id", id)
      json.member("code", pending.question.code.rawValue)
      json.member("sentence", words.detail(of: Outcome(pending.question.code, mode: .write)))
      json.member("uid", pending.isCard ? nil : pending.question.uid?.description)
      if pending.question.uid == nil, !pending.isCard { json.member("label", pending.question.key.value) }
      json.about(copy: pending.copy, release: pending.release)
      if pending.question.code == .tagBound { json.member("bound", pending.boundTitle) }
      json.member("endsAt", pending.until.description)
    }
  }

  private mutating func pending(_ view: StationView, waitsFor partner: String, _ until: Timestamp) {
    key("pending")
    object { json in
      json.member("title", view.pendingTitle ?? "")
      json.member("uid", view.pendingTag?.description)
      json.member("waitsFor", partner)
      json.member("endsAt", until.description)
    }
  }

  private mutating func queue(_ queued: StationView.Queued?) {
    guard let queued else { return }
    key("tagQueue")
    object { json in
      json.member("total", queued.queue.total)
      json.member("done", queued.queue.done)
      json.member("skipped", queued.queue.skipped)
      json.member("isWritten", queued.queue.isWritten)
      if let next = queued.next {
        json.key("next")
        json.brief(next)
      }
      if let release = queued.nextRelease {
        json.key("release")
        json.brief(release)
      }
    }
  }

  private mutating func ends(_ name: StaticString, _ until: Timestamp?) {
    guard let until else { return }
    key(name)
    object { $0.member("endsAt", until.description) }
  }

  private mutating func recent(_ recent: StationView.Recent) {
    object { json in
      json.members(of: recent.change, isStaff: false)
      json.about(copy: recent.copy, release: recent.release)
    }
  }

  /// Writes the copy and the release of an object, if they are known.
  mutating func about(copy: Copy?, release: Release?) {
    if let copy {
      key("copy")
      brief(copy)
    }
    if let release {
      key("release")
      brief(release)
    }
  }
}

extension PendingChoice.Choice {
  /// The kind of the choice, such as `copy`, or `act` for an action on an inbox item.
  fileprivate var word: String {
    switch self {
    case .thing(let target): target.kind
    case .act: "act"
    }
  }

  fileprivate var act: PendingChoice.Act? {
    guard case .act(let act) = self else { return nil }
    return act
  }
}

extension Mode {
  /// The kind of code that a scanned copy waits for in this mode.
  fileprivate var partner: String {
    switch self {
    case .checkout, .auto: "card"
    case .write, .bind: "tag"
    default: "slot"
    }
  }
}
