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

  package init(
    id: TagJob.ID, action: TagJob.Action, uid: String, copy: CopySummary? = nil, release: ReleaseSummary? = nil,
    code: String? = nil, state: TagJob.State, outcome: OpenWord<Outcome.Code>? = nil,
    status: OpenWord<Outcome.Status>? = nil, sentence: String? = nil, hint: String? = nil, detail: String? = nil,
    station: Station.Name, deadline: RFC3339Time, attempts: Int, writes: Int, reads: Int, milliseconds: Int,
    form: String? = nil, createdAt: RFC3339Time, finishedAt: RFC3339Time? = nil
  ) {
    self.id = id
    self.action = action
    self.uid = uid
    self.copy = copy
    self.release = release
    self.code = code
    self.state = state
    self.outcome = outcome
    self.status = status
    self.sentence = sentence
    self.hint = hint
    self.detail = detail
    self.station = station
    self.deadline = deadline
    self.attempts = attempts
    self.writes = writes
    self.reads = reads
    self.milliseconds = milliseconds
    self.form = form
    self.createdAt = createdAt
    self.finishedAt = finishedAt
  }
}
