package import Deadwax

/// A job for one tag.
package struct TagJobResource: Codable, Sendable {
  package var id: TagJob.ID
  package var action: TagJob.Action
  package var uid: String
  /// The copy to bind the tag to.
  package var copy: CopySummary?
  /// The release of that copy.
  package var release: ReleaseSummary?
  /// The code to write.
  package var code: String?
  package var state: TagJob.State
  /// The result of the job or of its latest attempt.
  package var outcome: OpenWord<Outcome.Code>?
  package var status: OpenWord<Outcome.Status>?
  /// The outcome in a few words.
  package var sentence: String?
  /// The next step for the user.
  package var hint: String?
  /// The details that the reader reports.
  package var detail: String?
  package var station: Station.Name
  /// The person or program that ordered it; omitted for the station's own. For staff only.
  package var by: String?
  /// The time until which the job may begin.
  package var deadline: RFC3339Time
  /// The number of attempts.
  package var attempts: Int
  /// The number of write commands that the tag has received.
  package var writes: Int
  package var reads: Int
  /// The time that the readers have spent on it, in milliseconds.
  package var milliseconds: Int
  /// `full` if the tag has room for the whole message, otherwise `short`.
  package var form: String?
  package var createdAt: RFC3339Time
  package var finishedAt: RFC3339Time?

  /// - Parameters:
  ///   - job: the job.
  ///   - uid: the number of the tag, or the replacement for that of a card.
  ///   - copy: the copy to bind the tag to.
  ///   - release: its release.
  ///   - sentence: the outcome in a few words.
  ///   - hint: the next step for the user.
  ///   - isStaff: true to include who ordered it.
  package init(
    _ job: TagJob, uid: String, copy: Copy?, release: Release?, sentence: String?, hint: String?, isStaff: Bool
  ) {
    id = job.id
    action = job.action
    self.uid = uid
    self.copy = copy.map { CopySummary($0) }
    self.release = release.map { ReleaseSummary($0) }
    code = job.code?.description
    state = job.state
    outcome = OpenWord(job.outcome)
    status = OpenWord(job.outcome?.status)
    self.sentence = sentence
    self.hint = hint
    detail = job.detail
    station = job.station
    by = isStaff ? job.by : nil
    deadline = RFC3339Time(job.deadline)
    attempts = job.attempts
    writes = job.writes
    reads = job.reads
    milliseconds = job.milliseconds
    form = job.form
    createdAt = RFC3339Time(job.createdAt)
    finishedAt = RFC3339Time(job.finishedAt)
  }
}
