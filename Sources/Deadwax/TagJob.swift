/// A change of one tag that was asked for, kept until it is over: the hub, the reader and the tag may each go away in
/// between.
package struct TagJob: Hashable, Codable, Sendable {
  package typealias ID = Identifier<TagJob>

  /// What is to be done; the raw value stands in the database.
  package enum Action: String, CaseIterable, Codable, Sendable {
    /// The copy's code onto the tag, and the tag bound to the copy.
    case write
    /// An empty message onto the tag.
    case erase
    /// A password, against changes by accident.
    case seal
    case unseal
  }

  /// Where it stands; the raw value stands in the database.
  package enum State: String, CaseIterable, Codable, Sendable {
    /// Nothing was sent yet: the tag does not lie there, or not alone.
    case waiting
    /// A reader has it, and may be writing.
    case writing
    /// Writing may have begun and did not end: the tag is finished when it is there again, whenever that is.
    case torn
    case done
    case failed
    /// The tag did not come in time, and nothing was begun.
    case expired
    case cancelled

    /// Whether it is still to be done.
    package var isOpen: Bool {
      switch self {
      case .waiting, .writing, .torn: true
      case .done, .failed, .expired, .cancelled: false
      }
    }
  }

  package var id: ID
  package var action: Action
  package var uid: TagUID
  /// Whose tag it becomes; nil unless it is written.
  package var copy: Copy.ID?
  /// The code that is written.
  package var code: OwnCode?
  package var state: State
  /// How it ended, or how the newest try did.
  package var outcome: Outcome.Code?
  /// The reader's own sentence about it.
  package var detail: String?
  package var station: Station.Name
  /// Until when it may begin.
  package var deadline: Timestamp
  /// How often it was given to a reader.
  package var attempts: Int
  package var writes: Int
  package var reads: Int
  /// How long the readers took for it, together.
  package var milliseconds: Int
  /// `full` or `short`: whether the whole message had room.
  package var form: String?
  package var createdAt: Timestamp
  package var finishedAt: Timestamp?

  package init(
    id: ID, action: Action, uid: TagUID, copy: Copy.ID? = nil, code: OwnCode? = nil, state: State = .waiting,
    outcome: Outcome.Code? = nil, detail: String? = nil, station: Station.Name, deadline: Timestamp, attempts: Int = 0,
    writes: Int = 0, reads: Int = 0, milliseconds: Int = 0, form: String? = nil, createdAt: Timestamp,
    finishedAt: Timestamp? = nil
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
