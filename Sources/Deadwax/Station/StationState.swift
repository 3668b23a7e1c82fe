/// The state of a station between two scans. It contains everything that the station remembers. The database stores it
/// together with the scan that led to it.
package struct StationState: Hashable, Codable, Sendable {
  package var mode: Mode
  /// The topmost open interaction, which decides how the next scan is interpreted.
  package var stage: Stage
  /// The open session of a borrower. It lies beneath the stage: a prompt or a choice in it does not end it.
  package var session: Session?
  /// The time at which the station reverts to its home mode; nil while it is in that mode, or for never.
  package var revertsAt: Timestamp?
  /// The member of staff whose card has opened the staff functions.
  package var staff: Staff?
  /// The copy of the last transaction, which is still in hand: for its place, grade or label.
  package var hand: LastHandled?
  /// The current batch of returns.
  package var batch: Batch?
  /// The fault that prevents scans. The rest of the state waits beneath it, unchanged.
  package var fault: Fault?
  /// The grade that every scanned record receives in mode condition.
  package var grade: String?
  /// The open batch of additions, in mode add.
  package var additions: Additions?
  /// The crate that receives the scanned records, in mode collect. It ends with the mode: the next pile has its own crate.
  package var collecting: Crate.ID?

  package init(
    mode: Mode = .lookup, stage: Stage = .idle, session: Session? = nil, revertsAt: Timestamp? = nil,
    staff: Staff? = nil, hand: LastHandled? = nil, batch: Batch? = nil, fault: Fault? = nil, grade: String? = nil,
    additions: Additions? = nil, collecting: Crate.ID? = nil
  ) {
    self.mode = mode
    self.stage = stage
    self.session = session
    self.revertsAt = revertsAt
    self.staff = staff
    self.hand = hand
    self.batch = batch
    self.fault = fault
    self.grade = grade
    self.additions = additions
    self.collecting = collecting
  }

  package indirect enum Stage: Hashable, Codable, Sendable {
    case idle
    /// A scanned copy that waits for its partner: a slot in shelve, a card in check-out.
    case pendingCopy(Copy.ID, until: Timestamp)
    /// A scanned slot that waits for the copy to place there.
    case pendingSlot(Slot.ID, until: Timestamp)
    /// A scanned place without slots that waits for the copy to place there.
    case pendingPlace(Place.ID, until: Timestamp)
    /// A scanned tag or unbound label that waits for its copy.
    case pendingCode(Code.Key, until: Timestamp)
    /// A scanned card that waits for its PIN. No session is open before that.
    case pin(Borrower.ID, tries: Int, until: Timestamp)
    /// A scanned staff card that waits for its PIN before it opens anything. The previous stage waits beneath it.
    case staffPIN(Borrower.ID, tries: Int, until: Timestamp, over: Stage)
    /// A prompt about a tag that waits for yes or no.
    case question(TagPrompt, until: Timestamp)
    /// A code with several meanings: a person picks one by number, or by a more specific code.
    case choosing(PendingChoice, until: Timestamp)
    /// An action with reasons against it: a person says yes or no.
    case confirming(PendingConfirmation, until: Timestamp)
  }

  package struct Session: Hashable, Codable, Sendable {
    /// The names in stored states and recordings. They stay the same in all versions, so that a recording can be replayed.
    private enum CodingKeys: String, CodingKey {
      case borrower, until, said
      case id = "visit"
    }

    package var borrower: Borrower.ID
    package var until: Timestamp
    /// The id of the session record from which the receipt is made.
    package var id: StoredSession.ID
    /// The warnings that the borrower has already seen: each is given once in a session, not with every record.
    package var said: [Outcome.Code]

    package init(borrower: Borrower.ID, until: Timestamp, id: StoredSession.ID, said: [Outcome.Code] = []) {
      self.borrower = borrower
      self.until = until
      self.id = id
      self.said = said
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      borrower = try container.decode(Borrower.ID.self, forKey: .borrower)
      until = try container.decode(Timestamp.self, forKey: .until)
      id = try container.decode(StoredSession.ID.self, forKey: .id)
      said = try container.decodeIfPresent([Outcome.Code].self, forKey: .said) ?? []
    }
  }

  package struct Staff: Hashable, Codable, Sendable {
    package var borrower: Borrower.ID
    package var until: Timestamp

    package init(borrower: Borrower.ID, until: Timestamp) {
      self.borrower = borrower
      self.until = until
    }
  }

  package struct LastHandled: Hashable, Codable, Sendable {
    package var copy: Copy.ID
    package var until: Timestamp
    /// The time of this station's last transaction with the copy. A scan within the next seconds belongs to the same
    /// hand movement.
    package var at: Timestamp

    package init(copy: Copy.ID, until: Timestamp, at: Timestamp) {
      self.copy = copy
      self.until = until
      self.at = at
    }
  }

  package struct Batch: Hashable, Codable, Sendable {
    package var count: Int
    /// The copies returned in the batch, used to detect a repeated scan. At most the newest 200.
    package var copies: [Copy.ID]
    /// The day to which returns are backdated; nil for the present.
    package var dropDate: Timestamp?
    package var until: Timestamp

    package init(count: Int = 0, copies: [Copy.ID] = [], dropDate: Timestamp? = nil, until: Timestamp) {
      self.count = count
      self.copies = copies
      self.dropDate = dropDate
      self.until = until
    }
  }

  /// An open batch of additions. It has no time of its own: it ends with the mode.
  package struct Additions: Hashable, Codable, Sendable {
    package var id: AdditionBatch.ID
    package var settings: AdditionBatch.Settings
    /// The number of times that the settings were set, from 1.
    package var version: Int

    package init(id: AdditionBatch.ID, settings: AdditionBatch.Settings, version: Int = 1) {
      self.id = id
      self.settings = settings
      self.version = version
    }
  }

  package struct Fault: Hashable, Codable, Sendable {
    /// The type of fault: `readers` if no reader is left, `database` if nothing can be stored.
    package var kind: String
    package var since: Timestamp
    /// The reason of a `database` fault: one of the constants below.
    package var reason: String?
    /// The number of this station's scans that were not stored since; nil if they are not counted.
    package var scans: Int?

    package init(kind: String, since: Timestamp, reason: String? = nil, scans: Int? = nil) {
      self.kind = kind
      self.since = since
      self.reason = reason
      self.scans = scans
    }

    /// The disk is full.
    package static let full = "full"
    /// The disk or the file is read-only.
    package static let readOnly = "read-only"
    /// Another program has locked the database.
    package static let locked = "locked"
    /// More writes are pending than the database can handle.
    package static let overloaded = "overloaded"
    /// The database files were removed, renamed or replaced while the hub was running.
    package static let moved = "moved"
    /// The disk or the file is damaged.
    package static let damaged = "damaged"
  }
}

extension StationState {
  /// Determines which sessions end and begin between two states. Code that stores the states stores these changes with
  /// them.
  ///
  /// - Parameter before: the last stored state, before anything in it expired.
  /// - Returns: the session record that has ended, and the session that begins another.
  package func sessions(since before: StationState?) -> (ended: StoredSession.ID?, begun: Session?) {
    guard before?.session?.id != session?.id else { return (nil, nil) }
    return (before?.session?.id, session)
  }

  /// Determines which batch of additions ends between two states, and which one begins or gets other settings. Code
  /// that stores the states stores these changes with them.
  package func additions(since before: StationState?) -> (ended: AdditionBatch.ID?, set: Additions?) {
    guard before?.additions != additions else { return (nil, nil) }
    let ended = before?.additions?.id == additions?.id ? nil : before?.additions?.id
    return (ended, additions)
  }
}
