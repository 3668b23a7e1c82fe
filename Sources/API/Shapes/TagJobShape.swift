internal import Circulation
internal import Deadwax
internal import Messages
internal import Storage

extension JSONWriter {
  /// Writes a job on a tag. If the tag is or was a card, only staff see its number.
  mutating func tagJob(_ view: TagJobView, _ words: Messages, isStaff: Bool = false) {
    let texts = words.words(in: view.language)
    let job = view.job
    object { json in
      json.member("id", job.id.text)
      json.member("action", job.action.rawValue)
      json.member("uid", view.isCard && !isStaff ? TagID.hiddenText : job.uid.description)
      if let copy = view.copy {
        json.key("copy")
        json.brief(copy)
      }
      if let release = view.release {
        json.key("release")
        json.brief(release)
      }
      json.member("code", job.code?.description)
      json.member("state", job.state.rawValue)
      json.member("outcome", job.outcome?.rawValue)
      json.member("status", job.outcome?.status.rawValue)
      json.member("sentence", job.sentence(in: texts))
      json.member("hint", job.hint(in: texts))
      json.member("detail", job.detail)
      json.member("station", job.station.text)
      json.member("deadline", job.deadline.description)
      json.member("attempts", job.attempts)
      json.member("writes", job.writes)
      json.member("reads", job.reads)
      json.member("milliseconds", job.milliseconds)
      json.member("form", job.form)
      json.member("createdAt", job.createdAt.description)
      json.member("finishedAt", job.finishedAt?.description)
    }
  }

  mutating func tagQueue(_ view: TagQueueView, _ words: Messages) {
    let queue = view.queue
    object { json in
      json.member("station", queue.station.text)
      json.member("total", queue.total)
      json.member("done", queue.done)
      json.member("skipped", queue.skipped)
      if let next = view.next {
        json.key("next")
        json.brief(next)
      }
      if let release = view.nextRelease {
        json.key("release")
        json.brief(release)
      }
      json.member("isWritten", queue.isWritten)
      if let job = view.job {
        json.key("job")
        json.tagJob(job, words)
      }
      json.key("remaining")
      json.array(view.remaining) { $0.brief($1) }
    }
  }
}

extension TagJob {
  private var displayed: Outcome? { outcome.map { Outcome($0, mode: .write) } }

  /// Returns the last event or the awaited step, in a few words.
  fileprivate func sentence(in words: LanguageTexts) -> String {
    switch state {
    case .waiting: words.text("tag-job.waiting.title")
    case .writing: words.title(of: displayed ?? Outcome(.tagWriting, mode: .write))
    case .torn: words.text("tag-job.torn.title")
    case .done, .failed, .expired, .cancelled: displayed.map(words.title(of:)) ?? state.rawValue
    }
  }

  /// Returns the next step for the user.
  fileprivate func hint(in words: LanguageTexts) -> String {
    switch state {
    case .waiting: words.text("tag-job.waiting.detail")
    case .writing: words.detail(of: Outcome(.tagWriting, mode: .write))
    case .torn: words.detail(of: Outcome(.tagLost, mode: .write))
    case .done, .failed, .expired, .cancelled: displayed.map(words.detail(of:)) ?? ""
    }
  }
}
