internal import Deadwax
internal import Messages
internal import TagJobs
internal import Wire

extension TagJobResource {
  /// Creates a job on a tag. Only staff see who ordered it and, if the tag is or was a card, its number.
  init(_ view: TagJobView, _ words: Messages, isStaff: Bool = false) {
    let texts = words.words(in: view.language)
    let job = view.job
    self.init(
      job, uid: view.isCard && !isStaff ? TagID.hiddenText : job.uid.description, copy: view.copy,
      release: view.release, sentence: job.sentence(in: texts), hint: job.hint(in: texts), isStaff: isStaff)
  }
}

extension TagQueueResource {
  /// Creates a queue of tags. Only staff see who ordered it.
  init(_ view: TagQueueView, _ words: Messages, isStaff: Bool = false) {
    self.init(
      station: view.queue.station, total: view.queue.total, done: view.queue.done, skipped: view.queue.skipped,
      next: view.next.map { CopySummary($0) }, release: view.nextRelease.map { ReleaseSummary($0) },
      isWritten: view.queue.isWritten, by: isStaff ? view.queue.by : nil,
      job: view.job.map { TagJobResource($0, words, isStaff: isStaff) },
      remaining: view.remaining.map { CopySummary($0) })
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
