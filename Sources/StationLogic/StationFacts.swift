package import Deadwax

/// The facts from the records about one event, read in the same transaction in which the station decides.
package struct StationFacts: Hashable, Sendable {
  /// The record of the scanned code.
  package var named: Resolution
  /// The current data of the copy in the stage.
  package var pendingCopy: Copy?
  /// The slot in the stage.
  package var pendingSlot: Slot?
  /// The place in the stage.
  package var pendingPlace: Place?
  /// The borrower of the session, or of the card that waits for its PIN.
  package var borrower: Borrower?
  /// The member of staff whose card waits for its PIN.
  package var staff: Borrower?
  /// The copy in the affected slot, if that slot holds only one.
  package var occupant: Copy.ID?
  /// The scanned tag; in bind also an unbound label.
  package var scanned: BindingCandidate?
  /// The tag or label in the stage.
  package var waiting: BindingCandidate?
  /// The tags of the affected copies, for write and bind.
  package var tags: [Copy.ID: [TagID]]
  /// The number of tags on the affected tag's reader; 0 if the tag is not known to be on a reader.
  package var tagsPresent: Int
  /// The next copy in the station's tag queue.
  package var queueNext: Copy?
  /// True if the station has a tag queue, even a completed one.
  package var hasQueue: Bool
  /// True if the code is that of a blank label that was printed here and is not bound yet.
  package var isNewLabel: Bool
  /// The id of the reading; for an action on a screen, an id created for it.
  package var scan: Reading.ID
  /// An id for the session record, in case a session begins.
  package var newSession: StoredSession.ID
  /// The open holds that an affected copy could fulfil, in queue order.
  package var holds: [Copy.ID: [Hold]]
  /// The borrowers whose holds are skipped for now.
  package var ineligible: Set<Borrower.ID>
  /// The fees for the loss of affected copies that are not settled, or were paid and have no refund.
  package var lostFees: [Copy.ID: [Fee]]
  /// The pick-up shelf, in a library that has a place for it.
  package var pickUpShelf: Location?
  /// The open loans of the session's borrower, as their copies, in the order of their due times; only for a renewal of
  /// all.
  package var loans: [Copy]
  /// The borrowers of the affected copies, in mode renew without a session. No outcome contains any of this.
  package var borrowers: [Borrower.ID: Borrower]
  /// The current data of the copies in an open choice. For a choice between releases, all their copies; for an addition
  /// that waits for a yes, all copies of its release.
  package var candidates: [Copy]
  /// The borrower in an open choice, if the code is a card and another record.
  package var card: Borrower?
  /// The copy in hand.
  package var inHand: Copy?
  /// The copy of a confirmation, and its borrower.
  package var confirmed: Copy?
  package var confirmedBorrower: Borrower?
  /// The last change of this station that was not undone.
  package var lastChange: LastChange?
  /// The code's entry in the inbox.
  package var inbox: InboxItem?
  /// True if the text looks like an external borrower's card.
  package var looksLikeCard: Bool
  /// The records that other readers of this station see at this moment and first saw within `togetherTime`. A copy
  /// appears together with its release, as two entries.
  package var beside: [CodeTarget]
  /// True if the machine's clock is known to be correct.
  package var isClockRight: Bool
  /// True if the affected release is on the wish list: that of the reading, or of the choice.
  package var isWished: Bool
  /// The time until which the affected card is refused after wrong PINs: the scanned card, or the one that waits.
  package var pinLockedUntil: Timestamp?
  /// The number of consecutive wrong PINs of that card so far, at all stations.
  package var pinFailures: Int
  /// The symbology of the code.
  package var symbology: Symbology

  package init(
    named: Resolution, pendingCopy: Copy? = nil, pendingSlot: Slot? = nil, pendingPlace: Place? = nil,
    borrower: Borrower? = nil, occupant: Copy.ID? = nil, scanned: BindingCandidate? = nil,
    waiting: BindingCandidate? = nil,
    tags: [Copy.ID: [TagID]] = [:], tagsPresent: Int = 0, queueNext: Copy? = nil, hasQueue: Bool = false,
    isNewLabel: Bool = false, scan: Reading.ID = .absent, newSession: StoredSession.ID = .absent
  ) {
    holds = [:]
    pinFailures = 0
    ineligible = []
    lostFees = [:]
    loans = []
    candidates = []
    borrowers = [:]
    symbology = .typed
    looksLikeCard = false
    beside = []
    isClockRight = true
    isWished = false
    self.scan = scan
    self.newSession = newSession
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

  /// The last change of this station.
  package struct LastChange: Hashable, Sendable {
    package var id: Change.ID
    package var kind: Change.Kind
    package var at: Timestamp
    package var copy: Copy.ID?
    package var release: Release.ID?
    /// The type of a later change to a row that it touched; nil if it can be undone.
    package var since: Change.Kind?
    /// The session record during which it was made; nil if no session was open.
    package var session: StoredSession.ID?
    /// True if it was an undo, so that undoing it is a redo. `kind` is the type of the undone change.
    package var isUndo: Bool

    package init(
      id: Change.ID, kind: Change.Kind, at: Timestamp, copy: Copy.ID? = nil, release: Release.ID? = nil,
      since: Change.Kind? = nil, session: StoredSession.ID? = nil, isUndo: Bool = false
    ) {
      self.id = id
      self.kind = kind
      self.at = at
      self.copy = copy
      self.release = release
      self.since = since
      self.session = session
      self.isUndo = isUndo
    }
  }

  /// A release with all its copies.
  package struct ReleaseCopies: Hashable, Sendable {
    package var release: Release.ID
    package var copies: [Copy]

    package init(_ release: Release.ID, copies: [Copy]) {
      self.release = release
      self.copies = copies
    }
  }

  package indirect enum Resolution: Hashable, Sendable {
    case copy(Copy)
    /// A barcode that several releases have.
    case releases([ReleaseCopies])
    /// A code that is a borrower's card and another record.
    case cardAnd(Borrower, Resolution)
    /// A release, with all its copies.
    case release(Release.ID, copies: [Copy])
    case borrower(Borrower)
    case place(Place)
    case slot(Slot)
    case command(Command)
    /// A well-formed code that is not bound.
    case nothing(Code)
    /// The UID of a tag and the code written on it belong to different records.
    case disagreement
    /// A number that the library has printed for one record, and that is also a commercial number of another.
    case ambiguous
  }
}
