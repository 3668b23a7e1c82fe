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
  /// Who has the session.
  package var borrower: Borrower?
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

  package init(
    named: Named, pendingCopy: Copy? = nil, pendingSlot: Slot? = nil, pendingPlace: Place? = nil,
    borrower: Borrower? = nil, occupant: Copy.ID? = nil, scanned: CodeAtHand? = nil, waiting: CodeAtHand? = nil,
    tags: [Copy.ID: [TagUID]] = [:], tagsPresent: Int = 0, queueNext: Copy? = nil, hasQueue: Bool = false,
    isNewLabel: Bool = false
  ) {
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

  package enum Named: Hashable, Sendable {
    case copy(Copy)
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
