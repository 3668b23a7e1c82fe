/// A requested change of one tag. It is stored until it has finished, because the hub, the reader and the tag may each
/// disappear in between.
package struct TagJob: Hashable, Codable, Sendable {
  package typealias ID = Identifier<TagJob>

  /// The operation on the tag; the raw value is stored in the database.
  package enum Action: String, CaseIterable, Codable, Sendable {
    /// Writes the copy's code to the tag and binds the tag to the copy.
    case write
    /// Writes an empty message to the tag.
    case erase
    /// Sets a password, against accidental changes.
    case seal
    case unseal
  }

  /// The progress of the job; the raw value is stored in the database.
  package enum State: String, CaseIterable, Codable, Sendable {
    /// Nothing was sent yet: the tag is not on the reader, or not alone.
    case waiting
    /// A reader has the job and may be writing.
    case writing
    /// A write may have begun but has not ended. It is finished when the tag returns, at any later time.
    case torn
    case done
    case failed
    /// The tag was not presented in time, and no write was begun.
    case expired
    case cancelled

    /// True if the job has not finished.
    package var isOpen: Bool {
      switch self {
      case .waiting, .writing, .torn: true
      case .done, .failed, .expired, .cancelled: false
      }
    }
  }

  package var id: ID
  package var action: Action
  package var uid: TagID
  /// The copy to bind the tag to; nil unless the action is a write.
  package var copy: Copy.ID?
  /// The code to write.
  package var code: OwnCode?
  package var state: State
  /// The result of the job, or of the latest attempt.
  package var outcome: Outcome.Code?
  /// The reader's own sentence about the result.
  package var detail: String?
  package var station: Station.Name
  /// The person or program that ordered it; nil for a station's own job.
  package var by: String?
  /// The time until which the job may begin.
  package var deadline: Timestamp
  /// The number of times the job was sent to a reader.
  package var attempts: Int
  package var writes: Int
  package var reads: Int
  /// The total time in milliseconds that the readers took.
  package var milliseconds: Int
  /// `full` or `short`: whether the whole message fitted.
  package var form: String?
  package var createdAt: Timestamp
  package var finishedAt: Timestamp?

  package init(
    id: ID, action: Action, uid: TagID, copy: Copy.ID? = nil, code: OwnCode? = nil, state: State = .waiting,
    outcome: Outcome.Code? = nil, detail: String? = nil, station: Station.Name, by: String? = nil,
    deadline: Timestamp, attempts: Int = 0, writes: Int = 0, reads: Int = 0, milliseconds: Int = 0,
    form: String? = nil, createdAt: Timestamp, finishedAt: Timestamp? = nil
  ) {
    self.id = id
    self.action = action
    self.uid = uid
    self.copy = copy
    self.code = code
    self.state = state
    self.outcome = outcome
    self.detail = detail
    self.station = station
    self.by = by
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
