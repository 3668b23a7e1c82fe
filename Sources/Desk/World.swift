package import Deadwax

/// What the records say about one scan, read in the same transaction in which the desk decides.
package struct World: Hashable, Sendable {
  /// What the scanned code names.
  package var named: Named
  /// The copy that the stage holds, as it is now.
  package var pendingCopy: Copy?
  /// The slot that the stage holds.
  package var pendingSlot: Slot?
  /// The place that the stage holds.
  package var pendingPlace: Place?
  /// Who has the session, or whose card waits for its PIN.
  package var borrower: Borrower?
  /// The member of staff whose card waits for its PIN.
  package var staff: Borrower?
  /// The copy that is in the slot at stake, if that slot holds only one.
  package var occupant: Copy.ID?
  /// The tag that was read; in bind also a label that names nothing.
  package var scanned: CodeAtHand?
  /// The tag or label that the stage holds.
  package var waiting: CodeAtHand?
  /// The tags of the copies at stake, for write and bind.
  package var tags: [Copy.ID: [TagUID]]
  /// How many tags lie on the reader where the tag at stake lies; 0 when it is not known to lie anywhere.
  package var tagsPresent: Int
  /// Whose turn it is in the desk's queue of tags.
  package var queueNext: Copy?
  /// Whether the desk has a queue of tags, also one that is through.
  package var hasQueue: Bool
  /// Whether the code is a blank's that was printed here, and that nothing has claimed yet.
  package var isNewLabel: Bool
  /// The id of the reading; for what is done on a screen one made for it.
  package var scan: Reading.ID
  /// An id for the visit, should a session begin.
  package var visit: Visit.ID
  /// The open holds that a copy at stake could fulfil, in the order of the queue.
  package var holds: [Copy.ID: [Hold]]
  /// Whose holds get nothing for now.
  package var passedOver: Set<Borrower.ID>
  /// Where records lie that somebody comes for, in a house that has a place for them.
  package var pickUpShelf: Location?
  /// The open loans of the borrower whose session it is, as their copies, in the order of their due dates; only for a
  /// renewal of all.
  package var loans: [Copy]
  /// Who has the copies at stake, in mode renew without a session. No outcome tells any of it.
  package var borrowers: [Borrower.ID: Borrower]
  /// The copies that a choice is between, as they are now; where it is between releases, all copies of these; and for
  /// an addition that waits for a yes, all copies of its release.
  package var candidates: [Copy]
  /// The borrower that a choice is between, where one code is a card and something else.
  package var card: Borrower?
  /// The copy that is in the hand.
  package var inHand: Copy?
  /// The copy a confirmation is about, and its borrower.
  package var confirmed: Copy?
  package var confirmedBorrower: Borrower?
  /// What this desk changed last and has not taken back.
  package var lastChange: LastChange?
  /// What the inbox holds of the code.
  package var inbox: InboxItem?
  /// Whether a text looks like a borrower's card of elsewhere.
  package var looksLikeCard: Bool
  /// What other readers of this desk see at this moment, and saw first within the time that makes it one hand. A copy
  /// stands there with its release, as two.
  package var beside: [CodeTarget]
  /// Whether the machine's clock is known to be right.
  package var isClockRight: Bool
  /// Whether the release at stake is on the wish-list: that of what was read, or of what is picked.
  package var isWished: Bool
  /// Until when the card at stake is refused after wrong PINs: the one that was read, or the one that waits.
  package var pinLockedUntil: Timestamp?
  /// How often in a row the PIN of that card was wrong until now, at whatever desk.
  package var pinFailures: Int
  /// In what form the code was carried.
  package var symbology: Symbology

  package init(
    named: Named, pendingCopy: Copy? = nil, pendingSlot: Slot? = nil, pendingPlace: Place? = nil,
    borrower: Borrower? = nil, occupant: Copy.ID? = nil, scanned: CodeAtHand? = nil, waiting: CodeAtHand? = nil,
    tags: [Copy.ID: [TagUID]] = [:], tagsPresent: Int = 0, queueNext: Copy? = nil, hasQueue: Bool = false,
    isNewLabel: Bool = false, scan: Reading.ID = .nobody, visit: Visit.ID = .nobody
  ) {
    holds = [:]
    pinFailures = 0
    passedOver = []
    loans = []
    candidates = []
    borrowers = [:]
    symbology = .typed
    looksLikeCard = false
    beside = []
    isClockRight = true
    isWished = false
    self.scan = scan
    self.visit = visit
    self.named = named
    self.pendingCopy = pendingCopy
    self.pendingSlot = pendingSlot
    self.pendingPlace = pendingPlace
    self.borrower = borrower
    self.occupant = occupant
    self.scanned = scanned
    self.waiting = waiting
    self.tags = tags
    self.tagsPresent = tagsPresent
    self.queueNext = queueNext
    self.hasQueue = hasQueue
    self.isNewLabel = isNewLabel
  }

  /// What this desk changed last.
  package struct LastChange: Hashable, Sendable {
    package var id: Change.ID
    package var kind: Change.Kind
    package var at: Timestamp
    package var copy: Copy.ID?
    package var release: Release.ID?
    /// What has changed since on a row that it touched; nil when it can be taken back.
    package var since: Change.Kind?
    /// The visit during which it was done; nil when no session was open.
    package var visit: Visit.ID?

    package init(
      id: Change.ID, kind: Change.Kind, at: Timestamp, copy: Copy.ID? = nil, release: Release.ID? = nil,
      since: Change.Kind? = nil, visit: Visit.ID? = nil
    ) {
      self.id = id
      self.kind = kind
      self.at = at
      self.copy = copy
      self.release = release
      self.since = since
      self.visit = visit
    }
  }

  /// A release with all its copies.
  package struct Shelved: Hashable, Sendable {
    package var release: Release.ID
    package var copies: [Copy]

    package init(_ release: Release.ID, copies: [Copy]) {
      self.release = release
      self.copies = copies
    }
  }

  package indirect enum Named: Hashable, Sendable {
    case copy(Copy)
    /// One barcode that several releases have.
    case releases([Shelved])
    /// One code that is a borrower's card and something else.
    case cardAnd(Borrower, Named)
    /// A release, with all its copies.
    case release(Release.ID, copies: [Copy])
    case borrower(Borrower)
    case place(Place)
    case slot(Slot)
    case command(Command)
    /// A well-formed code that is bound to nothing.
    case nothing(Code)
    /// The number of a tag and the code written on it name different things.
    case disagreement
    /// A number that the house has printed for one thing, and that the trade uses for another.
    case ambiguous
  }
}
