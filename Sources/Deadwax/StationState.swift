/// Where a desk stands between two scans. Everything it remembers is in here, and it is kept in the database with the
/// scan that led to it.
package struct StationState: Hashable, Codable, Sendable {
  package var mode: Mode
  /// What is open on top: what the next scan is taken for.
  package var stage: Stage
  /// Whose session is open. It lies beneath the stage: a question or a choice in it does not end it.
  package var session: Session?
  /// When the desk goes back to the mode it stands in by itself; nil while it stands in it, or never.
  package var revertsAt: Timestamp?
  /// The member of staff whose card has opened what only staff may do.
  package var staff: Staff?
  /// The record that was dealt with last and is still in the hand: for its place, its grade, its label.
  package var hand: Hand?
  /// The returns that are being taken in a row.
  package var batch: Batch?
  /// What has failed so that nothing can be scanned; the rest of the state waits beneath it, unchanged.
  package var fault: Fault?

  package init(
    mode: Mode = .lookup, stage: Stage = .idle, session: Session? = nil, revertsAt: Timestamp? = nil,
    staff: Staff? = nil, hand: Hand? = nil, batch: Batch? = nil, fault: Fault? = nil
  ) {
    self.mode = mode
    self.stage = stage
    self.session = session
    self.revertsAt = revertsAt
    self.staff = staff
    self.hand = hand
    self.batch = batch
    self.fault = fault
  }

  package enum Stage: Hashable, Codable, Sendable {
    case idle
    /// A copy was seen and waits for its partner: a slot in shelve, a card in check-out.
    case pendingCopy(Copy.ID, until: Timestamp)
    /// A slot was seen and waits for the copy that goes there.
    case pendingSlot(Slot.ID, until: Timestamp)
    /// A place without slots was seen and waits for the copy that goes there.
    case pendingPlace(Place.ID, until: Timestamp)
    /// A tag, or a label that is bound to nothing, was seen and waits for the copy that it is for.
    case pendingCode(Code.Key, until: Timestamp)
    /// A card was seen and waits for its PIN. No session is open before that.
    case pin(Borrower.ID, tries: Int, until: Timestamp)
    /// The desk has asked something about a tag and waits for yes or no.
    case question(Question, until: Timestamp)
    /// One code means several things: a person picks one by number, or by a code that says more.
    case choosing(Choosing, until: Timestamp)
    /// Something stands against what was asked: a person says yes or no.
    case confirming(Confirming, until: Timestamp)
  }

  package struct Session: Hashable, Codable, Sendable {
    package var borrower: Borrower.ID
    package var until: Timestamp
    /// What the receipt is made of.
    package var visit: Visit.ID

    package init(borrower: Borrower.ID, until: Timestamp, visit: Visit.ID) {
      self.borrower = borrower
      self.until = until
      self.visit = visit
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

  package struct Hand: Hashable, Codable, Sendable {
    package var copy: Copy.ID
    package var until: Timestamp
    /// When this desk last did something with it: what comes within the next seconds is the same movement of the hand.
    package var at: Timestamp

    package init(copy: Copy.ID, until: Timestamp, at: Timestamp) {
      self.copy = copy
      self.until = until
      self.at = at
    }
  }

  package struct Batch: Hashable, Codable, Sendable {
    package var count: Int
    /// What came back in it, so that a second scan of the same is told to be one. The newest 200.
    package var copies: [Copy.ID]
    /// The day to which returns are dated back; nil for now.
    package var dropDate: Timestamp?
    package var until: Timestamp

    package init(count: Int = 0, copies: [Copy.ID] = [], dropDate: Timestamp? = nil, until: Timestamp) {
      self.count = count
      self.copies = copies
      self.dropDate = dropDate
      self.until = until
    }
  }

  package struct Fault: Hashable, Codable, Sendable {
    /// `readers` when no reader is left, `database` when nothing can be kept.
    package var kind: String
    package var since: Timestamp

    package init(kind: String, since: Timestamp) {
      self.kind = kind
      self.since = since
    }
  }

  /// When something ends by itself next; nil when everything lasts.
  package var deadline: Timestamp? {
    [stage.deadline, session?.until, revertsAt, staff?.until, hand?.until, batch?.until].compactMap(\.self).min()
  }
}

extension StationState {
  /// The state at a later time: whatever has lasted too long has ended, and nothing else has changed. Nothing of a
  /// session is left after its end.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - home: the mode in which the desk stands, and to which it goes back.
  package func expired(at now: Timestamp, home: Mode = .lookup) -> StationState {
    var state = self
    let isOver = { (until: Timestamp?) in until.map { now >= $0 } ?? false }
    if isOver(session?.until) {
      state.session = nil
      // What was asked in the session was asked about its borrower.
      state.stage = .idle
      state.hand = nil
    }
    if isOver(stage.deadline) { state.stage = .idle }
    if isOver(staff?.until) { state.staff = nil }
    if isOver(hand?.until) { state.hand = nil }
    if isOver(batch?.until) { state.batch = nil }
    if isOver(revertsAt) {
      state = StationState(mode: home, staff: state.staff, fault: fault)
    }
    return state
  }
}

extension StationState.Stage {
  /// When the stage ends by itself; nil when it lasts.
  package var deadline: Timestamp? {
    switch self {
    case .idle: nil
    case .pendingCopy(_, let until), .pendingSlot(_, let until), .pendingPlace(_, let until),
      .pendingCode(_, let until), .pin(_, _, let until), .question(_, let until), .choosing(_, let until),
      .confirming(_, let until):
      until
    }
  }
}

/// What a desk wants to be told before it writes or binds: yes goes on with all that was asked so far, no leaves
/// everything as it is.
package struct Question: Hashable, Codable, Sendable {
  /// Which question it is: `tagBound`, `tagForeignContent` or `copyHasTag`.
  package var code: Outcome.Code
  /// The tag or label that is to name the copy.
  package var key: Code.Key
  package var copy: Copy.ID
  /// What was said yes to before.
  package var confirmed: [Outcome.Code]

  package init(_ code: Outcome.Code, key: Code.Key, copy: Copy.ID, confirmed: [Outcome.Code] = []) {
    self.code = code
    self.key = key
    self.copy = copy
    self.confirmed = confirmed
  }

  /// The tag it is about; nil for a label.
  package var uid: TagUID? { key.uid }
}

/// A choice that is open: the numbers on the screen are the places in this list, from 1.
package struct Choosing: Hashable, Codable, Sendable {
  /// Which question it is: `chooseCopy`, `chooseRelease`, `ambiguousClass`, `inboxItem`.
  package var code: Outcome.Code
  /// The scan that asked.
  package var scan: Reading.ID
  /// At most nine.
  package var candidates: [CodeTarget]
  /// The code that has to be decided about, for the inbox.
  package var key: Code.Key?

  package init(_ code: Outcome.Code, scan: Reading.ID, candidates: [CodeTarget], key: Code.Key? = nil) {
    self.code = code
    self.scan = scan
    self.candidates = candidates
    self.key = key
  }
}

/// Something that is done only after a yes. The token stands for everything the person was shown; when any of it is
/// different at the time of the yes, the person is asked anew.
package struct Confirming: Hashable, Codable, Sendable {
  /// What a yes does.
  package enum Act: String, CaseIterable, Codable, Sendable {
    case checkout, renew, giveBack = "give-back", add
  }

  package var act: Act
  package var scan: Reading.ID
  package var copy: Copy.ID?
  /// For an addition.
  package var release: Release.ID?
  package var borrower: Borrower.ID?
  /// All of them, the weightiest first.
  package var reasons: [Outcome.Code]
  package var needsStaff: Bool
  /// Of the rows that it rests on, as `copy:ID@7`.
  package var versions: [String]

  package init(
    _ act: Act, scan: Reading.ID, copy: Copy.ID? = nil, release: Release.ID? = nil, borrower: Borrower.ID? = nil,
    reasons: [Outcome.Code], needsStaff: Bool = false, versions: [String] = []
  ) {
    self.act = act
    self.scan = scan
    self.copy = copy
    self.release = release
    self.borrower = borrower
    self.reasons = reasons
    self.needsStaff = needsStaff
    self.versions = versions
  }
}
