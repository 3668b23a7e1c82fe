internal import Circulation
internal import Deadwax
internal import Messages
internal import Storage

extension JSONWriter {
  /// - Parameters:
  ///   - view: the desk.
  ///   - words: from which its questions are told, in its own language.
  mutating func station(_ view: StationView, _ words: Messages) {
    object { json in
      json.member("name", view.name.text)
      json.member("mode", view.state.mode.rawValue)
      json.member("state", view.state.stageName)
      if let session = view.state.session {
        json.key("session")
        json.object { json in
          json.member("borrower", view.borrower?.shortName ?? "")
          json.member("open", view.borrower?.openLoans ?? 0)
          json.member("endsAt", session.until.description)
        }
      }
      switch view.state.stage {
      case .idle, .pin, .choosing, .confirming: break
      case .pendingCopy(_, let until): json.pending(view, waitsFor: view.state.mode.partner, until)
      case .pendingSlot(_, let until), .pendingPlace(_, let until), .pendingCode(_, let until):
        json.pending(view, waitsFor: "copy", until)
      case .question: json.question(view.question, words.words(in: view.language))
      }
      if let queued = view.tagQueue {
        json.key("tagQueue")
        json.object { json in
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
      json.member("version", view.version)
    }
  }

  private mutating func question(_ asked: StationView.Asked?, _ words: Words) {
    guard let asked else { return }
    key("question")
    object { json in
      json.member("code", asked.question.code.rawValue)
      json.member("sentence", words.detail(of: Outcome(asked.question.code, mode: .write)))
      json.member("uid", asked.question.uid?.description)
      if asked.question.uid == nil { json.member("label", asked.question.key.value) }
      if let copy = asked.copy {
        json.key("copy")
        json.brief(copy)
      }
      if let release = asked.release {
        json.key("release")
        json.brief(release)
      }
      if asked.question.code == .tagBound { json.member("bound", asked.boundTitle) }
      json.member("endsAt", asked.until.description)
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
}

extension Mode {
  /// What a record that was held up waits for.
  fileprivate var partner: String {
    switch self {
    case .checkout: "card"
    case .write, .bind: "tag"
    default: "slot"
    }
  }
}
