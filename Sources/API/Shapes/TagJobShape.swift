internal import Circulation
internal import Deadwax
internal import Storage

extension JSONWriter {
  mutating func tagJob(_ view: TagJobView) {
    let job = view.job
    object { json in
      json.member("id", job.id.text)
      json.member("action", job.action.rawValue)
      json.member("uid", job.uid.description)
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
      json.member("sentence", job.sentence)
      json.member("hint", job.hint)
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

  mutating func tagQueue(_ view: TagQueueView) {
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
        json.tagJob(job)
      }
      json.key("remaining")
      json.array(view.remaining) { $0.brief($1) }
    }
  }
}

extension TagJob {
  private var shown: Outcome? { outcome.map { Outcome($0, mode: .write) } }

  /// What happened, or is waited for, in a few words.
  fileprivate var sentence: String {
    switch state {
    case .waiting: "Waiting for its tag"
    case .writing: shown?.title ?? "Writing"
    case .torn: "Not finished"
    case .done, .failed, .expired, .cancelled: shown?.title ?? state.rawValue
    }
  }

  /// What to do now.
  fileprivate var hint: String {
    switch state {
    case .waiting: "Lay it on the reader, and leave it there."
    case .writing: "Leave the tag where it is until it is done."
    case .torn: "Lay the same tag back: it will be finished."
    case .done, .failed, .expired, .cancelled: shown?.detail ?? ""
    }
  }
}
