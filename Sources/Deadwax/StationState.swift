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
  /// The grade that every record held up is given, in mode condition.
  package var grade: String?

  package init(
    mode: Mode = .lookup, stage: Stage = .idle, session: Session? = nil, revertsAt: Timestamp? = nil,
    staff: Staff? = nil, hand: Hand? = nil, batch: Batch? = nil, fault: Fault? = nil, grade: String? = nil
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
  }

  package indirect enum Stage: Hashable, Codable, Sendable {
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
    /// The card of a member of staff was seen and waits for its PIN, before anything is opened with it. What was open
    /// before waits beneath.
    case staffPIN(Borrower.ID, tries: Int, until: Timestamp, over: Stage)
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
    /// What the borrower has been told already: a warning is given once in a session, not with every record.
    package var said: [Outcome.Code]

    package init(borrower: Borrower.ID, until: Timestamp, visit: Visit.ID, said: [Outcome.Code] = []) {
      self.borrower = borrower
      self.until = until
      self.visit = visit
      self.said = said
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      borrower = try container.decode(Borrower.ID.self, forKey: .borrower)
      until = try container.decode(Timestamp.self, forKey: .until)
      visit = try container.decode(Visit.ID.self, forKey: .visit)
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
    /// For `database`, why: one of the words below.
    package var reason: String?
    /// How many scans of this desk were not kept since; nil where that is not counted.
    package var scans: Int?

    package init(kind: String, since: Timestamp, reason: String? = nil, scans: Int? = nil) {
      self.kind = kind
      self.since = since
      self.reason = reason
      self.scans = scans
    }

    /// The disk is full.
    package static let full = "full"
    /// The disk or the file can only be read.
    package static let readOnly = "read-only"
    /// Another program holds the database.
    package static let locked = "locked"
    /// More is to be kept than can be.
    package static let overloaded = "overloaded"
    /// The disk or the file is damaged.
    package static let damaged = "damaged"
  }

  /// When something ends by itself next; nil when everything lasts.
  package var deadline: Timestamp? {
    [stage.deadline, session?.until, goesBackAt, staff?.until, hand?.until, batch?.until].compactMap(\.self).min()
  }

  /// When the desk goes back to its own mode: not before everything in the mode it is in has ended.
  private var goesBackAt: Timestamp? {
    guard let revertsAt else { return nil }
    return [revertsAt, session?.until, stage.deadline, batch?.until].compactMap(\.self).max()
  }

  /// Whether nothing is open: no session, no pair, no question.
  package var isResting: Bool { session == nil && stage == .idle }
}

extension StationState {
  /// The state at a later time: whatever has lasted too long has ended, and nothing else has changed. Nothing of a
  /// session is left after its end. In one step or in several, the result is the same.
  ///
  /// What is shown of a desk has to be this, too: else a screen would show a mode in which the next scan is not taken.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - home: the mode in which the desk stands, and to which it goes back: that of its `StationPolicy`.
  /// - Returns: what the next event finds.
  package func expired(at now: Timestamp, home: Mode = .lookup) -> StationState {
    guard let deadline, now >= deadline else { return self }
    var state = self
    let isOver = { (until: Timestamp?) in until.map { now >= $0 } ?? false }
    if isOver(session?.until) { state.endSession() }
    if isOver(state.stage.deadline) { state.endStage() }
    if isOver(staff?.until) { state.staff = nil }
    if isOver(state.hand?.until) { state.hand = nil }
    if isOver(state.batch?.until) { state.batch = nil }
    if isOver(state.goesBackAt) {
      state = StationState(mode: home, staff: state.staff, fault: fault)
    }
    return state
  }

  /// Ends the session, and with it all that was asked, chosen or held in it.
  package mutating func endSession() {
    session = nil
    stage = .idle
    hand = nil
    batch = nil
  }

  /// Ends what is open on top. A card that waited for its PIN takes the record with it that it was held up for.
  package mutating func endStage() {
    if case .pin = stage { hand = nil }
    stage = .idle
  }

  /// Which visits begin and end where one state follows another: whoever keeps the states keeps these with them.
  ///
  /// - Parameter before: the state as it was kept last, before anything in it had run out.
  /// - Returns: the visit that is over, and the session that begins another.
  package func visits(since before: StationState?) -> (ended: Visit.ID?, begun: Session?) {
    guard before?.session?.visit != session?.visit else { return (nil, nil) }
    return (before?.session?.visit, session)
  }
}
